/** Finds processes that a scenario did not start itself, and programs that are hard to end. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { processesWithEnvironment, startTimeOf } from '../../../src/processes.js';
import type { LiveEntry } from '../../../src/registry/entry.js';

/** Ignores every polite signal, and so do its children: one in the background, two in sessions of their own. */
export const STUBBORN = fileURLToPath(new URL('../programs/stubborn.sh', import.meta.url));
const STUBBORN_PROCESSES = 4;
/** What "gone within 5 s" allows. */
export const GONE_WITHIN_MS = 5_000;

/** The processes that a stubborn program has listed, once all of them run. */
export async function stubbornPids(file: string): Promise<number[]> {
  const read = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : []);
  await expect.poll(() => read().filter(isAlive).length).toBe(STUBBORN_PROCESSES);
  return read();
}

export function isAlive(pid: number): boolean {
  return startTimeOf(pid) !== null;
}

/** All live processes of one run of an agent: its program, its descendants, and its daemon. */
export function remainsOf({ instance, pid, programPid }: LiveEntry): number[] {
  const named = [pid, programPid ?? 0].filter((candidate) => candidate > 0 && isAlive(candidate));
  return [...new Set([...named, ...processesWithEnvironment('SYNAPSE_INSTANCE', instance)])];
}

/** Kills the daemon without warning; it is gone when this returns. */
export async function killDaemon({ pid }: Pick<LiveEntry, 'pid'>): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => isAlive(pid), { interval: 5 }).toBe(false);
}
