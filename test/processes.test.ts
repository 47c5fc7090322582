import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import {
  ancestorsOf,
  descendantsOf,
  endProcesses,
  isSameProcess,
  processesWithEnvironment,
  programTree,
  startTimeOf,
} from '../src/processes.js';
import { newInstance } from '../src/random-ids.js';
import { signalAll } from './rig/processes/signal.js';
import { stretched } from './rig/times.js';

test('the start time of a process is constant while it lives, and null afterwards', async () => {
  const child = run('cat');
  const startTime = startTimeOf(child.pid) ?? '';
  expect(startTime).toMatch(/\S/);
  expect(startTimeOf(child.pid)).toBe(startTime);
  expect(isSameProcess({ pid: child.pid, startTime })).toBe(true);
  expect(isSameProcess({ pid: child.pid, startTime: `${startTime}0` })).toBe(false);
  expect(isSameProcess({ pid: child.pid, startTime: '' })).toBe(false);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  expect(startTimeOf(child.pid)).toBeNull();
  expect(isSameProcess({ pid: child.pid, startTime })).toBe(false);
});

test('a zombie counts as gone', async () => {
  const parent = run('sh', ['-c', 'true & echo $!; exec sleep 1000']);
  const zombie = Number(await firstLine(parent));
  await expect.poll(() => startTimeOf(zombie)).toBeNull();
  expect(descendantsOf([parent.pid])).toEqual([]);
});

test('a process name with brackets, blanks and newlines does not break the start time', async () => {
  const naming = `process.title = 'a) S 1 (b\\n) 7'; setInterval(() => {}, 1e6); console.log('named')`;
  const child = run(process.execPath, ['-e', naming]);
  await firstLine(child);
  expect(ancestorsOf(child.pid)[0]).toBe(process.pid);
  expect(startTimeOf(child.pid)).toMatch(/:\d+$|_\d+$/);
});

test('ancestors come nearest first and descendants are the whole tree', async () => {
  const parent = run('sh', ['-c', 'sh -c "echo \\$\\$; sleep 1000 & wait" & wait']);
  const child = Number(await firstLine(parent));
  await expect.poll(() => descendantsOf([parent.pid])).toHaveLength(2);
  const [grandchild = 0] = descendantsOf([child]);
  expect(ancestorsOf(grandchild).slice(0, 3)).toEqual([child, parent.pid, process.pid]);
  expect(ancestorsOf(grandchild)).not.toContain(1);
  expect(ancestorsOf(2 ** 22 + 1)).toEqual([]);
});

test('processes are found by a variable of their environment, by its whole value only', async () => {
  const instance = newInstance();
  const child = run('cat', [], { SYNAPSE_INSTANCE: instance });
  await expect.poll(() => processesWithEnvironment('SYNAPSE_INSTANCE', instance)).toEqual([child.pid]);
  expect(processesWithEnvironment('SYNAPSE_INSTANCE', instance.slice(0, -1))).toEqual([]);
  expect(processesWithEnvironment('INSTANCE', instance)).toEqual([]);
  expect(processesWithEnvironment('SYNAPSE_INSTANCE', newInstance(), instance)).toEqual([child.pid]);
  expect(processesWithEnvironment('SYNAPSE_INSTANCE')).toEqual([]);
});

test('a process is found whatever bytes are in the rest of its environment', async () => {
  const value = `日本-${newInstance()}`;
  const broken = ['A', 'Z'].map((name) => `${name}_BROKEN=$(printf 'x\\343\\201')`).join(' ');
  const child = run('sh', ['-c', `${broken} MARK='${value}' exec cat`]);
  await expect.poll(() => processesWithEnvironment('MARK', value)).toEqual([child.pid]);
});

test('the tree of a program contains marked processes, but never the caller or a process with a reused pid', async () => {
  const instance = newInstance();
  const program = run('sh', ['-c', 'sleep 1000 & wait']);
  const marked = run('cat', [], { SYNAPSE_INSTANCE: instance });
  await expect.poll(() => descendantsOf([program.pid])).toHaveLength(1);
  await expect.poll(() => processesWithEnvironment('SYNAPSE_INSTANCE', instance)).toHaveLength(1);
  const pidsOf = (programPid: number, programStartTime: string) =>
    programTree({ programPid, programStartTime, instance }).map(({ pid }) => pid);
  const startTime = startTimeOf(program.pid) ?? '';
  const whole = [program.pid, ...descendantsOf([program.pid]), marked.pid];
  expect(new Set(pidsOf(program.pid, startTime))).toEqual(new Set(whole));
  expect(pidsOf(program.pid, 'another')).toEqual([marked.pid]);
  expect(pidsOf(0, '')).toEqual([marked.pid]);
  expect(pidsOf(process.pid, startTimeOf(process.pid) ?? '')).not.toContain(process.pid);
  expect(programTree({ programPid: 0, programStartTime: '', instance: '' })).toEqual([]);
});

test('a polite process gets signals first and can clean up', async () => {
  const child = run('sh', [
    '-c',
    'trap "echo cleaned; exit 0" TERM; trap "" HUP; echo ready; while :; do sleep 0.05; done',
  ]);
  await firstLine(child);
  const words = firstLine(child);
  expect(await endProcesses(() => [identityOf(child.pid)])).toEqual([]);
  expect(await words).toBe('cleaned');
});

test('stubborn, stopped and newly forked processes are ended within the limits', async () => {
  const script =
    'trap "" HUP TERM; echo ready; while :; do sh -c "trap \'\' HUP TERM; exec sleep 1000" & sleep 0.05; done';
  const forking = run('sh', ['-c', script]);
  const stopped = run('sh', ['-c', 'echo ready; exec sleep 1000']);
  await Promise.all([firstLine(forking), firstLine(stopped)]);
  stopped.kill('SIGSTOP');
  const seen = new Set<number>();
  const startedAt = performance.now();
  const roots = [identityOf(forking.pid), identityOf(stopped.pid)];
  const find = () => {
    for (const pid of descendantsOf([forking.pid])) seen.add(pid);
    return roots;
  };
  expect(await endProcesses(find, { graceMs: 300 })).toEqual([]);
  const tookMs = performance.now() - startedAt;
  expect(tookMs).toBeLessThan(await stretched(4_000));
  expect(seen.size).toBeGreaterThan(0);
  expect([...seen, forking.pid, stopped.pid].filter((pid) => startTimeOf(pid) !== null)).toEqual([]);
});

function run(file: string, args: string[] = [], env: NodeJS.ProcessEnv = {}): ChildProcess & { readonly pid: number } {
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => {
    signalAll(descendantsOf([child.pid ?? 0]), 'SIGKILL');
    child.kill('SIGKILL');
  });
  return child as ChildProcess & { readonly pid: number };
}

async function firstLine(child: ChildProcess): Promise<string> {
  const [chunk] = (await once(child.stdout as NodeJS.EventEmitter, 'data')) as [Buffer];
  return chunk.toString().split('\n')[0] ?? '';
}

function identityOf(pid: number) {
  return { pid, startTime: startTimeOf(pid) ?? '' };
}
