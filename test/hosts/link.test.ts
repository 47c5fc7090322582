import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, type Transform } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { fail } from '../../src/errors.js';
import type { Wanted } from '../../src/hosts/connections.js';
import { encodeFrame, GREETING } from '../../src/hosts/frames.js';
import { commonProtocol, type Hello, helloOf, signedText } from '../../src/hosts/handshake.js';
import { type Identity, identityOf } from '../../src/hosts/identity.js';
import { Link } from '../../src/hosts/link.js';
import type { Answer, Question } from '../../src/hosts/requests.js';
import type { Side } from '../../src/hosts/streams.js';

const dir = mkdtempSync(join(tmpdir(), 'syn-'));
afterAll(() => rmSync(dir, { recursive: true }));
const LAPTOP = identityOf(join(dir, 'laptop'), 'laptop');
const GPU = identityOf(join(dir, 'gpu'), 'gpu');

interface Made {
  readonly link: Link;
  readonly up: Promise<void>;
  readonly closed: Promise<string>;
  readonly lists: unknown[];
}

function make(
  side: Side,
  identity: Identity,
  [readable, writable]: readonly [Transform, Transform],
  more: Partial<{
    admit(hello: Hello): void;
    answer(question: Question): Promise<Answer>;
    connect(wanted: Wanted): void;
  }> = {},
): Made {
  const lists: unknown[] = [];
  let isUp: () => void = () => {};
  let isClosed: (reason: string) => void = () => {};
  const up = new Promise<void>((resolve) => (isUp = resolve));
  const closed = new Promise<string>((resolve) => (isClosed = resolve));
  const link = new Link({
    ...{ side, readable, writable, identity, version: '1.2.3' },
    admit: more.admit ?? (() => {}),
    answer:
      more.answer ??
      (async ({ head, body }) => ({ status: 200, body: Buffer.concat([Buffer.from(`${head.path} `), body]) })),
    connect: more.connect ?? (({ connection }) => connection.destroy()),
    agents: (list) => void lists.push(list),
    up: isUp,
    closed: isClosed,
  });
  return { link, up, closed, lists };
}

function wires(): readonly [Transform, Transform] {
  return [new PassThrough(), new PassThrough()];
}

async function pair(): Promise<readonly [Made, Made]> {
  const [a, b] = wires();
  const ends = [make('dialer', LAPTOP, [a, b]), make('answerer', GPU, [b, a])] as const;
  await Promise.all(ends.map(({ up }) => up));
  return ends;
}

test('both sides learn who the other is, ask each other at once, and tell each other their agents', async () => {
  const [here, there] = await pair();
  expect(here.link.peer?.name).toBe('gpu');
  expect(there.link.peer?.key).toBe(LAPTOP.key);
  const big = Buffer.alloc(3_000_000, 'x');
  const answers = await Promise.all([
    here.link.ask({ head: { path: '/a' }, body: big }, 20_000),
    there.link.ask({ head: { path: '/b' }, body: Buffer.from('y') }, 20_000),
  ]);
  expect(answers.map(({ status, body }) => [status, body.length])).toEqual([
    [200, big.length + 3],
    [200, 4],
  ]);
  here.link.tellAgents([{ id: 'ada' }]);
  await expect.poll(() => there.lists).toEqual([[{ id: 'ada' }]]);
  await expect.poll(() => here.link.roundTripMs).not.toBeNull();
  expect(here.link.openStreams).toBe(0);
  here.link.close('done');
  expect(await there.closed).toBe('done');
});

test('a hundred and fifty requests at once wait for each other, and none is lost', async () => {
  const [here, there] = await pair();
  const answers = await Promise.all(
    Array.from({ length: 150 }, (_, index) =>
      here.link.ask({ head: { path: `/${index}` }, body: Buffer.alloc(0) }, 20_000),
    ),
  );
  expect(answers.map(({ body }) => body.toString())).toEqual(Array.from({ length: 150 }, (_, index) => `/${index} `));
  here.link.close('done');
  await there.closed;
});

test('a request is refused, not lost, when the link is cut, and one that takes too long', async () => {
  const [a, b] = wires();
  const here = make('dialer', LAPTOP, [a, b]);
  const there = make('answerer', GPU, [b, a], { answer: () => new Promise(() => {}) });
  await Promise.all([here.up, there.up]);
  await expect(here.link.ask({ head: {}, body: Buffer.alloc(0) }, 50)).rejects.toThrow('did not answer in time');
  const asked = here.link.ask({ head: {}, body: Buffer.alloc(0) }, 20_000);
  a.destroy();
  await expect(asked).rejects.toThrow('the connection ended');
  await here.closed;
  await expect(here.link.ask({ head: {}, body: Buffer.alloc(0) }, 20_000)).rejects.toThrow('the link is down');
  there.link.close('done');
});

test('a host that never reads fills no memory here, and gets everything when it reads again', async () => {
  const [a, b] = wires();
  const here = make('dialer', LAPTOP, [a, b]);
  const there = make('answerer', GPU, [b, a]);
  await Promise.all([here.up, there.up]);
  b.pause();
  const body = Buffer.alloc(8 * 2 ** 20, 'x');
  const asked = Array.from({ length: 10 }, () => here.link.ask({ head: { path: '/' }, body }, 20_000));
  const settled = Promise.allSettled(asked);
  for (let count = 0; count < 100_000; count += 1) a.write(encodeFrame('ping', 0));
  for (let count = 0; count < 1_000; count += 1) here.link.tellAgents(Array.from({ length: 1_000 }, () => count));
  await new Promise(setImmediate);
  expect(b.writableLength + b.readableLength).toBeLessThan(100_000);
  b.resume();
  const outcomes = (await settled).map(({ status }) => status);
  expect(outcomes).toEqual([...Array(8).fill('fulfilled'), 'rejected', 'rejected']);
  await expect(asked[9]).rejects.toThrow('too much waits for it');
  await expect.poll(() => there.lists.at(-1)).toEqual(Array.from({ length: 1_000 }, () => 999));
  expect(there.lists.length).toBeLessThan(10);
  here.link.close('done');
  await there.closed;
});

test('half a frame is nothing, and garbage ends the link with a sentence', async () => {
  const [a, b] = wires();
  const here = make('dialer', LAPTOP, [a, b]);
  const there = make('answerer', GPU, [b, a]);
  await Promise.all([here.up, there.up]);
  const asked = here.link.ask({ head: { path: '/' }, body: Buffer.alloc(0) }, 20_000);
  expect((await asked).status).toBe(200);
  a.write(encodeFrame('agents', 0, '["ada"]').subarray(0, 12));
  await new Promise(setImmediate);
  expect(here.lists).toEqual([]);
  a.write(Buffer.alloc(4_000, 0xff));
  expect(await here.closed).toMatch(/no frame|no JSON/);
  expect(await there.closed).toMatch(/no frame|no JSON/);
});

test('whoever is not wanted is told why', async () => {
  const [a, b] = wires();
  const here = make('dialer', LAPTOP, [a, b]);
  const there = make('answerer', GPU, [b, a], {
    admit: () => {
      throw fail('host_changed', { host: 'laptop', before: 'one', now: 'two' });
    },
  });
  expect(await there.closed).toContain('its key was one and is now two');
  expect(await here.closed).toContain('refuses this host: laptop is not the same host');
});

/** A host that plays its part by hand. */
async function against(play: (theirs: Hello) => readonly Buffer[]): Promise<string> {
  const [a, b] = wires();
  const here = make('dialer', LAPTOP, [a, b]);
  const chunks: Buffer[] = [];
  await expect
    .poll(() => {
      for (let chunk = b.read(); chunk; chunk = b.read()) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks).includes('nonce');
    })
    .toBe(true);
  const text = Buffer.concat(chunks).toString('utf8');
  const theirs = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Hello;
  a.write(Buffer.concat([GREETING, ...play(theirs)]));
  return here.closed;
}

const hello = (key: string, more: Partial<Hello> = {}) =>
  encodeFrame('hello', 0, JSON.stringify({ ...helloOf({ name: 'gpu', key }, '9.9.9', 'their nonce'), ...more }));

test('a host that states the key of another cannot prove it', async () => {
  const stranger = identityOf(join(dir, 'stranger'), 'gpu');
  const reason = await against((theirs) => {
    const own = { key: GPU.key, nonce: 'their nonce' };
    const signature = stranger.sign(signedText('answerer', own, theirs));
    return [hello(GPU.key), encodeFrame('proof', 0, JSON.stringify({ signature }))];
  });
  expect(reason).toMatch(/cannot prove that it has the key/);
});

test('a proof that was recorded proves nothing the next time', async () => {
  const recorded = GPU.sign(
    signedText('answerer', { key: GPU.key, nonce: 'their nonce' }, { key: LAPTOP.key, nonce: 'an earlier nonce' }),
  );
  const reason = await against(() => [
    hello(GPU.key),
    encodeFrame('proof', 0, JSON.stringify({ signature: recorded })),
  ]);
  expect(reason).toMatch(/cannot prove/);
});

test.each<[string, (theirs: Hello) => readonly Buffer[], RegExp]>([
  ['our own home', (theirs) => [hello(theirs.key)], /the same home/],
  [
    'a version that has nothing in common',
    () => [hello(GPU.key, { protocol: 9, oldest: 7 })],
    /Synapse 9\.9\.9 and 1\.2\.3 have no version/,
  ],
  ['a hello without a key', () => [encodeFrame('hello', 0, '{"protocol":1,"oldest":1}')], /does not say who it is/],
  [
    'a request before the proof',
    () => [hello(GPU.key), encodeFrame('open', 2, '{}')],
    /sent "open" instead of "proof"/,
  ],
  ['a welcome without a proof', () => [hello(GPU.key), encodeFrame('welcome', 0)], /instead of "proof"/],
  ['a refusal', () => [encodeFrame('refuse', 0, '{"reason":"go away"}')], /refuses this host: go away/],
])('%s ends the link with a sentence', async (_, play, reason) => {
  expect(await against(play)).toMatch(reason);
});

test('the newest version that both sides know is used', () => {
  expect(commonProtocol({ protocol: 3, oldest: 1 }, 2, 1)).toBe(2);
  expect(commonProtocol({ protocol: 2, oldest: 2 }, 5, 2)).toBe(2);
  expect(commonProtocol({ protocol: 1, oldest: 1 }, 5, 2)).toBeNull();
});

test('a connection carries what is written on both sides, of any size, and nothing faster than it is read', async () => {
  let far: Wanted['connection'] | undefined;
  const [a, b] = wires();
  const here = make('dialer', LAPTOP, [a, b]);
  const there = make('answerer', GPU, [b, a], {
    connect: ({ head, connection }) => {
      expect(head).toMatchObject({ to: 'rex' });
      far = connection;
      connection.answer({ status: 101 });
      connection.write('');
      connection.write('first');
    },
  });
  await Promise.all([here.up, there.up]);
  const { status, connection: near } = await here.link.connect({ to: 'rex' });
  expect(status).toBe(101);
  expect(String(await once(near, 'data'))).toBe('first');
  const large = Buffer.alloc(3 * 2 ** 20, 'x');
  let isWritten = false;
  near.write(large, () => {
    isWritten = true;
  });
  // Mail goes on meanwhile, and more than a window is not on its way.
  expect((await here.link.ask({ head: { path: '/' }, body: Buffer.alloc(0) }, 5_000)).status).toBe(200);
  expect(isWritten).toBe(false);
  near.end();
  let size = 0;
  far?.on('data', (chunk: Buffer) => {
    size += chunk.length;
  });
  await once(far as Wanted['connection'], 'end');
  expect(size).toBe(large.length);
  far?.end();
  near.resume();
  await once(near, 'close');
  await expect.poll(() => here.link.openStreams + there.link.openStreams).toBe(0);
});

test('a connection ends with its link, and there are few at a time', async () => {
  const [a, b] = wires();
  const here = make('dialer', LAPTOP, [a, b]);
  const there = make('answerer', GPU, [b, a], { connect: ({ connection }) => connection.answer({ status: 101 }) });
  await Promise.all([here.up, there.up]);
  const opened = [];
  for (let count = 0; count < 16; count += 1) opened.push((await here.link.connect({})).connection);
  await expect(here.link.connect({})).rejects.toThrow('too many terminals');
  const first = opened[0]?.destroy() as Wanted['connection'];
  await once(first, 'close');
  await expect.poll(() => there.link.openStreams).toBe(15);
  expect((await here.link.connect({})).status).toBe(101);
  const closed = opened.slice(1).map((each) => new Promise((resolve) => each.once('close', resolve)));
  there.link.close('it was removed');
  await Promise.all(closed);
});
