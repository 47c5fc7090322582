/** One result: a ratio to a yardstick of the same run, or what its name says, and its limit. */
export interface Line {
  readonly name: string;
  readonly ratio: number;
  /** Null if it is only reported. */
  readonly limit: number | null;
  /** Most ratios are costs that must stay below the limit; a rate must reach it. */
  readonly atLeast?: boolean;
  readonly samples: number;
  readonly detail: string;
}

export function holds({ ratio, limit, atLeast }: Line): boolean {
  return limit === null || (atLeast ? ratio >= limit : ratio <= limit);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? (sorted[middle] ?? Number.NaN) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
