/** Agents of a team that are only declared: their sessions are started by daemons. What they did is in their notes. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { isSameProcess } from '../../../src/processes.js';
import { Registry } from '../../../src/registry/registry.js';
import type { TestTeam } from './team.js';
import { shown } from './work.js';

const TEAMMATE = fileURLToPath(new URL('../programs/teammate.mjs', import.meta.url));
/** Sessions start, talk and end one after the other, which takes a while on a busy machine. */
export const LIMIT_MS = 240_000;
const WAIT = { timeout: 120_000, interval: 100 };

export interface Pair {
  readonly a: string;
  readonly b: string;
  readonly folder: string;
}

let count = 0;

/** Two agents that play shiritori as soon as the first has work. */
export async function declarePair(team: TestTeam, aSays: readonly string[], bSays: readonly string[]): Promise<Pair> {
  const name = `pair${++count}`;
  const folder = join(team.home.dir, name);
  mkdirSync(folder);
  const pair = { a: `${name}-a`, b: `${name}-b`, folder };
  await team.agent(pair.a, { parent: 'tester', command: commandOf(folder, pair.b, aSays) });
  await team.agent(pair.b, { parent: 'tester', command: commandOf(folder, pair.a, bSays) });
  return pair;
}

export function commandOf(folder: string, partner: string, words: readonly string[]): string {
  return [process.execPath, TEAMMATE, folder, partner, ...words].map((word) => JSON.stringify(word)).join(' ');
}

/** At this step of this member (`a:begun`), kill: `program`, `daemon`, or the daemon of that id. */
export function killAt({ folder }: Pair, step: string, victim: string): void {
  writeFileSync(join(folder, 'kill'), `${step} ${victim}`);
}

export function hasKilled({ folder }: Pair): boolean {
  return existsSync(join(folder, 'killed'));
}

// biome-ignore lint/suspicious/noExplicitAny: tests look at the fields they care about.
export function notes({ folder }: Pick<Pair, 'folder'>, member: string, purpose: 'task' | 'chat'): any[] {
  const file = join(folder, `${member}.${purpose}`);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

export async function untilStatus(team: TestTeam, taskId: string, status: string): Promise<void> {
  await expect.poll(async () => (await shown(team, taskId)).task.status, WAIT).toBe(status);
}

/** The agents that run in this home, without people. */
export function running(team: TestTeam): string[] {
  const entries = new Registry(team.home.home).entries().filter((entry) => isSameProcess(entry));
  return entries.filter(({ kind }) => kind === 'ai').map(({ id }) => id);
}

export async function untilNobodyRuns(team: TestTeam): Promise<void> {
  await expect.poll(() => running(team), WAIT).toEqual([]);
}
