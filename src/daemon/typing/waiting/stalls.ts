/**
 * Notices that a program does not take a message for long, because it was stopped say. Nothing else can be typed
 * meanwhile, so everybody who waits is told.
 */
import type { Delivery, Wish } from '../../../channels/delivery.js';
import type { Message } from '../../../taskstore/message.js';
import type { HeldMail } from './held-mail.js';
import { LONG_MS } from './long-held.js';

interface Parts {
  /** The message as it is now; null if it does not matter any more. */
  readonly message: (seq: number) => Message | null;
  readonly held: HeldMail;
  readonly delivery: () => Delivery | null;
  /** Why a message cannot be typed now; null if it can. */
  readonly reasonFor: (message: Message) => string | null;
  readonly onError: (error: unknown) => void;
}

const NOT_RESPONDING = 'not responding';
/** A message that waits for the end of the work. */
const PATIENT: Wish = { priority: 1, metadata: {} };

export class Stalls {
  readonly #parts: Parts;
  afterMs = LONG_MS;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The message is in the hands of a channel until the returned function is called. */
  follow({ seq }: Message): () => void {
    const timer = setInterval(() => void this.#note(seq).catch(this.#parts.onError), this.afterMs).unref();
    return () => clearInterval(timer);
  }

  async #note(seq: number): Promise<void> {
    const { held, reasonFor } = this.#parts;
    const message = this.#parts.message(seq);
    if (message === null) return;
    const reason = this.#reasonOf(message);
    await held.noteStall(message, reason);
    await held.note((other) => (other.seq === seq ? reason : (reasonFor(other) ?? reason)));
  }

  /** A dialog that opened meanwhile waits for its person, and a door may pace itself while the program works. */
  #reasonOf(message: Message): string {
    const delivery = this.#parts.delivery();
    const isTyped = ['paste', 'line'].includes(delivery?.channelFor(message) ?? '');
    const reason = delivery?.holdReason(isTyped ? message : PATIENT) ?? null;
    return reason === 'dialog' || (reason !== null && !isTyped) ? reason : NOT_RESPONDING;
  }
}
