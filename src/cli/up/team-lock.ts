/** Lets one `up` or `down` of a project run at a time. A second one waits, and then finds little to do. */
import { linkSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../clock.js';
import { fail } from '../../errors.js';
import { isSameProcess, startTimeOf } from '../../processes.js';
import { ensureHome } from '../../registry/registry.js';
import { readIfThere, removeIfThere } from '../../registry/whole-files.js';
import { printNote } from '../print/stdio.js';

const LONGEST_WAIT_MS = 300_000;
const LOOK_AGAIN_MS = 50;

export async function withTeamLock<T>(home: string, projectId: string, work: () => Promise<T>): Promise<T> {
  ensureHome(home);
  const file = join(home, `team-${projectId}.lock`);
  const mine = `${process.pid}/${startTimeOf(process.pid) ?? ''}`;
  const giveUpAt = systemClock.monotonicMs() + LONGEST_WAIT_MS;
  for (let tries = 0; !take(file, mine); tries++) {
    if (tries === 0) printNote(`Waiting for another \`synapse up\` or \`down\` of ${projectId} …`);
    if (systemClock.monotonicMs() > giveUpAt) throw fail('team_busy', { project_id: projectId });
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  try {
    return await work();
  } finally {
    if (readIfThere(file) === mine) removeIfThere(file);
  }
}

/** Creates the file as a link to a complete one, so that nobody ever reads it half written. */
function take(file: string, mine: string): boolean {
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, mine, { mode: 0o600 });
  try {
    linkSync(fresh, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    removeAbandoned(file);
    return false;
  } finally {
    removeIfThere(fresh);
  }
}

/** Removes the lock of a process that was killed. */
function removeAbandoned(file: string): void {
  if (isTaken(readIfThere(file))) return;
  const aside = `${file}.${process.pid}.old`;
  try {
    renameSync(file, aside);
    // If another process took the lock in between, this is its file: put it back.
    if (isTaken(readIfThere(aside))) linkSync(aside, file);
  } catch {
    // The file is gone, or another process took the lock; the next try finds out.
  } finally {
    removeIfThere(aside);
  }
}

function isTaken(content: string | null): boolean {
  if (content === null) return true;
  const slash = content.indexOf('/');
  return slash > 0 && isSameProcess({ pid: Number(content.slice(0, slash)), startTime: content.slice(slash + 1) });
}
