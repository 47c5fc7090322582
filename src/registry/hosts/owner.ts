/** Which daemon keeps the links of this home to other hosts: one of a person, however many persons use the home. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePrivateDir, hostsDir } from '../../paths.js';
import { isSameProcess, startTimeOf } from '../../processes.js';
import { readIfThere, removeIfThere } from '../whole-files.js';

export interface HostOwner {
  readonly id: string;
  readonly pid: number;
  readonly startTime: string;
}

/** The daemon that keeps the links now; null if none does. */
export function hostOwner(home: string): HostOwner | null {
  try {
    const owner = JSON.parse(readIfThere(ownerFile(home)) ?? 'null') as HostOwner | null;
    return owner && typeof owner.id === 'string' && isSameProcess(owner) ? owner : null;
  } catch {
    return null;
  }
}

/** Returns whether this process keeps the links from now on, or did already. */
export function claimHosts(home: string, id: string): boolean {
  const known = hostOwner(home);
  if (known) return known.pid === process.pid && known.id === id;
  ensurePrivateDir(hostsDir(home));
  // What is there was left by a daemon that died.
  if (readIfThere(ownerFile(home)) !== null) removeIfThere(ownerFile(home));
  try {
    const fd = openSync(ownerFile(home), 'wx', 0o600);
    writeSync(fd, JSON.stringify({ id, pid: process.pid, startTime: startTimeOf(process.pid) ?? '' }));
    closeSync(fd);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return hostOwner(home)?.pid === process.pid;
}

export function releaseHosts(home: string, id: string): void {
  const known = hostOwner(home);
  if (known?.pid === process.pid && known.id === id) removeIfThere(ownerFile(home));
}

function ownerFile(home: string): string {
  return join(hostsDir(home), 'owner');
}
