/**
 * How fast messages may go over Claude Code's inbox. It takes 30 from one sender at once and one more every two seconds,
 * keeps 50 that are unread, and drops whatever comes beyond that, or comes twice in a row within 30 seconds.
 */
export interface Pace {
  /** How many may go at once, and how many more per second. */
  readonly burst: number;
  readonly perSecond: number;
  readonly mostUnread: number;
  readonly repeatMs: number;
}

/** A little less than it takes, because its clock and ours see different moments. */
export const PACE: Pace = { burst: 29, perSecond: 0.5, mostUnread: 40, repeatMs: 31_000 };

export interface Bucket {
  readonly tokens: number;
  readonly at: number;
  readonly last: { readonly text: string; readonly at: number } | null;
}

export function fullBucket(now: number, { burst }: Pace = PACE): Bucket {
  return { tokens: burst, at: now, last: null };
}

/** How long the next message has to wait; 0 if it may go now. */
export function waitMs(bucket: Bucket, text: string, now: number, pace: Pace = PACE): number {
  const missing = 1 - tokensAt(bucket, now, pace);
  const forToken = missing > 0 ? Math.ceil((missing / pace.perSecond) * 1000) : 0;
  const { last } = bucket;
  return Math.max(forToken, last?.text === text ? last.at + pace.repeatMs - now : 0);
}

export function afterSending(bucket: Bucket, text: string, now: number, pace: Pace = PACE): Bucket {
  return { tokens: tokensAt(bucket, now, pace) - 1, at: now, last: { text, at: now } };
}

function tokensAt({ tokens, at }: Bucket, now: number, { burst, perSecond }: Pace): number {
  return Math.min(burst, tokens + (Math.max(0, now - at) / 1000) * perSecond);
}
