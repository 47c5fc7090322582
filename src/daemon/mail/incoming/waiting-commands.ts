/** The commands that wait for an answer, and what happens to an answer that none of them takes. */
import type { Message } from '../../../taskstore/message.js';
import type { DaemonContext } from '../../context.js';

/** How long a command may take to acknowledge an answer that it was given. */
const ACKNOWLEDGE_LIMIT_MS = 5_000;

export class WaitingCommands {
  readonly #context: DaemonContext;
  /** How many commands wait, by task. */
  readonly #waiting = new Map<number, number>();
  /** Answers on their way to a waiting command: message to task. */
  readonly #claimed = new Map<number, number>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(context: DaemonContext) {
    this.#context = context;
  }

  join(taskSeq: number): void {
    this.#waiting.set(taskSeq, (this.#waiting.get(taskSeq) ?? 0) + 1);
  }

  /** The command is gone. If it was given the answer, it gets a moment to acknowledge it. */
  leave(taskSeq: number): void {
    const left = (this.#waiting.get(taskSeq) ?? 1) - 1;
    if (left > 0) {
      this.#waiting.set(taskSeq, left);
      return;
    }
    this.#waiting.delete(taskSeq);
    if (![...this.#claimed.values()].includes(taskSeq)) {
      // It may have kept something from being typed that it did not take.
      this.#context.events.emit('mailWaits');
      return;
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#release(taskSeq);
    }, ACKNOWLEDGE_LIMIT_MS);
    this.#timers.add(timer);
  }

  waitsFor(taskSeq: number): boolean {
    return this.#waiting.has(taskSeq);
  }

  /** A command is about to take this answer, so it must not be typed as well. */
  isClaimed(message: Message): boolean {
    return this.#claimed.has(message.seq) || this.#isWaitedFor(message);
  }

  /** Returns true if a waiting command will take the answer. */
  offer(message: Message): boolean {
    if (message.taskSeq === null || !this.#isWaitedFor(message)) return false;
    this.#claimed.set(message.seq, message.taskSeq);
    return true;
  }

  /**
   * A command has shown an answer, so that answer and those before it need not be typed any more. What has arrived since
   * then was not shown. A command of an older version does not say which answer it has shown.
   */
  async acknowledge(taskSeq: number, shownSeq: number = Number.MAX_SAFE_INTEGER): Promise<void> {
    const { store, events } = this.#context;
    const taken = await store.write((tx) =>
      tx
        .messagesOf(taskSeq)
        .filter((message) => isAnswer(message) && message.seq <= shownSeq)
        .filter((message) => message.receipt.state === 'delivered' || message.receipt.state === 'held')
        .map((message) => tx.setReceipt(message.seq, 'submitted', 'read by a waiting command')),
    );
    for (const [messageSeq, task] of this.#claimed) {
      if (task === taskSeq && messageSeq <= shownSeq) this.#claimed.delete(messageSeq);
    }
    for (const message of taken) events.emit('change', { task: store.task(taskSeq), message });
    events.emit('mailWaits');
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #isWaitedFor(message: Message): boolean {
    return message.taskSeq !== null && isAnswer(message) && this.waitsFor(message.taskSeq);
  }

  #release(taskSeq: number): void {
    if (this.waitsFor(taskSeq)) return;
    const { store, events, log } = this.#context;
    for (const [messageSeq, task] of this.#claimed) {
      if (task !== taskSeq) continue;
      this.#claimed.delete(messageSeq);
      try {
        events.emit('change', { task: store.task(task), message: store.message(messageSeq) });
      } catch (error) {
        log.error('cannot show an answer that no command took', { reason: (error as Error).message });
      }
      events.emit('mailWaits');
    }
  }
}

/** The newest message of the other side that a command which waits for this task shows. */
export function latestAnswer(messages: readonly Message[]): Message | null {
  return messages.findLast(isAnswer) ?? null;
}

/** Answers, questions, failures and rejections; an ordinary message is for nobody who waits. */
function isAnswer({ direction, kind }: Message): boolean {
  return direction === 'incoming' && ANSWERS.includes(kind);
}

const ANSWERS: readonly Message['kind'][] = ['answer', 'question', 'failure', 'rejection'];
