/** Delays the answers to wrong passkeys, longer after each one. A right passkey never waits. */
import type { Clock } from '../../clock.js';

const FREE_TRIES = 5;
const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 10_000;
const FORGET_AFTER_MS = 15 * 60_000;
const MOST_REMEMBERED = 10_000;
const LONGEST_NAME = 64;

interface Tries {
  readonly wrong: number;
  readonly at: number;
}

export class Refusals {
  readonly #clock: Clock;
  /** By agent, known or not, so that the time of an answer does not reveal which agents exist. Oldest first. */
  readonly #tries = new Map<string, Tries>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a wrong passkey, and resolves when it may be answered or nobody waits for the answer. */
  pause(agentId: string, signal?: AbortSignal): Promise<void> {
    const ms = pauseMs(this.#count(agentId.slice(0, LONGEST_NAME)));
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      const giveUp = () => {
        clearTimeout(timer);
        resolve();
      };
      if (signal?.aborted) giveUp();
      else signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  forget(agentId: string): void {
    this.#tries.delete(agentId);
  }

  #count(name: string): number {
    const now = this.#clock.monotonicMs();
    const before = this.#tries.get(name);
    const wrong = before && now - before.at < FORGET_AFTER_MS ? before.wrong + 1 : 1;
    this.#tries.delete(name);
    this.#tries.set(name, { wrong, at: now });
    const [oldest] = this.#tries.keys();
    if (this.#tries.size > MOST_REMEMBERED && oldest !== undefined) this.#tries.delete(oldest);
    return wrong;
  }
}

/** How long the answer takes after this many wrong passkeys in a row. */
export function pauseMs(wrong: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, wrong - FREE_TRIES), LONGEST_PAUSE_MS);
}
