/** A store in a folder of its own, what to put into it, and other processes that want it. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';
import { buildSync } from 'esbuild';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../src/clock.js';
import { SynapseError } from '../../src/errors.js';
import type { Message } from '../../src/taskstore/message.js';
import { type NewMessage, type NewTask, TaskStore, type Tx } from '../../src/taskstore/store.js';
import type { Task } from '../../src/taskstore/task.js';

export const ALICE = { id: 'alice', type: 'claude', endpoint: 'http://localhost:8100' };
export const BOB = { id: 'bob', type: 'codex', endpoint: null };
export const START_AT = 1_700_000_000_000;
export const DAY_MS = 86_400_000;

/** A clock that only the test moves. */
export interface HandClock extends Clock {
  at: number;
}

export function handClock(): HandClock {
  return {
    at: START_AT,
    now() {
      return this.at;
    },
    monotonicMs: () => 0,
  };
}

export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'synapse-taskstore-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export function openStore(options: { path?: string; clock?: Clock } = {}): TaskStore {
  const path = options.path ?? join(tempDir(), 'tasks.db');
  const store = TaskStore.open({ path, agent: 'worker-a', clock: options.clock ?? handClock() });
  onTestFinished(() => store.close());
  return store;
}

export const incomingTask = (more: Partial<NewTask> = {}): NewTask => ({
  direction: 'incoming',
  state: 'working',
  responseExpected: true,
  peer: ALICE,
  expiresAt: START_AT + DAY_MS,
  ...more,
});

export const outgoingTask = (more: Partial<NewTask> = {}): NewTask => ({
  ...incomingTask(),
  direction: 'outgoing',
  state: 'submitted',
  ...more,
});

export const incoming = (more: Partial<NewMessage> = {}): NewMessage => ({
  direction: 'incoming',
  kind: 'request',
  peer: ALICE,
  text: 'hello',
  expiresAt: START_AT + DAY_MS,
  ...more,
});

export const outgoing = (more: Partial<NewMessage> = {}): NewMessage => ({
  ...incoming(),
  direction: 'outgoing',
  ...more,
});

export function addRequest(
  tx: Tx,
  more: { task?: Partial<NewTask>; message?: Partial<NewMessage> } = {},
): { task: Task; message: Message } {
  const task = tx.addTask(incomingTask(more.task));
  return { task, message: tx.addMessage(incoming({ taskSeq: task.seq, ...more.message })) };
}

/** The code of the failure, or the error itself if it is not in the catalogue. */
export async function codeOf(work: Promise<unknown> | (() => unknown)): Promise<unknown> {
  try {
    await (typeof work === 'function' ? work() : work);
    return null;
  } catch (error) {
    return error instanceof SynapseError ? error.code : error;
  }
}

export interface Child {
  readonly process: ChildProcessByStdio<null, Readable, null>;
  readonly lines: Interface;
  readonly ended: Promise<unknown>;
}

/** Starts fixtures/<name>.ts as a process of its own. */
export function startChild(name: string, ...args: string[]): Child {
  const outfile = join(tempDir(), `${name}.cjs`);
  const entryPoints = [resolve(import.meta.dirname, 'fixtures', `${name}.ts`)];
  buildSync({
    entryPoints,
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['better-sqlite3', 'better-sqlite3-13'],
  });
  const env = { ...process.env, NODE_PATH: resolve(import.meta.dirname, '../../node_modules') };
  const child = spawn(process.execPath, [outfile, ...args], { stdio: ['ignore', 'pipe', 'inherit'], env });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { process: child, lines: createInterface({ input: child.stdout }), ended };
}
