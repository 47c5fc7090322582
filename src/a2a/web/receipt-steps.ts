/** Which of two receipts of one message is further. Its two sides learn of a step at different times. */

/** How far a receipt has got. Only these are told in the stream. */
const RANK: Readonly<Record<string, number>> = {
  delivered: 1,
  held: 2,
  uncertain: 3,
  submitted: 5,
  answered: 6,
  expired: 7,
  failed: 7,
};

export interface Step {
  readonly state: string;
  readonly reason: string | null;
}

export function isTold(state: string): boolean {
  return RANK[state] !== undefined;
}

export function isFurther(before: Step, { state, reason }: Step): boolean {
  const rank = RANK[state];
  if (rank === undefined) return false;
  const isOther = state === before.state && reason !== before.reason;
  return rank > (RANK[before.state] ?? 0) || (isOther && (state === 'held' || state === 'submitted'));
}
