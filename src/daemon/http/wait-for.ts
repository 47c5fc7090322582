/** Waits until a change decides something, the time is up, or the caller is gone. */
import type { EventHub } from '../events.js';

export interface Wait {
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/** A longer timer would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The first value that `decide` returns, or null if the time is up or the caller is gone. */
export function waitFor<T>(
  events: Pick<EventHub, 'on'>,
  decide: () => T | null,
  { limitMs, signal }: Wait,
): Promise<T | null> {
  return new Promise((resolve) => {
    const finish = (value: T | null) => {
      clearTimeout(timer);
      unsubscribe();
      signal.removeEventListener('abort', giveUp);
      resolve(value);
    };
    const giveUp = () => finish(null);
    const look = () => {
      const value = decide();
      if (value !== null) finish(value);
    };
    const timer = setTimeout(giveUp, Math.min(limitMs, LONGEST_TIMER_MS));
    const unsubscribe = events.on('change', look);
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
    else look();
  });
}
