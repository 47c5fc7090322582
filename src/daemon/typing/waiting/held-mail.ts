/** Notes in the receipts of waiting mail why it cannot be typed now, and that it has waited for long. */
import type { Message } from '../../../taskstore/message.js';
import type { TypingReceipts } from '../typing-receipts.js';
import type { LongHeld } from './long-held.js';
import type { Held, WaitingMail } from './waiting-mail.js';

export class HeldMail {
  readonly #mail: WaitingMail;
  readonly #receipts: TypingReceipts;
  #long: LongHeld | null = null;

  constructor(mail: WaitingMail, receipts: TypingReceipts) {
    this.#mail = mail;
    this.#receipts = receipts;
  }

  /** From now on, mail that waits for long is noticed. */
  watch(long: LongHeld): void {
    this.#long = long;
  }

  /** `reasonFor` is null for a message that can be typed. */
  async note(reasonFor: (message: Message) => string | null): Promise<void> {
    const told = this.#held(reasonFor).map(({ message, reason }) => ({
      message,
      reason: this.#long?.reasonFor(message, reason) ?? reason,
    }));
    await this.#mail.hold(told, this.#receipts);
    this.#long?.look(this.#held(reasonFor));
  }

  /** A message has been in the hands of the typist for long: its program does not take it. */
  async noteStall(message: Message, reason: string): Promise<void> {
    const told = this.#long?.reasonFor(message, reason) ?? reason;
    if (told !== reason) await this.#receipts.note(message, 'typing', { reason: told, from: ['typing'] });
  }

  close(): void {
    this.#long?.close();
  }

  #held(reasonFor: (message: Message) => string | null): readonly Held[] {
    return this.#mail.waiting().flatMap((message) => {
      const reason = reasonFor(message);
      return reason === null ? [] : [{ message, reason }];
    });
  }
}
