/** The commands that wait for an answer, and what becomes of an answer that none of them takes. */
import type { Message } from '../../taskstore/message.js';
import type { DaemonContext } from '../context.js';
import type { Typist } from '../typing/typist.js';

/** How long a command that was given the answer may take to say that it has it. */
const ACKNOWLEDGE_LIMIT_MS = 5_000;

export class Waiters {
  readonly #context: DaemonContext;
  readonly #typist: Typist;
  readonly #waiting = new Map<number, number>();
  /** Answers on their way to a waiting command, by message; the value is the task. */
  readonly #claimed = new Map<number, number>();

  constructor(context: DaemonContext, typist: Typist) {
    this.#context = context;
    this.#typist = typist;
    typist.isClaimed = (messageSeq) => this.isClaimed(messageSeq);
  }

  join(taskSeq: number): void {
    this.#waiting.set(taskSeq, (this.#waiting.get(taskSeq) ?? 0) + 1);
  }

  /** The command is gone. If it had been given the answer it gets a moment to acknowledge on its way out. */
  leave(taskSeq: number): void {
    const left = (this.#waiting.get(taskSeq) ?? 1) - 1;
    if (left > 0) {
      this.#waiting.set(taskSeq, left);
      return;
    }
    this.#waiting.delete(taskSeq);
    if (![...this.#claimed.values()].includes(taskSeq)) return;
    setTimeout(() => this.#release(taskSeq), ACKNOWLEDGE_LIMIT_MS);
  }

  expect(taskSeq: number): boolean {
    return this.#waiting.has(taskSeq);
  }

  isClaimed(messageSeq: number): boolean {
    return this.#claimed.has(messageSeq);
  }

  /** True when a waiting command will take the answer. */
  offer({ message }: { message: Message }): boolean {
    if (message.taskSeq === null || message.kind === 'message' || !this.expect(message.taskSeq)) return false;
    this.#claimed.set(message.seq, message.taskSeq);
    return true;
  }

  /** A command has shown the answer: it need not be typed any more. */
  async acknowledge(taskSeq: number): Promise<void> {
    const { store, events } = this.#context;
    const taken = await store.write((tx) =>
      tx
        .messagesOf(taskSeq)
        .filter((message) => message.direction === 'incoming' && message.kind !== 'message')
        .filter((message) => message.receipt.state === 'delivered' || message.receipt.state === 'held')
        .map((message) => tx.setReceipt(message.seq, 'submitted', 'read by a waiting command')),
    );
    for (const [messageSeq, task] of this.#claimed) if (task === taskSeq) this.#claimed.delete(messageSeq);
    for (const message of taken) events.publish({ task: store.task(taskSeq), message });
    this.#typist.wake();
  }

  #release(taskSeq: number): void {
    if (this.expect(taskSeq)) return;
    for (const [messageSeq, task] of this.#claimed) {
      if (task !== taskSeq) continue;
      this.#claimed.delete(messageSeq);
      this.#context.events.publish({
        task: this.#context.store.task(task),
        message: this.#context.store.message(messageSeq),
      });
      this.#typist.wake();
    }
  }
}
