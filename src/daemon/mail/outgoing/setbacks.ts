/** Decides when a message that its receiver cannot take lets the mail behind it pass. */
import type { Clock } from '../../../clock.js';

interface Setback {
  readonly sinceMs: number;
  readonly tries: number;
}

/** A receiver that fails for a moment fails for every message, so the order is kept for this long. */
const PATIENCE_MS = 3_000;
const FEWEST_TRIES = 3;
/** An almost full disk takes short messages and no long ones. Usually somebody makes room, and then the order is right. */
const FULL_DISK_STATUS = 507;
const FULL_DISK_PATIENCE_MS = 5 * 60_000;

export class Setbacks {
  readonly #clock: Clock;
  readonly #bySeq = new Map<number, Setback>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The receiver answered this message with this status. Returns true if the mail behind it may pass. */
  note(messageSeq: number, status: number): boolean {
    const nowMs = this.#clock.monotonicMs();
    const { sinceMs, tries } = this.#bySeq.get(messageSeq) ?? { sinceMs: nowMs, tries: 0 };
    this.#bySeq.set(messageSeq, { sinceMs, tries: tries + 1 });
    const patienceMs = status === FULL_DISK_STATUS ? FULL_DISK_PATIENCE_MS : PATIENCE_MS;
    return tries + 1 >= FEWEST_TRIES && nowMs - sinceMs >= patienceMs;
  }

  /** The message is settled, or its receiver is down and may be better when it is back. */
  forget(messageSeq: number): void {
    this.#bySeq.delete(messageSeq);
  }
}
