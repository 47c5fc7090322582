import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTimeOf } from '../../src/processes.js';
import { newInstance } from '../../src/random-ids.js';
import { type SessionOptions, TerminalSession } from '../../src/terminal/terminal-session.js';
import { median, stretched } from '../rig/times.js';

const PROGRAMS = join(import.meta.dirname, '../rig/programs');

test('the screen shows what the program prints and what is typed into it', async () => {
  const session = await start({ file: 'sh', args: ['-c', 'echo hello; read -r line; echo "got $line"; read -r line'] });
  await expect.poll(() => session.screenText()).toMatch(/^hello\n/);
  expect(session.lastOutputAt).not.toBeNull();
  await session.write(Buffer.from('it\r'));
  await expect.poll(() => session.screenText()).toMatch(/^hello\nit\ngot it\n/);
});

test('who asks for a whole screen after the last output is answered, too', async () => {
  const session = await start({ file: 'sh', args: ['-c', 'echo hello; read -r line'] });
  const answered = new Promise<Buffer>((resolve) => {
    // The first answer comes when the output is drawn, and before the session has seen that nothing follows.
    session.onOutput(() => session.whenWhole(() => session.whenWhole(resolve)));
  });
  expect(await answered).toHaveLength(0);
});

test('the exit is reported when the last output is on the screen', async () => {
  const session = await start({ file: 'sh', args: ['-c', 'echo bye; exit 4'] });
  expect(await session.exited).toEqual({ exitCode: 4, signal: null });
  expect(session.screenText()).toMatch(/^bye\n/);
});

test('a missing program is refused with a reason', async () => {
  await expect(start({ file: 'no-such-program' })).rejects.toMatchObject({ code: 'program_not_found' });
});

test('the terminal answers the program that asks where the cursor is', async () => {
  const script = 'stty raw -echo; printf "abc\\033[6n"; dd bs=1 count=6 2>/dev/null | od -An -c';
  const session = await start({ file: 'sh', args: ['-c', script] });
  await session.exited;
  expect(session.screenText().replace(/\s+/g, ' ')).toContain('033 [ 1 ; 4 R');
});

test('a program that asks without end and never reads does not fill the memory', async () => {
  const script =
    'stty raw -echo; i=0; while [ $i -lt 3000 ]; do printf "\\033[6n\\033[c\\033[6n\\033[c"; i=$((i+1)); done; echo asked';
  const session = await start({ file: 'sh', args: ['-c', `${script}; sleep 1000`] });
  await expect.poll(() => session.screenText()).toContain('asked');
  expect(await session.end()).toEqual([]);
});

test('a program that prints faster than the screen can follow is slowed down, and nothing is dropped', async () => {
  const session = await start({ file: process.execPath, args: [join(PROGRAMS, 'flood.mjs'), '20'] });
  let received = 0;
  let largestBacklog = 0;
  session.onOutput((chunk) => {
    received += chunk.length;
    largestBacklog = Math.max(largestBacklog, session.undrawnBytes);
  });
  expect(await session.exited).toEqual({ exitCode: 7, signal: null });
  expect(session.screenText()).toContain('the last words');
  expect(received).toBe(20 * 1024 * 1024 + Buffer.byteLength('the last words\r\n'));
  expect(session.undrawnBytes).toBe(0);
  expect(largestBacklog).toBeLessThan(256 * 1024);
});

test('requests are answered during a flood', async () => {
  const server = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const session = await start({ file: process.execPath, args: [join(PROGRAMS, 'flood.mjs'), '6'] });
  await new Promise((resolve) => session.onOutput(resolve));
  const delays: number[] = [];
  while (!session.screenText().includes('the last words')) {
    const askedAt = performance.now();
    await answerOf((server.address() as AddressInfo).port);
    delays.push(performance.now() - askedAt);
  }
  expect(delays.length).toBeGreaterThan(20);
  expect(median(delays)).toBeLessThan(await stretched(50));
});

test('the size is that of the program and of the screen', async () => {
  const session = await start({
    file: 'sh',
    args: ['-c', 'trap "stty size" WINCH; echo ready; while :; do sleep 0.05; done'],
  });
  await expect.poll(() => session.screenText()).toContain('ready');
  session.resize({ cols: 100, rows: 30 });
  await expect.poll(() => session.screenText()).toContain('30 100');
  expect(session.size).toEqual({ cols: 100, rows: 30 });
  expect(session.screenText().split('\n')).toHaveLength(30);
});

test('listeners get the raw output until they leave', async () => {
  const session = await start({ file: 'cat' });
  const chunks: Buffer[] = [];
  const leave = session.onOutput((chunk) => chunks.push(chunk));
  await session.write(Buffer.from('one\r'));
  await expect.poll(() => Buffer.concat(chunks).toString()).toBe('one\r\none\r\n');
  leave();
  await session.write(Buffer.from('two\r'));
  await expect.poll(() => session.screenText()).toContain('two\ntwo');
  expect(Buffer.concat(chunks).toString()).toBe('one\r\none\r\n');
});

test('the end takes stubborn children with it, within 4 s', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'synapse-session-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const pidFile = join(dir, 'pids');
  const session = await start({ file: join(PROGRAMS, 'stubborn.sh'), args: [pidFile] });
  await expect.poll(() => pidsIn(pidFile)).toHaveLength(4);
  expect(pidsIn(pidFile).every((pid) => startTimeOf(pid) !== null)).toBe(true);
  const startedAt = performance.now();
  expect(await session.end()).toEqual([]);
  const tookMs = performance.now() - startedAt;
  expect(tookMs).toBeLessThan(await stretched(4_000));
  expect(pidsIn(pidFile).filter((pid) => startTimeOf(pid) !== null)).toEqual([]);
  expect(await session.exited).toMatchObject({ signal: 9 });
  expect(await session.end()).toEqual([]);
});

test('the end of a polite program is quick', async () => {
  const session = await start({ file: 'cat' });
  const startedAt = performance.now();
  expect(await session.end()).toEqual([]);
  const tookMs = performance.now() - startedAt;
  expect(tookMs).toBeLessThan(await stretched(1_000));
  await expect(session.write(Buffer.from('x'))).rejects.toMatchObject({ reason: 'gone', bytesTaken: 0 });
});

async function start(options: Partial<SessionOptions>): Promise<TerminalSession> {
  const instance = newInstance();
  const env = { ...process.env, SYNAPSE_INSTANCE: instance };
  const defaults = { file: 'cat', args: [], cwd: tmpdir(), env, cols: 80, rows: 24, instance };
  const session = await TerminalSession.start({ ...defaults, ...options });
  onTestFinished(async () => void (await session.end()));
  return session;
}

function pidsIn(file: string): number[] {
  return readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number);
}

function answerOf(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1' }, (response) => response.resume().once('end', resolve)).once('error', reject);
  });
}
