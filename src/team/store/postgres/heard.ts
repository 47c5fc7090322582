/**
 * What the daemon that listens tells the others of its host: that it hears, and up to which commit it has read. So they need
 * not ask the server whether something is new.
 */
import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RENEW_MS } from '../../hosts.js';

/** One lost answer of the server is no reason for everybody to ask it. */
const FRESH_MS = 3 * RENEW_MS;

export interface Heard {
  /** Notifications arrive: this host has just heard itself. */
  hears(): void;
  hasRead(seq: number): void;
  /** The last commit that was read; null if nobody hears. */
  last(): number | null;
}

/** For a process that shares with nobody. */
export const NOT_HEARD: Heard = { hears: () => {}, hasRead: () => {}, last: () => null };

/** The times of two empty files, which need no lock: one is a time, the other a number. */
export function heardIn(dir: string): Heard {
  const [hearing, read] = [join(dir, 'hearing'), join(dir, 'read')];
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return {
    hears: () => setTime(hearing, Date.now()),
    hasRead: (seq) => setTime(read, seq),
    last: () => {
      const heardAt = timeOf(hearing);
      return heardAt !== null && Math.abs(Date.now() - heardAt) < FRESH_MS ? timeOf(read) : null;
    },
  };
}

function timeOf(file: string): number | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? Math.round(found.mtimeMs) : null;
}

function setTime(file: string, ms: number): void {
  if (isSet(file, ms)) return;
  try {
    writeFileSync(file, '', { mode: 0o600 });
  } catch {
    // The disk is full, or the folder is gone. Then the others look for themselves.
  }
  isSet(file, ms);
}

function isSet(file: string, ms: number): boolean {
  try {
    utimesSync(file, ms / 1000, ms / 1000);
    return true;
  } catch {
    return false;
  }
}
