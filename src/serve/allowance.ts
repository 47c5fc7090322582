/** Limits how often a caller may do something: a number at once, refilled over time. */
import type { Clock } from '../clock.js';

interface Spent {
  /** How much of the allowance is used up. */
  readonly used: number;
  readonly at: number;
}

/** An attacker with many addresses must not fill the memory. */
const MOST_KNOWN = 10_000;
const MINUTE_MS = 60_000;

export class Allowance {
  readonly #perMinute: number;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** Whoever was seen last comes last. */
  readonly #spent = new Map<string, Spent>();

  constructor(perMinute: number, clock: Pick<Clock, 'monotonicMs'>) {
    this.#perMinute = perMinute;
    this.#clock = clock;
  }

  /** Null if it is allowed, or how many seconds are left until it is. */
  take(who: string): number | null {
    const at = this.#clock.monotonicMs();
    const used = this.#usedBy(who, at);
    if (used + 1 > this.#perMinute) {
      return Math.max(1, Math.ceil(((used + 1 - this.#perMinute) * MINUTE_MS) / this.#perMinute / 1_000));
    }
    this.#spent.delete(who);
    this.#spent.set(who, { used: used + 1, at });
    const [oldest] = this.#spent.keys();
    if (this.#spent.size > MOST_KNOWN && oldest !== undefined) this.#spent.delete(oldest);
    return null;
  }

  #usedBy(who: string, now: number): number {
    const { used, at } = this.#spent.get(who) ?? { used: 0, at: now };
    return Math.max(0, used - ((now - at) * this.#perMinute) / MINUTE_MS);
  }
}
