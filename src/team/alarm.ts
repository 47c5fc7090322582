/** An alarm that all daemons of a home share. The first one to see it ring does what is due and sets it again. */
import { closeSync, openSync, statSync, utimesSync } from 'node:fs';

export interface Alarm {
  /** When it rings; in the past if it is not set. */
  at(): number;
  set(at: number): void;
}

/** An alarm for this process alone. */
export function ownAlarm(): Alarm {
  let setTo = 0;
  return {
    at: () => setTo,
    set: (at) => {
      setTo = at;
    },
  };
}

/**
 * Uses the modification time of an empty file, which needs no synced write and no lock. It is only a hint: the store
 * decides who does what, so two daemons that hear it at the same moment only look twice.
 */
export function fileAlarm(path: string): Alarm {
  /** If the file cannot be written, every daemon looks for itself. */
  let own: Alarm | null = null;
  return {
    at: () => own?.at() ?? timeOf(path),
    set: (at) => {
      own = isTimeSet(path, at) || isMade(path, at) ? null : ownAlarm();
      own?.set(at);
    },
  };
}

/** File systems round times. */
const ROUNDING_MS = 10;

/** A time too far ahead was set before the clock was set back. */
export function isDue(alarm: Alarm, now: number, longestMs: number): boolean {
  const leftMs = alarm.at() - now;
  return leftMs <= 0 || leftMs > longestMs + ROUNDING_MS;
}

function timeOf(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  } catch {
    // The disk is gone, or its permissions have changed. The store reports that better.
    return 0;
  }
}

function isTimeSet(path: string, at: number): boolean {
  try {
    utimesSync(path, at / 1000, at / 1000);
    return true;
  } catch {
    return false;
  }
}

function isMade(path: string, at: number): boolean {
  try {
    closeSync(openSync(path, 'a', 0o600));
  } catch {
    // A full or read-only disk.
    return false;
  }
  return isTimeSet(path, at);
}
