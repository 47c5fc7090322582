import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test as plain } from 'vitest';
import type { Callers } from '../../../../src/daemon/http/callers.js';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  connectionLimits,
} from '../../../../src/daemon/http/door/connections.js';
import { descriptorLimit } from '../../../../src/daemon/http/door/descriptor-limit.js';
import { get, post } from '../../../../src/daemon/http/route.js';
import { type Door, makeServer } from '../../../../src/daemon/http/server.js';

const LIMITS: ConnectionLimits = { headersMs: 400, bodyMs: 700, readingMs: 700, farewellMs: 200, strangers: 5 };
const LARGE = 'x'.repeat(20_000_000);

/** The routes of a daemon that answers only about itself. */
const DOOR: Door = {
  agent: 'hub',
  routes: [
    get('/healthz', 'open', () => ({ status: 'ok' })),
    get('/large', 'open', () => ({ text: LARGE })),
    get('/wait', 'known', () => new Promise(() => {})),
    post('/take', 'known', async ({ body }) => ({ taken: await body() })),
    post('/tell', 'open', async ({ body }) => ({ taken: await body() })),
  ],
  callers: { identify: (header) => (header === 'Bearer right' ? { kind: 'agent', id: 'ann' } : null) } as Callers,
  log: { error: () => {} } as unknown as Door['log'],
  hosts: [],
  page: null,
  speakFor: (caller) => caller,
};

class TestDoor {
  readonly sockets: Socket[] = [];

  constructor(
    readonly server: Server,
    private readonly address: { port: number; host: string } | { path: string },
  ) {}

  /** A client that never closes its side by itself. */
  open(bytes: string | Buffer = ''): Client {
    const client = new Client(connect({ ...this.address, allowHalfOpen: true }));
    this.sockets.push(client.socket);
    if (bytes.length > 0) client.socket.write(bytes);
    return client;
  }

  count(): Promise<number> {
    return new Promise((resolve, reject) =>
      this.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  }
}

class Client {
  text = '';
  /** Resolves with everything that was answered when the server ends the connection. */
  readonly ended: Promise<string>;

  constructor(readonly socket: Socket) {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      this.text += chunk.toString('latin1');
    });
    this.ended = new Promise((resolve) => {
      socket.on('end', () => resolve(this.text));
      socket.on('close', () => resolve(this.text));
    });
  }

  async answer(fits: RegExp): Promise<void> {
    const ended = this.ended.then(() => 'ended');
    while (!fits.test(this.text)) {
      if ((await Promise.race([once(this.socket, 'data'), ended])) === 'ended') break;
    }
    expect(this.text).toMatch(fits);
  }
}

type Open = (where: 'port' | 'socket', limits?: ConnectionLimits) => Promise<TestDoor>;

const test = plain.extend<{ open: Open; door: TestDoor }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test library reads what a fixture needs from this pattern.
  open: async ({}, use) => {
    const doors: TestDoor[] = [];
    const dir = mkdtempSync(join(tmpdir(), 'syn-'));
    await use(async (where, limits = LIMITS) => {
      const server = makeServer(Promise.resolve(DOOR), limits);
      server.listen(where === 'port' ? { port: 0, host: '127.0.0.1' } : { path: join(dir, 'd.sock') });
      await once(server, 'listening');
      const address = server.address() as AddressInfo | string;
      const at = typeof address === 'string' ? { path: address } : { port: address.port, host: '127.0.0.1' };
      const door = new TestDoor(server, at);
      doors.push(door);
      return door;
    });
    for (const { sockets, server } of doors) {
      for (const socket of sockets) socket.destroy();
      server.close();
      server.closeAllConnections();
    }
    rmSync(dir, { recursive: true });
  },
  door: async ({ open }, use) => use(await open('port')),
});

const HEALTH = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
const KNOWN = 'host: localhost\r\nauthorization: Bearer right\r\n';
const STALLED: Readonly<Record<string, string>> = {
  'nothing at all': '',
  'half a request line': 'GET /hea',
  'half the headers': 'GET /healthz HTTP/1.1\r\nhost: loc',
  'half a body': `POST /take HTTP/1.1\r\n${KNOWN}content-length: 100\r\n\r\n{"a"`,
  'half a chunk': `POST /take HTTP/1.1\r\n${KNOWN}transfer-encoding: chunked\r\n\r\n40\r\n{"a"`,
  'half a body that no route reads': `GET /wait HTTP/1.1\r\n${KNOWN}content-length: 100\r\n\r\n{"a"`,
  'half a body from a stranger': 'POST /take HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{"a"',
  'an answered request and half of the next': `${HEALTH}GET /hea`,
};

/** What arrives now and again after that. Line breaks before a request are not part of it. */
const TRICKLES = ['', 'a', '\r\n'];

test.for(['port', 'socket'] as const)('whatever stalls on the %s ends and is freed', async (where, { open }) => {
  const door = await open(where, { ...LIMITS, strangers: 100 });
  const clients = Object.entries(STALLED).flatMap(([what, bytes]) =>
    TRICKLES.map((trickle) => ({
      what: `${what}, then ${JSON.stringify(trickle)}`,
      trickle,
      client: door.open(bytes),
    })),
  );
  const drip = setInterval(() => {
    for (const { trickle, client } of clients) if (client.socket.writable) client.socket.write(trickle);
  }, 50);
  for (const { what, client } of clients) {
    const answer = await client.ended;
    expect({ what, answer }).toEqual({
      what,
      // A busy machine may free it before it can be told why.
      answer: expect.stringMatching(/^(HTTP\/1\.1 200 OK[\s\S]*"ok"\})?$|HTTP\/1\.1 4\d\d [\s\S]*"success":false/),
    });
  }
  await expect.poll(() => door.count()).toBe(0);
  clearInterval(drip);
});

test('an idle connection is freed after its answer, even if line breaks keep arriving', async ({ door }) => {
  const { socket, ended } = door.open(HEALTH);
  const drip = setInterval(() => socket.writable && socket.write('\r\n'), 50);
  expect(await ended).toContain('200 OK');
  await expect.poll(() => door.count()).toBe(0);
  clearInterval(drip);
});

test('a client that never reads its answer is cut off', async ({ door }) => {
  const { socket } = door.open();
  socket.pause();
  socket.write('GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await expect.poll(() => door.count()).toBe(1);
  await expect.poll(() => door.count()).toBe(0);
});

test('a request that was answered with its end does not run when its rest arrives', async ({ door }) => {
  const { socket, ended } = door.open('POST /tell HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n');
  const answer = await ended;
  expect(answer).toContain('request_timeout');
  socket.write('\r\n{}');
  await expect.poll(() => door.count()).toBe(0);
});

test('a long wait for an answer is not a stall', async ({ door }) => {
  const waiting = door.open(`GET /wait HTTP/1.1\r\n${KNOWN}\r\n`);
  const stalled = door.open(`POST /take HTTP/1.1\r\n${KNOWN}content-length: 9\r\n\r\n`);
  await stalled.ended;
  await expect.poll(() => door.count()).toBe(1);
  expect(waiting.text).toBe('');
});

test('of too many connections without a credential, the oldest end', async ({ door }) => {
  const trusted = door.open(`POST /take HTTP/1.1\r\n${KNOWN}content-length: 2\r\n\r\n{}`);
  await trusted.answer(/taken/);
  const first = door.open('GET /hea');
  await expect.poll(() => door.count()).toBe(2);
  for (let more = 0; more < 20; more += 1) door.open('GET /hea');
  expect(await first.ended).toBe('');
  const late = door.open(HEALTH);
  await late.answer(/200 OK/);
  expect(await door.count()).toBeLessThanOrEqual(LIMITS.strangers + 1);
  trusted.socket.write(`POST /take HTTP/1.1\r\n${KNOWN}content-length: 2\r\n\r\n[]`);
  await trusted.answer(/taken":\[\]/);
});

test('a client that sends too much gets the answer, even if it reads only after it has written', async ({ open }) => {
  const door = await open('port', CONNECTION_LIMITS);
  const size = 20_000_000;
  for (const close of ['', 'connection: close\r\n']) {
    const client = door.open();
    client.socket.pause();
    client.socket.write(`POST /tell HTTP/1.1\r\nhost: localhost\r\n${close}content-length: ${size}\r\n\r\n`);
    await new Promise<void>((resolve, reject) =>
      client.socket.write(Buffer.alloc(size, 'x'), (error) => (error ? reject(error) : resolve())),
    );
    client.socket.resume();
    await client.answer(/^HTTP\/1\.1 413 [\s\S]*content_too_large/);
  }
});

test('the limits are those of the docs', () => {
  expect(CONNECTION_LIMITS).toMatchObject({ headersMs: 10_000, bodyMs: 30_000 });
});

test.each([
  [null, 256],
  [1_048_576, 256],
  [256, 64],
  [100, 25],
  [3, 1],
])('with %s descriptors, %s strangers may be connected at each address', (descriptors, strangers) => {
  expect(connectionLimits(descriptors)).toEqual({ ...CONNECTION_LIMITS, strangers });
});

test('the limit on descriptors is the one that the system has set for the process', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'syn-')), 'limits');
  onTestFinished(() => rmSync(join(file, '..'), { recursive: true }));
  expect(descriptorLimit(file)).toBeNull();
  const lines = (limit: string) =>
    `Limit  Soft Limit  Hard Limit  Units\nMax open files            ${limit}   4096   files\n`;
  writeFileSync(file, lines('256'));
  expect(descriptorLimit(file)).toBe(256);
  writeFileSync(file, lines('unlimited'));
  expect(descriptorLimit(file)).toBeNull();
});
