/**
 * Follows messages of which it is not known whether the program read them: a program that was stopped or is slow may
 * record them later, and then the receipt says so.
 */
import type { Message } from '../../taskstore/message.js';

interface Parts {
  readonly hasRead: (message: Message) => Promise<boolean>;
  readonly onRead: (message: Message) => Promise<void>;
}

/** It is looked at again after this long, and then after twice as long each time. */
const FIRST_LOOK_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const MOST_LOOKS = 20;

export class LateEvidence {
  readonly #parts: Parts;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  follow(message: Message, looks = 1, pauseMs = FIRST_LOOK_MS): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#look(message, looks, pauseMs);
    }, pauseMs).unref();
    this.#timers.add(timer);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  async #look(message: Message, looks: number, pauseMs: number): Promise<void> {
    if (await this.#parts.hasRead(message).catch(() => false)) return this.#parts.onRead(message);
    if (looks < MOST_LOOKS) this.follow(message, looks + 1, Math.min(2 * pauseMs, LONGEST_PAUSE_MS));
  }
}
