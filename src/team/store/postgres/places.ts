/** The connections that the daemons of one host share: few places, held by locks that the kernel releases. */
import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sqlite, type SqliteDatabase } from '../../../storage/sqlite.js';
import { ConnectionLost } from './failures.js';

/** With the one that listens, four connections per host. */
const PLACES = 3;
/** How long a wish for a place counts. */
const WISH_MS = 500;
/** How long a failure counts; a process that has a place tries again in the meantime. */
const FAILURE_MS = 3_000;

export interface Place {
  leave(): void;
}

export interface Places {
  /** Throws `NoPlace` if all of them are taken. */
  take(): Place;
  /** Whether another process is waiting for a place. */
  areWanted(): boolean;
  /** The server is out of reach, so nobody needs to wait for those who are about to find that out. */
  noteFailure(): void;
  noteSuccess(): void;
  close(): void;
}

/** All places are taken; another daemon leaves one soon. */
export class NoPlace extends Error {}

/** For a process that shares with nobody. */
export const OWN_PLACE: Places = {
  take: () => ({ leave: () => {} }),
  areWanted: () => false,
  noteFailure: () => {},
  noteSuccess: () => {},
  close: () => {},
};

/** An exclusive SQLite transaction on an empty file is a lock that ends with its process, on every system. */
export function sharedPlaces(dir: string): Places {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const wish = join(dir, 'wanted');
  const failure = join(dir, 'failed');
  const files = new Map<number, SqliteDatabase>();
  return {
    take: () => {
      for (let index = 0; index < PLACES; index++) {
        const file = files.get(index) ?? new Sqlite(join(dir, `place-${index}`), { timeout: 0 });
        files.set(index, file);
        if (isLocked(file)) return { leave: () => file.open && file.inTransaction && file.exec('rollback') };
      }
      if (isFresh(failure, FAILURE_MS)) throw new ConnectionLost('the server does not answer');
      touch(wish);
      throw new NoPlace('all connections of this host are in use');
    },
    areWanted: () => isFresh(wish, WISH_MS),
    noteFailure: () => touch(failure),
    noteSuccess: () => rmSync(failure, { force: true }),
    close: () => {
      for (const file of files.values()) file.close();
      files.clear();
    },
  };
}

function isFresh(file: string, ms: number): boolean {
  const at = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Math.abs(Date.now() - at) < ms;
}

function isLocked(file: SqliteDatabase): boolean {
  try {
    file.exec('begin exclusive');
    return true;
  } catch {
    return false;
  }
}

function touch(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    writeFileSync(file, '', { mode: 0o600 });
  }
}
