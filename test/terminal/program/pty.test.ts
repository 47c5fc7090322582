import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { MAX_LINE_BYTES, typedLine } from '../../../src/channels/typed-text.js';
import type { SynapseError } from '../../../src/errors.js';
import { inheritableDescriptors } from '../../../src/processes.js';
import { type ProgramExit, Pty, type PtyOptions, TERM, WriteError } from '../../../src/terminal/program/pty.js';
import { nastyText, randomFrom } from '../../rig/texts/nasty-text.js';

const PROGRAMS = join(import.meta.dirname, '../../rig/programs');

test('a program gets its arguments, folder, environment and size', async () => {
  const dir = temporaryFolder();
  const script = 'echo "$1|$PWD|$HELLO|$TERM|$COLUMNS|$TMUX"; stty size';
  const env = { ...process.env, HELLO: 'there you', COLUMNS: '7', TMUX: 'outer' };
  const { output } = await outcome({
    file: 'sh',
    args: ['-c', script, 'sh', 'a b'],
    cwd: dir,
    env,
    cols: 91,
    rows: 17,
  });
  expect(output).toBe(`a b|${dir}|there you|${TERM}||\r\n17 91\r\n`);
});

test('a program that is shown in the terminal of a person knows that this is tmux', async () => {
  const options = { file: 'sh', args: ['-c', 'echo "$TERM|$TMUX|$TMUX_PANE|$COLUMNS"'], isShownThere: true };
  const env = { ...process.env, COLUMNS: '7', TERM: 'tmux-256color', TMUX: 'outer', TMUX_PANE: '%1' };
  expect((await outcome({ ...options, env })).output).toBe('tmux-256color|outer|%1|\r\n');
});

test.each(['dumb', 'linux', ''])(
  'a program in a terminal that calls itself "%s" gets the name of ours',
  async (name) => {
    const options = { file: 'sh', args: ['-c', 'echo "$TERM"'], isShownThere: true };
    expect((await outcome({ ...options, env: { ...process.env, TERM: name } })).output).toBe(`${TERM}\r\n`);
  },
);

test('the exit code and the signal are reported after the last output', async () => {
  expect((await outcome({ file: 'sh', args: ['-c', 'echo bye; exit 3'] })).exit).toEqual({ exitCode: 3, signal: null });
  expect((await outcome({ file: 'sh', args: ['-c', 'kill -9 $$'] })).exit).toMatchObject({ signal: 9 });
});

test.each([
  [{ file: 'no-such-program' }, 'it is not on the PATH'],
  [{ file: 'sh', env: { PATH: '/nowhere' } }, 'it is not on the PATH'],
  [{ file: './missing' }, 'there is no such file'],
  [{ file: '' }, 'it is not on the PATH'],
  [{ file: '/etc' }, '/etc is not a file'],
  [{ file: '/etc/passwd' }, '/etc/passwd is not executable'],
  [{ file: 'sh', cwd: '/no/such/folder' }, 'there is no folder /no/such/folder'],
  [{ file: 'sh', cwd: '/etc/passwd' }, '/etc/passwd is not a folder'],
])('%j is refused before anything is started', (options, reason) => {
  const error = thrownBy(() => new Pty(withDefaults(options)));
  expect(error).toMatchObject({ code: 'program_not_found', details: { program: options.file, reason } });
});

test('a relative path is looked up in the folder of the program', async () => {
  const dir = temporaryFolder();
  writeFileSync(join(dir, 'agent'), '#!/bin/sh\necho here\n');
  chmodSync(join(dir, 'agent'), 0o755);
  expect((await outcome({ file: './agent', cwd: dir })).output).toBe('here\r\n');
});

test('children have no foreign descriptors, also while another terminal is open', async () => {
  const first = await descriptorsOfChild();
  const other = start({ file: 'cat' });
  if (process.platform === 'linux') expect(inheritableDescriptors().length).toBeGreaterThan(0);
  const second = await descriptorsOfChild();
  other.close();
  for (const descriptors of [first, second]) {
    expect(descriptors.slice(0, 3)).toEqual(['0', '1', '2'].map((fd) => expect.stringMatching(`^${fd} /dev/pts/`)));
    expect(descriptors.slice(3)).toEqual([expect.stringMatching(/^3 \/proc\/\d+\/fd$/)]);
  }
});

test('no signal is ignored or blocked in the program, and SIGPIPE ends it quietly', async () => {
  const { output } = await outcome({
    file: 'sh',
    args: ['-c', 'grep -E "Sig(Blk|Ign)" /proc/self/status; yes | head -n 1'],
  });
  expect(output).toMatch(/SigBlk:\s+0+\r\nSigIgn:\s+0+\r\ny\r\n$/);
});

test('bytes that are not UTF-8 pass unchanged', async () => {
  const { bytes } = await outcome({ file: 'printf', args: ['\\377\\200a\\303'] });
  expect([...bytes]).toEqual([0xff, 0x80, 0x61, 0xc3]);
});

test('the kernel erases whole characters when a person corrects a line', async () => {
  const pty = start({ file: 'sh', args: ['-c', 'read -r line; printf "<%s>" "$line"'] });
  const output = collected(pty);
  await pty.write(Buffer.from('a日\x7fb\n'));
  await expect.poll(() => output().toString()).toContain('<ab>');
});

test('what is typed arrives exactly, whatever it is made of', async () => {
  const file = join(temporaryFolder(), 'lines');
  const pty = start({ file: process.execPath, args: [join(PROGRAMS, 'echo-lines.mjs'), file] });
  const random = randomFrom(3);
  const texts = Array.from({ length: 150 }, () => nastyText(random).repeat(1 + random(80)));
  texts.push('x'.repeat(9_000), '日'.repeat(5_000), '👨‍👩‍👧'.repeat(900));
  const lines = texts.map((text) => typedLine({ shortId: 'abcd1234', sender: 'x', text }).line);
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeGreaterThan(MAX_LINE_BYTES - 20);
  await Promise.all(lines.map((line) => pty.write(Buffer.from(`${line}\r`))));
  await expect.poll(() => linesOf(file)).toHaveLength(lines.length);
  expect(linesOf(file)).toEqual(lines);
});

test('a write waits, without spinning, for a program that does not read, and nothing is lost or mixed', async () => {
  const dir = temporaryFolder();
  const [go, received] = [join(dir, 'go'), join(dir, 'received')];
  const pty = start({ file: process.execPath, args: [join(PROGRAMS, 'late-reader.mjs'), go, received] });
  const output = collected(pty);
  await expect.poll(() => output().toString()).toContain('ready');
  const first = Buffer.from(`${'a'.repeat(99)}\n`.repeat(3_000));
  const second = Buffer.from(`${'b'.repeat(99)}\n`.repeat(1_000));
  let isTaken = false;
  const writing = pty.write(first).then(() => (isTaken = true));
  const next = pty.write(second);
  const withdrawn = new AbortController();
  const never = pty.write(Buffer.from('never\n'), withdrawn.signal);
  const usedBefore = process.cpuUsage();
  withdrawn.abort();
  expect(await rejectionOf(never)).toMatchObject({ reason: 'aborted', bytesTaken: 0 });
  const startedAt = performance.now();
  await wait(400);
  const used = process.cpuUsage(usedBefore);
  // A loop that spins would use nearly all of the time.
  expect((used.user + used.system) / 1_000).toBeLessThan((performance.now() - startedAt) / 2);
  expect(isTaken).toBe(false);
  writeFileSync(go, '');
  await Promise.all([writing, next]);
  const whole = Buffer.concat([first, second]);
  await expect.poll(() => readFileSync(received)).toHaveLength(whole.length);
  expect(readFileSync(received).equals(whole)).toBe(true);
});

test('writes are refused once the program has ended, and report how much it may have read', async () => {
  const pty = start({
    file: process.execPath,
    args: [join(PROGRAMS, 'late-reader.mjs'), '/no/such/file', '/dev/null'],
  });
  const output = collected(pty);
  await expect.poll(() => output().toString()).toContain('ready');
  const writing = rejectionOf(pty.write(Buffer.from('a line\n'.repeat(60_000))));
  process.kill(pty.pid, 'SIGKILL');
  const error = await writing;
  expect(error).toBeInstanceOf(WriteError);
  expect(error).toMatchObject({ reason: 'gone' });
  expect((error as WriteError).bytesTaken).toBeGreaterThan(0);
  expect(await rejectionOf(pty.write(Buffer.from('x')))).toMatchObject({ reason: 'gone', bytesTaken: 0 });
});

test('a signal that is already aborted cancels the write at once', async () => {
  const pty = start({ file: 'cat' });
  expect(await rejectionOf(pty.write(Buffer.from('x'), AbortSignal.abort()))).toMatchObject({ reason: 'aborted' });
});

test('what a program printed before it ended is not lost while reading is paused', async () => {
  const pty = start({ file: 'sh', args: ['-c', 'echo begun; sleep 0.1; seq 1 500; echo last'] });
  const output = collected(pty);
  const exited = new Promise((resolve) => pty.onExit(resolve));
  await expect.poll(() => output().toString()).toContain('begun');
  pty.pause();
  await expect.poll(() => existsSync(`/proc/${pty.pid}`)).toBe(false);
  await wait(400);
  pty.resume();
  await exited;
  expect(output().toString()).toMatch(/499\r\n500\r\nlast\r\n$/);
});

test('the size can change while the program runs', async () => {
  const pty = start({ file: 'sh', args: ['-c', 'read -r line; stty size'] });
  const output = collected(pty);
  pty.resize(120, 40);
  await pty.write(Buffer.from('go\n'));
  await expect.poll(() => output().toString()).toContain('40 120');
});

function withDefaults(options: Partial<PtyOptions>): PtyOptions {
  return { file: 'cat', args: [], cwd: tmpdir(), env: process.env, cols: 80, rows: 24, ...options };
}

function start(options: Partial<PtyOptions>): Pty {
  const pty = new Pty(withDefaults(options));
  onTestFinished(() => pty.close());
  return pty;
}

function collected(pty: Pty): () => Buffer {
  const chunks: Buffer[] = [];
  pty.onData((chunk) => chunks.push(chunk));
  return () => Buffer.concat(chunks);
}

async function outcome(options: Partial<PtyOptions>): Promise<{ bytes: Buffer; output: string; exit: ProgramExit }> {
  const pty = start(options);
  const output = collected(pty);
  const exit = await new Promise<ProgramExit>((resolve) => pty.onExit(resolve));
  return { bytes: output(), output: output().toString(), exit };
}

/** "number target", for what `ls` itself has open; the fourth is the folder it lists. */
async function descriptorsOfChild(): Promise<string[]> {
  const { output } = await outcome({ file: 'ls', args: ['-l', '/proc/self/fd'] });
  return [...output.matchAll(/ (\d+) -> '?([^'\r]+)/g)].map(([, fd, target]) => `${fd} ${target}`).sort();
}

function linesOf(file: string): string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as string);
}

function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'synapse-pty-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

function thrownBy(action: () => unknown): SynapseError | null {
  try {
    action();
    return null;
  } catch (error) {
    return error as SynapseError;
  }
}

function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}
