/** The messages that wait to be typed into one terminal. */
import type { QueueReader } from '../../../taskstore/addressee.js';
import type { Message } from '../../../taskstore/message.js';
import type { DaemonContext } from '../../context.js';
import type { WaitingCommands } from '../../mail/incoming/waiting-commands.js';
import { laneOf } from '../in-flight.js';
import type { TypingReceipts } from '../typing-receipts.js';

export interface WaitingMailParts {
  /** Knows which answers a waiting command is about to take, so that they are not typed. */
  readonly commands: Pick<WaitingCommands, 'isClaimed'>;
  /** Which messages are for this terminal. Without it, all are. */
  readonly reader?: () => QueueReader;
  /** Whether another terminal may be typing it. */
  readonly isTaken?: (message: Message) => boolean;
}

/** A message that cannot be typed now. */
export interface Held {
  readonly message: Message;
  readonly reason: string;
}

/** How many waiting messages are read at once. */
const LOOK_AHEAD = 64;

export class WaitingMail {
  readonly #context: DaemonContext;
  readonly #parts: WaitingMailParts;
  readonly #aside = new Set<number>();

  constructor(context: DaemonContext, parts: WaitingMailParts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** The first one, even if it cannot be typed now. */
  first(): Message | null {
    return this.#queue(1)[0] ?? null;
  }

  /** The next one that can be typed. One that waits holds back the later ones of its sender and priority. */
  next(canType: (message: Message) => boolean): Message | null {
    const now = this.#context.clock.now();
    const isInTime = (message: Message) => message.expiresAt > now || hasBegun(message);
    const waiting = new Set<string>();
    for (const message of this.#queue(LOOK_AHEAD)) {
      if (this.#parts.commands.isClaimed(message) || !isInTime(message)) continue;
      const lane = laneOf(message);
      if (!waiting.has(lane) && canType(message)) return message;
      waiting.add(lane);
    }
    return null;
  }

  /** All that wait, in their order. */
  waiting(): readonly Message[] {
    return this.#queue(LOOK_AHEAD);
  }

  /** Notes why they cannot be typed now. */
  async hold(held: readonly Held[], receipts: TypingReceipts): Promise<void> {
    for (const { message, reason } of held) {
      const { state, reason: before } = message.receipt;
      const isClaimed = this.#parts.commands.isClaimed(message);
      const isNews = state === 'delivered' || (state === 'held' && before !== reason && !isClaimed);
      if (isNews) await receipts.note(message, 'held', { reason, from: ['delivered', 'held'] });
    }
  }

  /** Whether it was canceled after it had been typed into an earlier instance of the program. */
  isCanceled({ taskSeq }: Message): boolean {
    const task = taskSeq === null ? null : this.#context.store.task(taskSeq);
    return task?.direction === 'incoming' && task.state === 'canceled';
  }

  /** The program has the message, or may have it, although that is not proven yet. */
  setAside(messageSeq: number): void {
    this.#aside.add(messageSeq);
  }

  putBack(messageSeq: number): void {
    this.#aside.delete(messageSeq);
  }

  isAside(messageSeq: number): boolean {
    return this.#aside.has(messageSeq);
  }

  #queue(limit: number): Message[] {
    const { reader, isTaken } = this.#parts;
    const messages = this.#context.store.queue(limit + this.#aside.size, reader?.());
    return messages.filter((message) => !this.#aside.has(message.seq) && !isTaken?.(message));
  }
}

export function hasBegun({ receipt }: Message): boolean {
  return receipt.state === 'typing' || receipt.state === 'typed';
}
