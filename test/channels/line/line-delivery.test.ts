/** Lines in real terminals: held while they would do harm, and submitted only when the program has read them. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Delivered, Settled } from '../../../src/channels/delivered.js';
import { LineDelivery } from '../../../src/channels/line/line-delivery.js';
import { executesLines } from '../../../src/launch/interactive-shell.js';
import { lookAtTerminals, terminalReaders } from '../../../src/processes.js';
import { newInstance } from '../../../src/random-ids.js';
import { TerminalSession } from '../../../src/terminal/terminal-session.js';
import { PersonKeys } from '../../../src/terminal/typing/person-keys.js';

const SUBMITTED = { type: 'submitted' };
const READS_ALWAYS = 'while read -r line; do echo "got $line"; done';
/** Reads one line, and the next one only when the test opens the gate. */
const READS_ONE = `read -r line; echo "got $line"; read -r go <gate; ${READS_ALWAYS}`;

test('a line is submitted when the program has read it', async () => {
  const { lines, terminal } = await start(READS_ALWAYS);
  expect(await outcome(lines, 'one\r')).toEqual(SUBMITTED);
  expect(await outcome(lines, 'two\r')).toEqual(SUBMITTED);
  await expect.poll(() => terminal.screenText()).toMatch(/got one\n.*got two/s);
});

test('a line that the program does not read is only typed, and nothing else is typed until it is read', async () => {
  const { lines, openGate } = await start(READS_ONE);
  expect(await outcome(lines, 'one\r')).toEqual(SUBMITTED);
  const { settled } = await typed(lines.deliver('two\r'));
  expect(lines.holdReason).toBe('busy');
  expect(await lines.deliver('three\r')).toEqual({ type: 'held', reason: 'busy' });
  const freed = new Promise<void>((resolve) => lines.onChange(resolve));
  openGate();
  expect(await settled).toEqual(SUBMITTED);
  await freed;
  expect(lines.holdReason).toBeNull();
  expect(await outcome(lines, 'three\r')).toEqual(SUBMITTED);
});

test.each(['SIGKILL', 'SIGTERM'] as const)('a line that was not read before a %s is uncertain', async (signal) => {
  const { lines, terminal } = await start(READS_ONE);
  await outcome(lines, 'one\r');
  const { settled } = await typed(lines.deliver('two\r'));
  process.kill(terminal.pid, signal);
  expect(await settled).toMatchObject({ type: 'uncertain', reason: expect.stringContaining('ended') });
});

test('a line that was typed while the program ended is not submitted', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { lines, terminal } = await start('read -r go <gate');
    const delivered = lines.deliver('one\r');
    process.kill(terminal.pid, 'SIGKILL');
    const outcome = await delivered.catch(() => ({ type: 'rejected' as const }));
    expect((outcome.type === 'typed' ? await outcome.settled : outcome).type).not.toBe('submitted');
    await terminal.end();
  }
});

test.each([
  ['ends', 'read -r line'],
  ['fails', 'read -r line; exit 3'],
  ['reads the terminal by another name', 'read -r line </dev/tty'],
])('a line is submitted if the program reads it and %s at once', async (_, script) => {
  for (let round = 0; round < 5; round += 1) {
    const { lines } = await start(script);
    expect(await outcome(lines, 'one\r')).toEqual(SUBMITTED);
  }
});

test('a line that was not read before the program ended by itself is uncertain', async () => {
  const { lines, openGate } = await start('read -r go <gate');
  const { settled } = await typed(lines.deliver('one\r'));
  openGate();
  expect(await settled).toMatchObject({ type: 'uncertain' });
});

test('what a person typed before the line does not count as the line, if the program reads only that', async () => {
  const { lines, keys, openGate } = await start('read -r go <gate; read -r line');
  await keys.type(Buffer.from('from a person\r'));
  const { settled } = await typed(lines.deliver('one\r'));
  openGate();
  expect(await settled).toMatchObject({ type: 'uncertain' });
});

test('a wrapper that outlives the program does not count as reading', async () => {
  const { lines, terminal, folder } = await start(`sh -c 'echo $$ >pid; read -r go <gate'; read -r go <gate`);
  await expect.poll(() => read(join(folder, 'pid'))).toMatch(/\d\n/);
  const { settled } = await typed(lines.deliver('one\r'));
  process.kill(Number(read(join(folder, 'pid'))), 'SIGKILL');
  await terminal.end();
  expect(await settled).toMatchObject({ type: 'uncertain' });
});

test.each([
  ['by a person', (rig: Rig) => void rig.keys.type(Buffer.from('\x03'))],
  [
    'for somebody else',
    async ({ lines, terminal }: Rig) => {
      await lines.beforePressing('\x03');
      await terminal.write(Buffer.from('\x03'));
    },
  ],
])('a line that an interrupt %s made the kernel drop is uncertain', async (_, interrupt) => {
  const rig = await start(`trap 'echo interrupted' INT; echo set; while :; do sleep 0.1; done`);
  await expect.poll(() => rig.terminal.screenText()).toContain('set');
  const { settled } = await typed(rig.lines.deliver('one\r'));
  await interrupt(rig);
  expect(await settled).toMatchObject({ type: 'uncertain', reason: expect.stringContaining('interrupted') });
  expect(rig.lines.holdReason).toBeNull();
});

test('a program in raw mode proves it too', async () => {
  const { lines, openGate } = await start('stty raw -echo; read -r go <gate; dd bs=1 count=4 2>/dev/null; sleep 1000');
  const { settled } = await typed(lines.deliver('one\r'));
  openGate();
  expect(await settled).toEqual(SUBMITTED);
});

test("nothing is typed into a person's half-typed line", async () => {
  const { lines, keys, terminal } = await start(READS_ALWAYS);
  await keys.type(Buffer.from('half a '));
  expect(lines.holdReason).toBe('draft');
  expect(await lines.deliver('one\r')).toEqual({ type: 'held', reason: 'draft' });
  const freed = new Promise<void>((resolve) => lines.onChange(resolve));
  await keys.type(Buffer.from('line\r'));
  await freed;
  expect(await outcome(lines, 'one\r')).toEqual(SUBMITTED);
  await expect.poll(() => terminal.screenText()).toMatch(/got half a line\n.*got one\n/s);
});

test("an interrupt for somebody else ends a person's half-typed line", async () => {
  const { lines, keys, terminal } = await start(`trap : INT; echo set; while :; do ${READS_ALWAYS}; done`);
  await expect.poll(() => terminal.screenText()).toContain('set');
  await keys.type(Buffer.from('half a line'));
  expect(lines.holdReason).toBe('draft');
  await lines.beforePressing('\x03');
  await terminal.write(Buffer.from('\x03'));
  lines.afterPressing('\x03');
  expect(await outcome(lines, 'one\r')).toEqual(SUBMITTED);
  await expect.poll(() => terminal.screenText()).toContain('got one');
});

test('nothing is typed into the alternate screen', async () => {
  const { lines, terminal, openGate } = await start(
    `printf '\\033[?1049hfull'; read -r go <gate; printf '\\033[?1049l'; ${READS_ALWAYS}`,
  );
  await expect.poll(() => terminal.screenText()).toContain('full');
  expect(await lines.deliver('one\r')).toEqual({ type: 'held', reason: 'screen' });
  const reasons: unknown[] = [];
  lines.onChange(() => reasons.push(lines.holdReason));
  openGate();
  await expect.poll(() => reasons).toEqual([null]);
  expect(await outcome(lines, 'one\r')).toEqual(SUBMITTED);
});

test.each([
  ['are no half-typed line', '', null],
  ['leave the half-typed line behind it as it is', 'half a line', 'draft'],
] as const)('keys for a full-screen program %s', async (_, before, after) => {
  const { lines, keys, terminal, openGate } = await start(
    `read -r go; printf '\\033[?1049h'; read -r go <gate; printf '\\033[?1049l'; ${READS_ALWAYS}`,
  );
  if (before) await keys.type(Buffer.from(before));
  await terminal.write(Buffer.from('\r'));
  await expect.poll(() => terminal.isAlternate).toBe(true);
  await keys.type(Buffer.from('jjq'));
  openGate();
  await expect.poll(() => terminal.isAlternate).toBe(false);
  await expect.poll(() => lines.holdReason).toBe(after);
});

test.each([
  ['a shell in a script', 'sh; :'],
  ['a shell in a command', "sh -c 'sh; :'"],
  ['a shell that replaced a script', 'exec sh'],
  ['timeout', 'timeout --foreground 60 sh'],
  ['a new session', 'setsid -w sh'],
  ['a shell with another name', './agent'],
  ['a terminal in the terminal', 'script -qc "sh -i" /dev/null'],
])('nothing is typed into a shell: %s', async (_, script) => {
  const { lines, terminal } = await start(`echo begun; ${script}`);
  await expect.poll(() => terminal.screenText()).toMatch(/begun\n(?:.*\n)?[$#]/);
  expect(await lines.deliver('touch harm\r')).toEqual({ type: 'held', reason: 'shell' });
});

test.runIf(process.platform === 'linux').each([
  ['directly', 'cat | sh'],
  ['through others', 'tee log | cat | sh'],
  ['from a named pipe', 'mkfifo lines; cat </dev/tty >lines & sh <lines; :'],
  ['from a loop', `${READS_ALWAYS} | sh`],
])('nothing is typed into a pipeline that feeds a shell: %s', async (_, script) => {
  const { lines } = await start(script);
  await expect.poll(() => lines.holdReason).toBe('shell');
  expect(await lines.deliver('touch harm\r')).toEqual({ type: 'held', reason: 'shell' });
});

test('when the shell has ended, lines are typed again', async () => {
  const { lines, keys, terminal } = await start(`sh; ${READS_ALWAYS}`);
  await expect.poll(() => lines.holdReason).toBe('shell');
  const freed = new Promise<void>((resolve) => {
    lines.onChange(() => lines.holdReason === null && resolve());
  });
  await keys.type(Buffer.from('exit\r'));
  await freed;
  expect(await outcome(lines, 'one\r')).toEqual(SUBMITTED);
  await expect.poll(() => terminal.screenText()).toContain('got one');
});

test.each([
  ['a shell that runs a script', READS_ALWAYS],
  ['a shell that reads something else', `sh <gate & ${READS_ALWAYS}`],
  [
    'a shell behind a program that does not pass keys on',
    `script -qfc "sh -i" log </dev/null >/dev/null & ${READS_ALWAYS}`,
  ],
  ['a shell that is a tool of the program', `exec perl -e 'open T, "|-", "sh"; print T "cd .\\n" while <STDIN>'`],
  ['a shell before the program in a pipeline', `sh -c '${READS_ALWAYS}' | cat`],
])('%s does not keep lines from being typed', async (_, script) => {
  const { lines } = await start(script);
  expect(await outcome(lines, 'one\r')).toEqual(SUBMITTED);
});

type Rig = Awaited<ReturnType<typeof start>>;

async function start(script: string) {
  const folder = mkdtempSync(join(tmpdir(), 'syn-lines-'));
  execFileSync('mkfifo', [join(folder, 'gate')]);
  symlinkSync('/bin/sh', join(folder, 'agent'));
  const file = join(folder, 'script.sh');
  writeFileSync(file, script);
  const instance = newInstance();
  const env = { PATH: process.env.PATH, SYNAPSE_INSTANCE: instance, SHELL: '/bin/sh', PS1: '$ ' };
  const terminal = await TerminalSession.start({
    ...{ file: 'sh', args: [file], cwd: folder, env, instance },
    ...{ cols: 80, rows: 24 },
  });
  onTestFinished(async () => {
    await terminal.end();
    rmSync(folder, { recursive: true, force: true });
  });
  const keys = new PersonKeys((bytes) => terminal.write(bytes));
  const runsShell = () => executesLines(terminalReaders(terminal.pid), () => !terminal.isCanonical());
  const lines = new LineDelivery({ terminal, keys, runsShell, lookAtProcesses: lookAtTerminals });
  return { folder, terminal, keys, lines, openGate: () => appendFileSync(join(folder, 'gate'), 'go\n') };
}

/** On a busy machine even a program that waits for the line may take a while to read it. */
async function outcome(lines: LineDelivery, line: string): Promise<Settled> {
  const delivered = await lines.deliver(line);
  return delivered.type === 'typed' ? delivered.settled : delivered;
}

async function typed(delivered: Promise<Delivered>): Promise<{ readonly settled: Promise<Settled> }> {
  const outcome = await delivered;
  if (outcome.type !== 'typed') throw new Error(`expected the line to be typed and unread, not ${outcome.type}`);
  return outcome;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
