/**
 * Does what is due without a request: time passes, and killed processes leave something behind. One daemon of the home does
 * a round at a time, whichever sees the shared alarm first. There is no leader, so none can be missing.
 */
import type { Clock } from '../clock.js';
import { type Alarm, isDue } from './alarm.js';

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
/** How often a daemon looks at the alarm. */
const TICK_MS = 1_000;

export class Rounds {
  readonly #parts: RoundParts;
  #tick: NodeJS.Timeout | null = null;
  #timer: NodeJS.Timeout | null = null;
  #dueMs = Number.POSITIVE_INFINITY;
  #isDueAnyway = false;
  #isOnRound = false;
  #isClosed = false;

  constructor(parts: RoundParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#tick ??= setInterval(() => this.#listen(), TICK_MS).unref();
    this.soon(SHORTEST_NAP_MS);
  }

  /** Called before a change, so that another daemon does the round if this process does not survive. */
  expectChange(): void {
    this.#setAtMost(this.#parts.clock.now() + TAKEN_OVER_MS);
  }

  /** This process has changed something, so it does a round, whatever the alarm says. */
  soon(ms: number): void {
    this.#isDueAnyway = true;
    this.#goIn(ms);
  }

  close(): void {
    this.#isClosed = true;
    if (this.#tick) clearInterval(this.#tick);
    if (this.#timer) clearTimeout(this.#timer);
  }

  #listen(): void {
    if (this.#isRinging()) this.#goIn(0);
  }

  #isRinging(): boolean {
    return isDue(this.#parts.alarm, this.#parts.clock.now(), LONGEST_NAP_MS);
  }

  #goIn(ms: number): void {
    const atMs = performance.now() + ms;
    if (this.#isClosed || this.#tick === null || atMs >= this.#dueMs) return;
    this.#dueMs = atMs;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#go(), ms).unref();
  }

  async #go(): Promise<void> {
    this.#dueMs = Number.POSITIVE_INFINITY;
    if (this.#isOnRound) return this.#goIn(SHORTEST_NAP_MS);
    // Another daemon was faster.
    if (!this.#isDueAnyway && !this.#isRinging()) return;
    this.#isDueAnyway = false;
    this.#isOnRound = true;
    const { alarm, clock, goRound, onTrouble } = this.#parts;
    alarm.set(clock.now() + TAKEN_OVER_MS);
    const mine = alarm.at();
    let napMs = TAKEN_OVER_MS;
    try {
      napMs = Math.min(Math.max(await goRound(), SHORTEST_NAP_MS), LONGEST_NAP_MS);
    } catch (error) {
      if (!this.#isClosed) onTrouble((error as Error).message);
    } finally {
      this.#isOnRound = false;
    }
    if (this.#isClosed) return;
    const at = clock.now() + napMs;
    // A daemon that has set it meanwhile changed something that this round may have missed.
    if (alarm.at() === mine) alarm.set(at);
    else this.#setAtMost(at);
    this.#goIn(Math.max(alarm.at() - clock.now(), SHORTEST_NAP_MS));
  }

  #setAtMost(at: number): void {
    const { alarm } = this.#parts;
    if (alarm.at() > at) alarm.set(at);
  }
}
