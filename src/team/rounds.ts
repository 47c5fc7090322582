/**
 * Does what is due without a request: time passes, and killed processes leave something behind. One daemon of the home does
 * a round at a time, whichever sees the shared alarm first. There is no leader, so none can be missing.
 */

import type { Clock } from '../clock.js';
import { type Alarm, isDue } from './alarm.js';
import { everySecond } from './beat.js';

export interface RoundParts {
  readonly alarm: Alarm;
  readonly clock: Clock;
  /** Does what is due. Returns in how many milliseconds something will be due again. */
  readonly goRound: () => Promise<number>;
  readonly onTrouble: (reason: string) => void;
}

/** If a daemon is killed right after a commit or during a round, another one does the round after this time. */
const TAKEN_OVER_MS = 1_000;
/** Do a round at least this often, because clocks are set and computers sleep. */
const LONGEST_NAP_MS = 15_000;
const SHORTEST_NAP_MS = 20;
/** After a failed round, the other daemons get this long to try, because only this process may be in trouble. */
const REST_MS = 3_000;

export class Rounds {
  readonly #parts: RoundParts;
  /** Stops looking at the alarm; null if it has not started. */
  #stopLooking: (() => void) | null = null;
  #timer: NodeJS.Timeout | null = null;
  #dueMs = Number.POSITIVE_INFINITY;
  #restsUntilMs = 0;
  #isDueAnyway = false;
  #isOnRound = false;
  #isClosed = false;

  constructor(parts: RoundParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#stopLooking ??= everySecond(() => this.#listen());
    this.soon(SHORTEST_NAP_MS);
  }

  /**
   * Called before a change, so that another daemon does the round if this process does not survive. Always moves the alarm:
   * a daemon in the middle of a round would not see at its end that it may have missed the change otherwise.
   */
  expectChange(): void {
    const { alarm, clock } = this.#parts;
    const [now, setTo] = [clock.now(), alarm.at()];
    if (setTo > now) alarm.set(Math.min(now + TAKEN_OVER_MS, setTo - 1));
  }

  /** This process has changed something, so it does a round, whatever the alarm says. */
  soon(ms: number): void {
    this.#isDueAnyway = true;
    this.expectChange();
    this.#goIn(ms);
  }

  close(): void {
    this.#isClosed = true;
    this.#stopLooking?.();
    if (this.#timer) clearTimeout(this.#timer);
  }

  #listen(): void {
    if (performance.now() >= this.#restsUntilMs && this.#isRinging()) this.#goIn(0);
  }

  #isRinging(): boolean {
    return isDue(this.#parts.alarm, this.#parts.clock.now(), LONGEST_NAP_MS);
  }

  #goIn(ms: number): void {
    const atMs = performance.now() + ms;
    if (this.#isClosed || this.#stopLooking === null || atMs >= this.#dueMs) return;
    this.#dueMs = atMs;
    this.#setTimer(ms);
  }

  #setTimer(ms: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#go(), ms).unref();
  }

  async #go(): Promise<void> {
    // Timers count whole milliseconds, so one may be early by a part of one.
    const earlyMs = this.#dueMs - performance.now();
    if (earlyMs > 0) return this.#setTimer(Math.ceil(earlyMs));
    this.#dueMs = Number.POSITIVE_INFINITY;
    if (this.#isOnRound) return this.#goIn(SHORTEST_NAP_MS);
    // Another daemon was faster.
    if (!this.#isDueAnyway && !this.#isRinging()) return;
    this.#isDueAnyway = false;
    this.#isOnRound = true;
    const { alarm, clock } = this.#parts;
    alarm.set(clock.now() + TAKEN_OVER_MS);
    const mine = alarm.at();
    const napMs = await this.#napAfterRound();
    this.#isOnRound = false;
    if (this.#isClosed) return;
    if (napMs === null) {
      this.#restsUntilMs = performance.now() + REST_MS;
      alarm.set(clock.now());
      return;
    }
    // A daemon that has set it meanwhile changed something that this round may have missed.
    const isMissed = alarm.at() !== mine;
    alarm.set(isMissed ? Math.min(alarm.at(), clock.now() + napMs) : clock.now() + napMs);
    // One more, because the clock drops fractions.
    this.#goIn((isMissed ? Math.max(alarm.at() - clock.now(), SHORTEST_NAP_MS) : napMs) + 1);
  }

  /** Null if it failed. */
  async #napAfterRound(): Promise<number | null> {
    try {
      return Math.min(Math.max(await this.#parts.goRound(), SHORTEST_NAP_MS), LONGEST_NAP_MS);
    } catch (error) {
      if (!this.#isClosed) this.#parts.onTrouble((error as Error).message);
      return null;
    }
  }
}
