/**
 * Remembers when everything in a home was stopped last. A session that daemons start for waiting work has no live entry
 * until it runs, so `stop --all` cannot see it while it starts; the session looks here instead, once it has an entry.
 * Work for which nothing was started yet is kept down by the next daemon that looks here.
 */
import { join } from 'node:path';
import { readIfThere, writeWhole } from './whole-files.js';

const fileOf = (home: string) => join(home, 'stopped-all');

export function noteStoppedAll(home: string, at: number): void {
  try {
    writeWhole(fileOf(home), `${at}\n`);
  } catch {
    // A home that cannot be written starts no sessions either.
  }
}

/** Zero if that never happened. */
export function stoppedAllAt(home: string): number {
  return Number(readIfThere(fileOf(home)) ?? 0);
}

export function wasStoppedSince(home: string, launchedAt: number): boolean {
  return stoppedAllAt(home) >= launchedAt;
}
