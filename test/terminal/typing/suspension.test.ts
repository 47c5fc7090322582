/** A program that suspends itself is woken up, because it has no shell that could. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { startTimeOf } from '../../../src/processes.js';
import { wakeAfter } from '../../../src/terminal/typing/suspension.js';

/** Stops itself, says so first, and says when it continues. */
const PROGRAM = `process.on('SIGCONT', () => console.log('awake')); console.log('here'); process.stdin.resume();
  process.stdin.on('data', () => { console.log('going'); process.kill(process.pid, 'SIGSTOP'); });`;

const children: { kill(signal: 'SIGKILL'): boolean }[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

test.each([
  ['Ctrl-Z', '\x1a'],
  ['Ctrl-Z of the Kitty keyboard', '\x1b[122;5u'],
])('%s', async (_, keys) => {
  const { child, said, pid } = await start();
  child.stdin.write('x');
  await expect.poll(said).toContain('going');
  wakeAfter(keys, { pid, startTime: startTimeOf(pid) ?? '' });
  await expect.poll(said).toContain('awake');
});

test('other keys, and a process of the same number that began at another time, change nothing', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  onTestFinished(() => kill.mockRestore());
  const { pid } = process;
  const startTime = startTimeOf(pid) ?? '';
  wakeAfter('z\x1b[122u', { pid, startTime });
  wakeAfter('\x1a', { pid, startTime: 'another' });
  vi.runAllTimers();
  const signals = () => kill.mock.calls.filter(([, signal]) => signal === 'SIGCONT');
  expect(signals()).toEqual([]);
  wakeAfter('\x1a', { pid, startTime });
  vi.runAllTimers();
  expect(signals().length).toBeGreaterThan(0);
});

async function start() {
  const child = spawn(process.execPath, ['-e', PROGRAM], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await once(child.stdout, 'data');
  return { child, said: () => text, pid: child.pid as number };
}
