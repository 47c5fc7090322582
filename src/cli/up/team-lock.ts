/** Lets one `up` or `down` of a project run at a time. A second one waits, and then finds little to do. */
import { linkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../clock.js';
import { fail } from '../../errors.js';
import { ensurePrivateDir, locksDir } from '../../paths.js';
import { isSameProcess, startTimeOf } from '../../processes.js';
import { ensureHome } from '../../registry/registry.js';
import { namesIn, readIfThere, removeIfThere, writeWhole } from '../../registry/whole-files.js';
import { printNote } from '../print/stdio.js';

const LONGEST_WAIT_MS = 300_000;
const LOOK_AGAIN_MS = 50;
const FREE = 'free';

export function withTeamLock<T>(home: string, projectId: string, work: () => Promise<T>): Promise<T> {
  return withLock(home, { name: projectId, what: `\`synapse up\` or \`down\` of ${projectId}` }, work);
}

/** Lets one move of the teams run at a time. No project has such a name. */
export function withMoveLock<T>(home: string, work: () => Promise<T>): Promise<T> {
  return withLock(home, { name: '.move', what: '`synapse team move`' }, work);
}

interface Lock {
  readonly name: string;
  /** Who else takes it. */
  readonly what: string;
}

async function withLock<T>(home: string, { name, what }: Lock, work: () => Promise<T>): Promise<T> {
  ensureHome(home);
  ensurePrivateDir(locksDir(home));
  const lock = join(locksDir(home), name);
  const mine = `${process.pid}/${startTimeOf(process.pid) ?? ''}`;
  const giveUpAt = systemClock.monotonicMs() + LONGEST_WAIT_MS;
  let turn = takeTurn(lock, mine);
  for (let tries = 0; turn === null; tries++) {
    if (tries === 0) printNote(`Waiting for another ${what} …`);
    if (systemClock.monotonicMs() > giveUpAt) throw fail('team_busy', { what });
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    turn = takeTurn(lock, mine);
  }
  try {
    return await work();
  } finally {
    writeWhole(fileOf(lock, turn), FREE);
  }
}

/**
 * Takes the next turn if nobody has the last one, and returns its number. Turns are files with growing numbers, each
 * created once, and the last one is never removed. So a process that is slow to see that a holder was killed cannot
 * remove or replace the lock of somebody who came in between: it finds the number taken, or a higher one.
 */
export function takeTurn(lock: string, mine: string, look: (lock: string) => number[] = turnsOf): number | null {
  const turns = look(lock);
  const last = turns.at(-1) ?? 0;
  if (last > 0 && isTaken(readIfThere(fileOf(lock, last)))) return null;
  const next = last + 1;
  if (!create(fileOf(lock, next), mine)) return null;
  if (turnsOf(lock).at(-1) !== next) {
    // The look was out of date, and this number was passed long ago.
    removeIfThere(fileOf(lock, next));
    return null;
  }
  for (const turn of turns) if (turn < last) removeIfThere(fileOf(lock, turn));
  return next;
}

/** The numbers in use, lowest first. */
function turnsOf(lock: string): number[] {
  const beginning = `${lock}.`;
  return namesIn(join(lock, '..'))
    .map((name) => join(lock, '..', name))
    .filter((path) => path.startsWith(beginning) && /^\d+$/.test(path.slice(beginning.length)))
    .map((path) => Number(path.slice(beginning.length)))
    .sort((a, b) => a - b);
}

function fileOf(lock: string, turn: number): string {
  return `${lock}.${turn}`;
}

/** As a link to a complete file, so that nobody ever reads it half written. False if another process was faster. */
function create(file: string, mine: string): boolean {
  const fresh = `${file}.${process.pid}.new`;
  writeFileSync(fresh, mine, { mode: 0o600 });
  try {
    linkSync(fresh, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    removeIfThere(fresh);
  }
}

/** A file that is gone was followed by a later turn. */
function isTaken(content: string | null): boolean {
  if (content === null) return true;
  const slash = content.indexOf('/');
  return slash > 0 && isSameProcess({ pid: Number(content.slice(0, slash)), startTime: content.slice(slash + 1) });
}
