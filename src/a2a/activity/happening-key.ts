/** Knows a happening again that is told a second time, when it is read from the past. */
import type { Activity } from '../activity.js';

/** The receipt of a message changes while the message stays the same. */
export function happeningKey({ cursor: _cursor, at: _at, ...happening }: Activity): string {
  return happening.event === 'message' ? `message ${happening.id}` : JSON.stringify(happening);
}
