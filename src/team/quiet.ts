/** A time in which rounds find nothing: nothing is committed, nothing is due, no session is open, and no clock is set. */
import type { Clock } from '../clock.js';

/** A round is made now and then even so. */
const LONGEST_MS = 300_000;
/** A machine that slept, or a clock that was set, shows in two clocks that went on differently. */
const ROUGHLY_SAME_MS = 1_000;

export class Quiet {
  readonly #mark: number;
  readonly #clock: Clock;
  readonly #sinceAt: number;
  readonly #sinceMs: number;
  readonly #lengthMs: number;

  /** `mark` is that of the store before it was looked at. */
  constructor(mark: number, napMs: number, clock: Clock) {
    this.#mark = mark;
    this.#clock = clock;
    this.#sinceAt = clock.now();
    this.#sinceMs = clock.monotonicMs();
    this.#lengthMs = Math.min(napMs, LONGEST_MS);
  }

  /** How long it will last if nothing happens; 0 if it is over. */
  leftMs(mark: number): number {
    const passedMs = this.#clock.monotonicMs() - this.#sinceMs;
    const isRegular = Math.abs(this.#clock.now() - this.#sinceAt - passedMs) < ROUGHLY_SAME_MS;
    return isRegular && mark === this.#mark ? Math.max(0, this.#lengthMs - passedMs) : 0;
  }
}
