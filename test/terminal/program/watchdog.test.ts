import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { processesWithEnvironment, startTimeOf } from '../../../src/processes.js';
import { newInstance } from '../../../src/random-ids.js';
import { startWatchdog } from '../../../src/terminal/program/watchdog.js';
import { stretched } from '../../rig/times.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const PROGRAMS = join(ROOT, 'test/rig/programs');
const GONE_WITHIN_MS = 5_000;
let dir: string;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'synapse-watchdog-'));
  await build({
    entryPoints: [join(ROOT, 'test/rig/processes/small-daemon.ts')],
    outfile: join(dir, 'small-daemon.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['node-pty'],
    logLevel: 'error',
  });
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('when the daemon is killed, the program, all its stubborn children and the watchdog are gone within 5 s', async () => {
  const pidFile = join(dir, 'stubborn');
  const { daemon, instance, program, watchdog } = await startDaemon([join(PROGRAMS, 'stubborn.sh'), pidFile]);
  await expect.poll(() => pidsIn(pidFile)).toHaveLength(4);
  const everybody = [...pidsIn(pidFile), program, watchdog];
  expect(everybody.filter(isGone)).toEqual([]);
  const killedAt = performance.now();
  daemon.kill('SIGKILL');
  await expect.poll(() => everybody.filter((pid) => !isGone(pid)), { interval: 20 }).toEqual([]);
  const tookMs = performance.now() - killedAt;
  expect(tookMs).toBeLessThan(await stretched(GONE_WITHIN_MS));
  expect(processesWithEnvironment('SYNAPSE_INSTANCE', instance)).toEqual([]);
});

test('a stubborn child that left the terminal does not outlive a program that the hang-up ends', async () => {
  const pidFile = join(dir, 'orphans');
  const script = 'setsid "$0" "$1" >/dev/null & exec cat';
  const { daemon, program, watchdog } = await startDaemon(['sh', '-c', script, join(PROGRAMS, 'stubborn.sh'), pidFile]);
  await expect.poll(() => pidsIn(pidFile)).toHaveLength(4);
  const everybody = [...pidsIn(pidFile), program, watchdog];
  const killedAt = performance.now();
  daemon.kill('SIGKILL');
  await expect.poll(() => everybody.filter((pid) => !isGone(pid)), { interval: 20 }).toEqual([]);
  const tookMs = performance.now() - killedAt;
  expect(tookMs).toBeLessThan(await stretched(GONE_WITHIN_MS));
});

test('when the daemon stops as it should, everything is gone and the watchdog has nothing to do', async () => {
  const { daemon, program, watchdog } = await startDaemon(['cat']);
  const exited = once(daemon, 'exit');
  daemon.stdin?.write('stop\n');
  expect(await exited).toEqual([0, null]);
  expect([program, watchdog].filter((pid) => !isGone(pid))).toEqual([]);
});

test('the watchdog inherits nothing from the daemon and does not carry its marker', async () => {
  const { watchdog, instance } = await startDaemon(['cat']);
  const targets = () => readdirSync(`/proc/${watchdog}/fd`).map((fd) => readlinkSync(`/proc/${watchdog}/fd/${fd}`));
  // A shell that is just starting has its libraries open.
  await expect
    .poll(() => targets().filter((target) => target !== '/dev/null'))
    .toEqual([expect.stringMatching(/^(socket|pipe):/)]);
  expect(processesWithEnvironment('SYNAPSE_INSTANCE', instance)).not.toContain(watchdog);
});

test('another process that got the pid of the program is spared, while marked processes are ended', async () => {
  const stranger = run('cat');
  const pidFile = join(dir, 'marked');
  const env = { WATCH_INSTEAD: String(stranger.pid) };
  const { daemon, program, watchdog } = await startDaemon([join(PROGRAMS, 'stubborn.sh'), pidFile], env);
  await expect.poll(() => pidsIn(pidFile)).toHaveLength(4);
  daemon.kill('SIGKILL');
  const everybody = [...pidsIn(pidFile), program, watchdog];
  await expect.poll(() => everybody.filter((pid) => !isGone(pid)), { interval: 20 }).toEqual([]);
  expect(isGone(stranger.pid ?? 0)).toBe(false);
});

test('a watchdog that dies is started again, until it is told to stop', async () => {
  const program = run('cat');
  const watchdog = startWatchdog({
    programPid: program.pid ?? 0,
    programStartTime: startTimeOf(program.pid ?? 0) ?? '',
    instance: newInstance(),
  });
  const first = watchdog.pid ?? 0;
  process.kill(first, 'SIGKILL');
  await expect.poll(() => watchdog.pid).not.toBe(first);
  await expect.poll(() => watchdog.pid).toBeGreaterThan(0);
  const second = watchdog.pid ?? 0;
  await watchdog.stop();
  expect(isGone(second)).toBe(true);
  expect(watchdog.pid).toBeNull();
  expect(isGone(program.pid ?? 0)).toBe(false);
});

interface RunningDaemon {
  readonly daemon: ChildProcess;
  readonly instance: string;
  readonly program: number;
  readonly watchdog: number;
}

async function startDaemon(command: readonly string[], extra: NodeJS.ProcessEnv = {}): Promise<RunningDaemon> {
  const instance = newInstance();
  const daemon = spawn(process.execPath, [join(dir, 'small-daemon.cjs'), instance, ...command], {
    env: { ...process.env, NODE_PATH: join(ROOT, 'node_modules'), ...extra },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void daemon.kill('SIGKILL'));
  const [line] = (await once(daemon.stdout as NodeJS.EventEmitter, 'data')) as [Buffer];
  return { daemon, instance, ...(JSON.parse(line.toString()) as { program: number; watchdog: number }) };
}

function run(file: string): ChildProcess {
  const child = spawn(file, { stdio: ['pipe', 'ignore', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

function isGone(pid: number): boolean {
  return startTimeOf(pid) === null;
}

function pidsIn(file: string): number[] {
  return readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number);
}
