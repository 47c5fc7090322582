/** Stores the outcomes of typed messages, and remembers those that could not be stored yet. */

import type { Settled } from '../../channels/delivered.js';
import type { ChannelName } from '../../profiles/profile.js';
import type { Message } from '../../taskstore/message.js';
import type { TypingReceipts } from './typing-receipts.js';
import type { WaitingMail } from './waiting/waiting-mail.js';

export class Outcomes {
  readonly #receipts: TypingReceipts;
  readonly #mail: WaitingMail;
  readonly #unwritten = new Map<number, Settled>();
  readonly #underway = new Set<Promise<void>>();

  constructor(receipts: TypingReceipts, mail: WaitingMail) {
    this.#receipts = receipts;
    this.#mail = mail;
  }

  /** The outcome of typing that could not be stored yet. */
  unwritten(messageSeq: number): Settled | undefined {
    return this.#unwritten.get(messageSeq);
  }

  /** Stores the outcome. If that fails, it is kept, and must be noted again. */
  async note(message: Message, outcome: Settled): Promise<void> {
    this.#unwritten.set(message.seq, outcome);
    // Only another instance of the program may get an uncertain message again.
    if (outcome.type === 'uncertain') this.#mail.setAside(message.seq);
    else this.#mail.putBack(message.seq);
    if (outcome.type === 'submitted') await this.#receipts.noteSubmitted(message, outcome.reason);
    else if (outcome.type === 'failed') await this.#receipts.noteFailed(message, outcome);
    // It waits in the queue again.
    else if (outcome.type === 'dropped') await this.#receipts.note(message, 'delivered', { reason: outcome.reason });
    else await this.#receipts.note(message, outcome.type, { reason: outcome.reason });
    this.#unwritten.delete(message.seq);
  }

  /** The program has not read the message yet. Nobody else may get it meanwhile. */
  async noteTyped(message: Message, via: ChannelName): Promise<void> {
    this.#mail.setAside(message.seq);
    await this.#receipts.noteTyped(message, via);
  }

  /** Remembers that a message is being typed or read. */
  async follow(work: Promise<void>): Promise<void> {
    this.#underway.add(work);
    try {
      await work;
    } finally {
      this.#underway.delete(work);
    }
  }

  get isUnderway(): boolean {
    return this.#underway.size > 0;
  }

  /** Resolves when it is stored how far each message got. Until the program has ended, that may take long. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underway);
  }
}
