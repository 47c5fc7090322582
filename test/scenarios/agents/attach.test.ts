/** `synapse attach` and `synapse keys`: several terminals in front of one program, and none. */
import { existsSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { encodeFrame, type Frame, FrameReader } from '../../../src/a2a/frames.js';
import { type Home, testInSharedHome as test } from '../../rig/home/home.js';
import { Person, RESTORED } from '../../rig/home/person.js';
import { isAlive, remainsOf } from '../../rig/home/processes.js';

const RECORDER = fileURLToPath(new URL('../../rig/programs/recorder.mjs', import.meta.url));
const FLOOD = fileURLToPath(new URL('../../rig/programs/flood.mjs', import.meta.url));

async function recorder(home: Home, id: string, greeting = 'ready') {
  const file = join(home.dir, `${id}.bytes`);
  const agent = await home.agent(id, { program: [process.execPath, RECORDER, file, greeting] });
  await expect.poll(() => existsSync(file)).toBe(true);
  await expect.poll(async () => (await agent.screen()).trim(), { interval: 10 }).not.toBe('');
  return { agent, read: () => Buffer.from(readFileSync(file, 'utf8'), 'hex') };
}

test('a viewer sees the screen as it is, then what comes, and its keys reach the program', async ({ home }) => {
  const { read } = await recorder(home, 'seen', 'on the screen');
  const person = new Person(home, ['attach', 'seen'], { before: '$ ' });
  await person.sees(/^on the screen/);
  person.type('print  and more\r');
  await person.sees(/on the screen.* and more/);
  expect(read().toString()).toBe('print  and more\r');
  person.type('exit 4\r');
  expect(await person.ended).toEqual({ exitCode: 0, signal: 0 });
  expect(person.screen).toContain('seen has ended (exit code 4).');
});

test.for([
  ['as a byte', '\x1d'],
  ['as Kitty spells it', '\x1b[93;5u'],
  ['as xterm spells it', '\x1b[27;5;93~'],
] as const)('Ctrl-] %s detaches and leaves the agent running', async ([name, key], { home }) => {
  const id = `detached-${key.length}`;
  const { agent, read } = await recorder(home, id, '\\u001b[?1049h\\u001b[?2004hfull screen');
  const person = new Person(home, ['attach', id]);
  await person.sees(/^full screen/);
  person.type('x');
  await expect.poll(() => read().toString()).toBe('x');
  person.type(key);
  expect(await person.ended, name).toEqual({ exitCode: 0, signal: 0 });
  expect(person.modes).toEqual(RESTORED);
  expect(person.screen).toContain(`Detached; ${id} is still running. To come back: synapse attach ${id}`);
  expect(isAlive(agent.entry.programPid as number)).toBe(true);
  const again = new Person(home, ['attach', id]);
  await again.sees(/^full screen/);
  expect(again.modes).toMatchObject({ buffer: 'alternate', paste: true });
  expect(read().toString()).toBe('x');
  again.type('\x1d');
  await again.ended;
});

test('a program wrapped in the foreground is left with Ctrl-] and found again', async ({ home }) => {
  const file = join(home.dir, 'left.bytes');
  const person = new Person(home, ['shell', '--id', 'left', '--', process.execPath, RECORDER, file, 'still here']);
  await person.sees('still here');
  person.type('\x1d');
  expect(await person.ended).toMatchObject({ exitCode: 0 });
  const again = new Person(home, ['attach', 'left']);
  await again.sees('still here');
  again.kill('SIGKILL');
  await again.ended;
  expect((await home.run(['screen', 'left'])).stdout).toContain('still here');
});

test('two viewers see the same, and whoever typed last decides the size', async ({ home }) => {
  await recorder(home, 'shared');
  const size = async () => {
    const { screen } = (await home.json(['screen', 'shared'])) as { screen: { cols: number; rows: number } };
    return `${screen.cols}x${screen.rows}`;
  };
  const one = new Person(home, ['attach', 'shared'], { cols: 100, rows: 30 });
  await one.sees('ready');
  expect(await size()).toBe('100x30');
  const two = new Person(home, ['attach', 'shared'], { cols: 60, rows: 20 });
  await two.sees('ready');
  expect(await size()).toBe('100x30');
  two.type('print common words\r');
  await Promise.all([one.sees('common words'), two.sees('common words')]);
  expect(await size()).toBe('60x20');
  one.resize(90, 25);
  two.type('\x1b[<0;1;1M');
  one.type('a');
  await expect.poll(size).toBe('90x25');
  one.type('\x1d');
  await one.ended;
  await expect.poll(size).toBe('60x20');
});

test('a read-only viewer types nothing and never decides the size', async ({ home }) => {
  const { read } = await recorder(home, 'watched');
  const viewer = new Person(home, ['attach', 'watched', '--read-only'], { cols: 50, rows: 10 });
  await viewer.sees('ready');
  viewer.type('nothing\r');
  viewer.resize(40, 12);
  const typist = new Person(home, ['attach', 'watched']);
  await typist.sees('ready');
  typist.type('print heard\r');
  await viewer.sees('heard');
  expect(read().toString()).toBe('print heard\r');
  expect(await home.json(['screen', 'watched'])).toMatchObject({ screen: { cols: 80, rows: 24 } });
  viewer.type('q');
  expect(await viewer.ended).toMatchObject({ exitCode: 0 });
});

test('a viewer of another size sees a part of the screen, or all of it with blanks, and never a mixture', async ({
  home,
}) => {
  await recorder(home, 'drawn', '\\u001b[2J\\u001b[1;1Htop left\\u001b[1;70Htop right\\u001b[24;1Hbottom');
  const typist = new Person(home, ['attach', 'drawn']);
  await typist.sees('top right');
  const small = new Person(home, ['attach', 'drawn', '--read-only'], { cols: 30, rows: 30 });
  await small.sees('bottom');
  const lines = small.screen.split('\n').map((line) => line.trimEnd());
  expect([lines[0], lines[1], lines[23], lines[24] ?? '']).toEqual([
    'top left',
    '',
    expect.stringMatching(/^bottom/),
    '',
  ]);
  expect(small.screen).not.toContain('right');
  typist.type('print  new words\r');
  await small.sees(/^top left[\s\S]*^bottom.*new/m);
  small.type('\x03');
  expect(await small.ended).toMatchObject({ exitCode: 0 });
  expect(small.modes).toEqual(RESTORED);
});

test('screen tells the cursor and what has scrolled away', async ({ home }) => {
  const script =
    'for i in 1 2 3 4 5; do for j in 1 2 3 4 5 6 7 8 9 0; do echo "line $i$j"; done; done; printf end; exec cat';
  await home.run(['start', 'shell', '--id', 'long', '--', 'sh', '-c', script]);
  await expect.poll(async () => (await home.run(['screen', 'long'])).stdout).toContain('end');
  const { screen } = (await home.json(['screen', 'long'])) as { screen: { rows: number; cursor: unknown } };
  expect(screen.cursor).toEqual({ column: 3, row: screen.rows - 1 });
  expect((await home.run(['screen', 'long'])).stdout).not.toContain('line 11\n');
  expect((await home.run(['screen', 'long', '--scrollback', '200'])).stdout).toMatch(/^line 11\n/);
  const person = new Person(home, ['attach', 'long']);
  await person.sees('end');
  expect(person.output).toContain('line 11');
  expect(person.output).toContain('[synapse: long; Ctrl-] detaches]');
});

test('attaching an agent inside its own terminal is refused', async ({ home }) => {
  const { agent } = await recorder(home, 'mirror');
  const env = { SYNAPSE_AGENT_ID: 'mirror', SYNAPSE_INSTANCE: agent.entry.instance };
  expect(await home.run(['attach', 'mirror'], { env })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('This is the terminal of mirror.'),
  });
});

test('a long paste reaches the program whole', async ({ home }) => {
  const { read } = await recorder(home, 'pasted');
  const person = new Person(home, ['attach', 'pasted']);
  await person.sees('ready');
  const paste = `\x1b[200~${Array.from({ length: 40_000 }, (_, index) => `line ${index} é日`).join('\n')}\x1b[201~`;
  person.type(paste);
  await expect.poll(() => read().length).toBe(Buffer.byteLength(paste));
  expect(read().toString()).toBe(paste);
});

test('output after a detach does not reach the person’s shell', async ({ home }) => {
  const script = 'echo ready; while :; do printf "\\033[?1003hnoise"; sleep 0.01; done';
  await home.agent('noisy', { program: ['sh', '-c', script] });
  const person = new Person(home, ['attach', 'noisy']);
  await person.sees('noise');
  person.type('\x1d');
  await person.ended;
  expect(person.modes).toEqual(RESTORED);
  expect(person.screen).toMatch(/To come back: synapse attach noisy$/);
});

test('stopping an agent ends its viewers, with a sentence', async ({ home }) => {
  await recorder(home, 'stopped', '\\u001b[?1049h\\u001b[?1003hready');
  const person = new Person(home, ['attach', 'stopped']);
  await person.sees('ready');
  await home.run(['stop', 'stopped']);
  expect(await person.ended).toMatchObject({ exitCode: 0 });
  expect(person.screen).toContain('stopped was stopped.');
  expect(person.modes).toEqual(RESTORED);
});

test('a viewer that does not read neither fills the memory nor slows the program, and is shown the screen later', async ({
  home,
}) => {
  const script = `read x; ${process.execPath} ${FLOOD} 24; echo all is printed; read y`;
  const agent = await home.agent('flooding', { program: ['sh', '-c', script] });
  const slow = await openViewer(agent.entry.socket, agent.key);
  // The screen as it was is drawn first; it is not what the viewer is shown later.
  await expect.poll(() => slow.frames.map(({ type }) => type)).toEqual(['redraw']);
  slow.socket.pause();
  await home.run(['keys', 'flooding', '<enter>']);
  await expect.poll(() => agent.screen()).toContain('all is printed');
  slow.socket.resume();
  const last = () => slow.frames.at(-1) as Frame;
  await expect.poll(() => last().payload.toString()).toContain('all is printed');
  expect(last().type).toBe('redraw');
  const bytes = slow.frames.reduce((sum, { payload }) => sum + payload.length, 0);
  expect(bytes).toBeLessThan(8 * 2 ** 20);
});

test('only the agent itself may attach, and only by an upgrade', async ({ home }) => {
  const { agent } = await recorder(home, 'guarded');
  const upgrade = { connection: 'upgrade', upgrade: 'synapse-terminal' };
  const path = '/attach?cols=80&rows=24';
  expect(await agent.call(path, { key: null, headers: upgrade })).toMatchObject({ status: 401 });
  expect(await agent.call(path, { headers: { ...upgrade, origin: 'http://example.com' } })).toMatchObject({
    status: 403,
  });
  expect(await agent.call(path, { headers: { ...upgrade, host: 'example.com' } })).toMatchObject({ status: 403 });
  expect(await agent.call(path)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  expect(await agent.call('/attach?cols=0&rows=24', { headers: upgrade })).toMatchObject({ status: 400 });
  const other = await home.agent('other-one');
  expect(await agent.call(path, { key: other.key, headers: upgrade })).toMatchObject({ status: 403 });
});

test('a request to upgrade to another protocol is answered like an ordinary one', async ({ home }) => {
  const agent = await home.agent('plain');
  const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' };
  expect(await agent.call('/healthz', { headers })).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(await agent.call('/control/pause', { headers, body: {} })).toMatchObject({
    status: 200,
    body: { paused: true },
  });
});

test('a viewer that sends no valid frames is disconnected, and the agent keeps running', async ({ home }) => {
  const { agent } = await recorder(home, 'noise');
  const viewer = await openViewer(agent.entry.socket, agent.key);
  const closed = new Promise((resolve) => viewer.socket.once('close', resolve));
  viewer.socket.write('GET / HTTP/1.1\r\n\r\n');
  await closed;
  expect(remainsOf(agent.entry)).toContain(agent.entry.programPid);
});

test('attach needs a terminal on both sides: it refuses without one, for a person, and for a stopped agent', async ({
  home,
}) => {
  await recorder(home, 'piped');
  expect(await home.run(['attach', 'piped'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('synapse screen piped'),
  });
  await home.run(['inbox']);
  const person = new Person(home, ['attach', 'tester']);
  expect(await person.ended).toMatchObject({ exitCode: 2 });
  expect(person.screen).toContain('tester has no terminal.');
  await home.run(['stop', 'piped']);
  expect(await home.run(['attach', 'piped'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('not running'),
  });
});

test('keys are typed as a keyboard would send them', async ({ home }) => {
  const { read } = await recorder(home, 'typed', 'ready\\u001b[?1h');
  const keys = 'a b<lt>c<enter><esc><tab><shift-tab><space><backspace><ctrl-c><f1><f12><up><alt-x>日';
  expect(await home.run(['keys', 'typed', keys])).toMatchObject({ code: 0, stdout: '', stderr: '' });
  const bytes = 'a b<c\r\x1b\t\x1b[Z \x7f\x03\x1bOP\x1b[24~\x1bOA\x1bx日';
  await expect.poll(() => read().toString()).toBe(bytes);
  expect(await home.run(['keys', 'typed', 'x<entre>'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/There is no key <entre>\. Did you mean <enter>\?\nhint: The keys are .*<lt>/),
  });
  expect(read().toString()).toBe(bytes);
});

interface BareViewer {
  readonly socket: Socket;
  readonly frames: Frame[];
}

/** The protocol by hand, for viewers that misbehave. */
async function openViewer(path: string, key: string): Promise<BareViewer> {
  const socket = connect(path);
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  const frames: Frame[] = [];
  const reader = new FrameReader();
  const lines = ['GET /attach?cols=80&rows=24 HTTP/1.1', 'host: localhost', `authorization: Bearer ${key}`];
  socket.write(`${[...lines, 'connection: upgrade', 'upgrade: synapse-terminal'].join('\r\n')}\r\n\r\n`);
  await new Promise<void>((resolve) => {
    let head = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      if (head === null) return;
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      socket.removeAllListeners('data');
      socket.on('data', (more: Buffer) => frames.push(...reader.read(more)));
      frames.push(...reader.read(head.subarray(end + 4)));
      resolve();
    });
  });
  socket.write(encodeFrame('size', JSON.stringify({ cols: 80, rows: 24 })));
  return { socket, frames };
}
