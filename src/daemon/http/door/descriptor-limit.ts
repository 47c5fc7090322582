/** How many files and connections this process may have open, where the system tells it. */
import { readFileSync } from 'node:fs';

/** Null if it is not known, or unlimited. */
export function descriptorLimit(file = '/proc/self/limits'): number | null {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1];
    return limit === undefined ? null : Number(limit);
  } catch {
    return null;
  }
}
