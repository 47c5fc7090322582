/** An alarm clock that all daemons of a home share: whoever sees first that it rings does what is due, and sets it anew. */
import { closeSync, openSync, statSync, utimesSync } from 'node:fs';

export interface Alarm {
  /** When it rings; in the past where nobody has set it. */
  at(): number;
  set(at: number): void;
}

/** Of this process alone. */
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
 * The time of change of an empty file. It costs no write to the disk and no lock, and is no promise: the store decides who
 * does what, so two who hear it at the same moment only look twice.
 */
export function fileAlarm(path: string): Alarm {
  return {
    at: () => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0,
    set: (at) => {
      try {
        utimesSync(path, at / 1000, at / 1000);
      } catch {
        make(path, at);
      }
    },
  };
}

/** A time too far ahead was set by a clock that has been put back since. */
export function isDue(alarm: Alarm, now: number, longestMs: number): boolean {
  const leftMs = alarm.at() - now;
  return leftMs <= 0 || leftMs > longestMs;
}

/** Where it cannot be made, everybody looks for themselves. */
function make(path: string, at: number): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
    utimesSync(path, at / 1000, at / 1000);
  } catch {
    // A full or read-only disk.
  }
}
