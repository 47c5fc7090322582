/**
 * Notices mail that has been held for over a minute, so that nothing waits silently: says since when and why, with what
 * the terminal shows. A dialog and a person's draft are told in their own words and take as long as the person takes.
 */
import type { Clock } from '../../../clock.js';
import type { Message } from '../../../taskstore/message.js';

export interface LongHeldMail {
  readonly count: number;
  readonly since: number;
  readonly reason: string;
  /** The last lines of the screen at that moment. */
  readonly screen: readonly string[];
}

interface Parts {
  readonly clock: Clock;
  /** The text on the screen of the program. */
  readonly screen: () => string;
  /** Look again: some mail has been held for long now. */
  readonly wake: () => void;
  readonly onChange: (held: LongHeldMail | null) => void;
  readonly afterMs?: number;
}

export const LONG_MS = 60_000;
const TOLD_OTHERWISE: readonly string[] = ['dialog', 'draft', 'person typing', 'paused'];
const MOST_LINES = 3;
const LONGEST_LINE = 100;

export class LongHeld {
  readonly #parts: Parts;
  #timer: NodeJS.Timeout | null = null;
  #told: LongHeldMail | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The reason as the sender reads it. It stays the same while the message is held for it. */
  reasonFor(message: Message, reason: string): string {
    if (!this.#isLong(message, reason)) return reason;
    const screen = this.#told?.reason === reason ? this.#told.screen : this.#lastLines();
    return longReason(reason, screen);
  }

  /** Called with all mail that waits, each with the reason why. */
  look(waiting: readonly { readonly message: Message; readonly reason: string }[]): void {
    const ordinary = waiting.filter(({ reason }) => !TOLD_OTHERWISE.includes(reason));
    const long = ordinary.filter(({ message, reason }) => this.#isLong(message, reason));
    const since = Math.min(...long.map(({ message }) => heldSince(message) ?? Number.POSITIVE_INFINITY));
    this.#tell(
      long[0] ? { count: long.length, since, reason: long[0].reason, screen: this.#screenFor(long[0].reason) } : null,
    );
    this.#wakeFor(ordinary.filter((each) => !long.includes(each)).map(({ message }) => message));
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  get #afterMs(): number {
    return this.#parts.afterMs ?? LONG_MS;
  }

  #isLong(message: Message, reason: string): boolean {
    const since = heldSince(message);
    return since !== null && !TOLD_OTHERWISE.includes(reason) && this.#parts.clock.now() - since >= this.#afterMs;
  }

  #screenFor(reason: string): readonly string[] {
    return this.#told?.reason === reason ? this.#told.screen : this.#lastLines();
  }

  #lastLines(): readonly string[] {
    const lines = this.#parts.screen().split('\n');
    const told = lines.map((line) => line.trim().slice(0, LONGEST_LINE)).filter((line) => /\p{L}/u.test(line));
    return told.slice(-MOST_LINES);
  }

  #tell(held: LongHeldMail | null): void {
    const before = this.#told;
    if (held === before || (held && before && sameMail(held, before))) return;
    this.#told = held;
    this.#parts.onChange(held);
  }

  #wakeFor(messages: readonly Message[]): void {
    const oldest = Math.min(...messages.map((message) => heldSince(message) ?? this.#parts.clock.now()));
    if (!Number.isFinite(oldest) || this.#timer) return;
    const leftMs = Math.max(oldest + this.#afterMs - this.#parts.clock.now(), 1);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#parts.wake();
    }, leftMs).unref();
  }
}

const MARK = ', for over a minute';

/** How a long wait reads in a receipt. */
export function longReason(reason: string, screen: readonly string[]): string {
  return screen.length === 0 ? `${reason}${MARK}` : `${reason}${MARK}; its screen ends with: ${screen.join(' | ')}`;
}

export function isLongReason(reason: string): boolean {
  return reason.includes(MARK);
}

/** Since when a message has been held without a break, or is being typed; null if it is neither. */
export function heldSince({ receipt, receipts }: Pick<Message, 'receipt' | 'receipts'>): number | null {
  if (receipt.state !== 'held' && receipt.state !== 'typing') return null;
  const before = receipts.findLastIndex(({ state }) => state !== receipt.state);
  return receipts[before + 1]?.at ?? receipt.at;
}

function sameMail(one: LongHeldMail, other: LongHeldMail): boolean {
  return one.count === other.count && one.since === other.since && one.reason === other.reason;
}
