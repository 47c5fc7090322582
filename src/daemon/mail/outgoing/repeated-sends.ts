/** Recognizes what a command sends again because it got no answer, by the id that the command made. */
import type { TaskStore } from '../../../taskstore/store.js';
import type { Sent } from './sent.js';

export class RepeatedSends {
  readonly #store: TaskStore;
  /** What is being stored right now. */
  readonly #underWay = new Map<string, Promise<Sent>>();

  constructor(store: TaskStore) {
    this.#store = store;
  }

  /** Whether a message with this id was sent or is being sent. */
  knows(messageId: string | undefined): boolean {
    if (messageId === undefined) return false;
    return this.#underWay.has(messageId) || this.#store.outgoingByMessageId(messageId) !== null;
  }

  /** Sends it, unless it was sent before. */
  async once(messageId: string | undefined, send: () => Promise<Sent>): Promise<Sent> {
    if (messageId === undefined) return send();
    if (!this.knows(messageId)) return this.#send(messageId, send);
    try {
      await this.#underWay.get(messageId);
    } catch {
      // It could not be stored, so this is not a repetition.
      return this.once(messageId, send);
    }
    return this.#sentBefore(messageId);
  }

  async #send(messageId: string, send: () => Promise<Sent>): Promise<Sent> {
    const sending = send();
    this.#underWay.set(messageId, sending);
    try {
      return await sending;
    } finally {
      this.#underWay.delete(messageId);
    }
  }

  #sentBefore(messageId: string): Sent {
    const message = this.#store.outgoingByMessageId(messageId);
    if (!message) throw new TypeError(`the message ${messageId} was sent, but is not stored`);
    const task = message.taskSeq === null ? null : this.#store.task(message.taskSeq);
    return { message, task, target: message.peer, answerFirst: null, late: false, repeated: true };
  }
}
