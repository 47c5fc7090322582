/**
 * The daemons that are being launched. A daemon has no live entry until it has an address, so `stop` and `down` could
 * not see it before that; a file per launch tells them to wait for it.
 */
import { join } from 'node:path';
import { ensurePrivateDir } from '../paths.js';
import { isSameProcess, type ProcessIdentity, startTimeOf } from '../processes.js';
import { newId } from '../random-ids.js';
import { namesIn, readIfThere, removeIfThere, writeWhole } from './whole-files.js';

/** What is known about a daemon before it has an address. */
export interface LaunchNote {
  /** Null if it gets a port-based id. */
  readonly id: string | null;
  readonly project: string | null;
}

interface LaunchFile extends LaunchNote, ProcessIdentity {
  readonly at: number;
  /** Whether the process is the new daemon, not its launcher. */
  readonly isTaken: boolean;
}

const SUFFIX = '.json';
/** If a launcher is killed, its daemon may take this long to say that it is there. */
const HAND_OVER_MS = 10_000;

const dirOf = (home: string) => join(home, 'launches');

/** Called by the launcher before it starts a process. Returns the file; null if it cannot be written. */
export function noteLaunch(home: string, note: LaunchNote, at: number): string | null {
  const file = join(dirOf(home), `${newId()}${SUFFIX}`);
  try {
    ensurePrivateDir(dirOf(home));
    write(file, { ...note, at, isTaken: false });
    return file;
  } catch {
    // On a full disk the daemon does not start either.
    return null;
  }
}

/** Called by the new process, because its launcher may be killed in the meantime. */
export function takeOverLaunch(file: string | null | undefined, note: LaunchNote, at: number): void {
  try {
    if (file && readIfThere(file) !== null) write(file, { ...note, at, isTaken: true });
  } catch {
    // Its launcher still holds it.
  }
}

/** The daemon has its live entry, or will never have one. */
export function endLaunch(file: string | null | undefined): void {
  if (file) removeIfThere(file);
}

/** The launches under way. Removes the files of those that were killed. */
export function launchesIn(home: string, now: number): LaunchNote[] {
  return namesIn(dirOf(home))
    .filter((name) => name.endsWith(SUFFIX))
    .flatMap((name) => {
      const file = join(dirOf(home), name);
      const launch = parse(readIfThere(file));
      if (launch && isUnderWay(launch, now)) return [launch];
      removeIfThere(file);
      return [];
    });
}

function isUnderWay(launch: LaunchFile, now: number): boolean {
  return isSameProcess(launch) || (!launch.isTaken && Math.abs(now - launch.at) < HAND_OVER_MS);
}

function write(file: string, { id, project, at, isTaken }: Omit<LaunchFile, keyof ProcessIdentity>): void {
  const launch: LaunchFile = { id, project, at, isTaken, pid: process.pid, startTime: startTimeOf(process.pid) ?? '' };
  writeWhole(file, `${JSON.stringify(launch)}\n`);
}

function parse(text: string | null): LaunchFile | null {
  try {
    return JSON.parse(text ?? 'null') as LaunchFile | null;
  } catch {
    return null;
  }
}
