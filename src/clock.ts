/** The time, as an argument: instants come from `now`, waits are measured with `monotonicMs`, which never jumps. */
export interface Clock {
  now(): number;
  monotonicMs(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
};

/** ISO-8601 in UTC with milliseconds, as every JSON answer has it. */
export function toIso(at: number): string {
  // One answer names the same instant several times, and so do those of the same turn.
  if (at !== latest.at) latest = { at, iso: new Date(at).toISOString() };
  return latest.iso;
}

let latest = { at: 0, iso: new Date(0).toISOString() };
