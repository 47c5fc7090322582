/** The time, as a parameter: `now` gives instants, and `monotonicMs`, which never jumps, measures waits. */
export interface Clock {
  now(): number;
  monotonicMs(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
};

/** ISO-8601 in UTC with milliseconds, as in every JSON answer. */
export function toIso(at: number): string {
  // One answer often names the same instant several times.
  if (at !== latest?.at) latest = { at, iso: new Date(at).toISOString() };
  return latest.iso;
}

let latest: { readonly at: number; readonly iso: string } | null = null;
