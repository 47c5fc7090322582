/** What the JSON forms of projects, messages, work tasks and so on have in common; each has a file here. */
import { toIso } from '../../clock.js';

export type Json = Readonly<Record<string, unknown>>;

export function isoOrNull(at: number | null): string | null {
  return at === null ? null : toIso(at);
}
