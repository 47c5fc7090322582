/** Interrupts a program for the most urgent mail, once for each message. */
import type { Delivery } from '../../channels/delivery.js';
import type { Message } from '../../taskstore/message.js';

const URGENT = 5;

export class Urgent {
  /** The message that the program was already interrupted for. */
  #interruptedFor: number | null = null;

  /** Before it is handed over, if that needs no idle program. Never in a dialog, where the key would be an answer. */
  async beforeTyping(message: Message, delivery: Delivery): Promise<void> {
    if (!this.#isNew(message) || !delivery.interruptsFirst(message) || delivery.isAsking) return;
    if (await delivery.interrupt()) this.#interruptedFor = message.seq;
  }

  /** While a message is held because the program works. Never in a dialog, where the key would be an answer. */
  async whileHeld(message: Message | null, reason: string | null, delivery: Delivery): Promise<void> {
    if (message === null || !this.#isNew(message) || reason !== 'busy' || delivery.isAsking) return;
    if (await delivery.interrupt()) this.#interruptedFor = message.seq;
  }

  #isNew({ priority, seq }: Message): boolean {
    return priority === URGENT && this.#interruptedFor !== seq;
  }
}
