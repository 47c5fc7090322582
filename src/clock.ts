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
  return new Date(at).toISOString();
}
