/** Things of the team as JSON objects: one file each, shared by the tools, the HTTP routes and whoever else shows them. */
import { toIso } from '../../clock.js';

export type Json = Readonly<Record<string, unknown>>;

export function isoOrNull(at: number | null): string | null {
  return at === null ? null : toIso(at);
}
