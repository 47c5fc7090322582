/** Gives a message to the program, and records the outcome: read, uncertain, failed, or back in the queue. */
import type { Delivered, Settled } from '../../channels/delivered.js';
import type { Delivery } from '../../channels/delivery.js';
import { CANCELED, type Message } from '../../taskstore/message.js';
import type { TaskStore } from '../../taskstore/store.js';
import { GivenRequests } from './given-requests.js';
import { InFlight } from './in-flight.js';
import { LateEvidence } from './late-evidence.js';
import type { Outcomes } from './outcomes.js';
import type { TypingReceipts } from './typing-receipts.js';
import type { Urgent } from './urgent.js';
import type { Stalls } from './waiting/stalls.js';
import { hasBegun, type WaitingMail } from './waiting/waiting-mail.js';

export interface GivenMailParts {
  readonly store: Pick<TaskStore, 'task'>;
  readonly mail: WaitingMail;
  readonly receipts: TypingReceipts;
  readonly outcomes: Outcomes;
  readonly stalls: Stalls;
  readonly urgent: Urgent;
  readonly delivery: () => Delivery | null;
  readonly hasEnded: () => boolean;
  /** What is behind a message that has been read can be typed. */
  readonly wake: () => void;
  readonly onError: (error: unknown) => void;
}

const READ_EARLIER = { type: 'submitted', reason: "found in the program's own record" } as const;
const READ_LATE = { type: 'submitted', reason: "found later in the program's own record" } as const;
const ONLY_STORED = { type: 'uncertain', reason: 'its conversation has it, and no answer to it yet' } as const;

export class GivenMail {
  readonly #parts: GivenMailParts;
  readonly #inFlight = new InFlight();
  readonly #given: GivenRequests;
  readonly #late = new LateEvidence({
    hasRead: async (message) => (await this.#delivery?.hasRead(message)) ?? false,
    onRead: (message) => this.#note(message, READ_LATE).catch((error) => this.#parts.onError(error)),
  });
  #inHand: number | null = null;

  constructor(parts: GivenMailParts) {
    this.#parts = parts;
    this.#given = new GivenRequests(parts.store);
  }

  /** The message that is being typed. */
  get inHand(): number | null {
    return this.#inHand;
  }

  /** Whether this program was given the request. */
  wasGiven(taskSeq: number): boolean {
    return this.#given.has(taskSeq);
  }

  /** Whether such a message could be read before one that was sent earlier. */
  mayOvertake(message: Message, via: string): boolean {
    return this.#inFlight.mayOvertake(message, via);
  }

  /** Types a message, unless an earlier try turns out to have been enough. */
  async type(message: Message): Promise<void> {
    // It was typed, but that could not be stored. This program must not get it twice.
    const outcome = this.#parts.outcomes.unwritten(message.seq);
    if (outcome) return this.#parts.outcomes.note(message, outcome);
    if (this.#parts.mail.isCanceled(message))
      return void (await this.#parts.receipts.note(message, 'failed', { reason: CANCELED }));
    // A program that continues its conversation must not read a message twice.
    const mayBeRead = hasBegun(message) || message.receipt.state === 'uncertain';
    if (mayBeRead && (await this.#delivery?.hasRead(message))) return this.#note(message, READ_EARLIER);
    // It stands in the conversation already; only an answer can tell whether it was read.
    if (mayBeRead && (await this.#delivery?.keepsUnread?.(message))) return this.#note(message, ONLY_STORED);
    // After a crash here the new program gets the message again, so say that it may be the second time.
    if (hasBegun(message))
      await this.#parts.receipts.note(message, 'uncertain', { reason: 'the daemon ended while typing' });
    const via = this.#delivery?.channelFor(message);
    const intended = await this.#parts.receipts.note(message, 'typing', { via, durable: true });
    if (intended) await this.give(intended);
  }

  /** Gives a message to the program, whose intent to be typed is durable. */
  async give(message: Message): Promise<void> {
    const delivery = this.#delivery as Delivery;
    this.#inHand = message.seq;
    // A quick program may answer before its typing has ended.
    if (message.taskSeq !== null) this.#given.add(message.taskSeq);
    let outcome: Delivered;
    const done = this.#parts.stalls.follow(message);
    try {
      await this.#parts.urgent.beforeTyping(message, delivery);
      outcome = await delivery.deliver(
        message,
        (via) => this.#parts.receipts.noteTyped(message, via),
        (via) => !this.#inFlight.mayOvertake(message, via),
      );
    } catch (error) {
      await this.#note(message, { type: 'uncertain', reason: `typing failed: ${(error as Error).message}` });
      throw error;
    } finally {
      done();
    }
    if (outcome.type !== 'typed') return this.#note(message, outcome);
    this.#inFlight.add(message, outcome.via);
    await this.#parts.outcomes.noteTyped(message, outcome.via);
    void this.#parts.outcomes.follow(this.#noteLater(message, outcome.settled));
  }

  close(): void {
    this.#late.close();
  }

  get #delivery(): Delivery | null {
    return this.#parts.delivery();
  }

  async #noteLater(message: Message, settled: Promise<Settled>): Promise<void> {
    await settled.then((outcome) => this.#note(message, outcome)).catch((error) => this.#parts.onError(error));
    this.#inFlight.remove(message.seq);
    this.#parts.wake();
  }

  async #note(message: Message, outcome: Settled): Promise<void> {
    if (this.#inHand === message.seq) this.#inHand = null;
    this.#inFlight.remove(message.seq);
    const mayHaveIt = outcome.type === 'submitted' || outcome.type === 'uncertain';
    if (message.taskSeq !== null && !mayHaveIt) this.#given.delete(message.taskSeq);
    await this.#parts.outcomes.note(message, outcome);
    if (outcome.type === 'uncertain' && !this.#parts.hasEnded() && this.#delivery?.isRunning)
      this.#late.follow(message);
  }
}
