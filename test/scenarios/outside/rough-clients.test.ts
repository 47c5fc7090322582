/** Clients that send too much, too slowly or nonsense are refused cleanly, and the daemon keeps running. */
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterEach, expect } from 'vitest';
import { type Agent, testInSharedHome } from '../../rig/home/home.js';

const test = testInSharedHome.extend<{ hub: Agent; ann: Agent }>({
  hub: [async ({ home }, use) => use(await home.agent('hub')), { scope: 'file' }],
  ann: [async ({ home }, use) => use(await home.agent('ann')), { scope: 'file' }],
});

const sockets = new Set<Socket>();

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});

interface Line {
  readonly socket: Socket;
  readonly answer: Promise<string>;
}

function open(hub: Agent, where: 'port' | 'socket', bytes: string | Buffer): Line {
  // Such a client never closes its side by itself.
  const address = where === 'port' ? { port: hub.entry.port, host: '127.0.0.1' } : { path: hub.entry.socket };
  const socket = connect({ ...address, allowHalfOpen: true });
  sockets.add(socket);
  socket.on('error', () => {});
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  const answer = new Promise<string>((resolve) => {
    socket.on('end', () => resolve(text)).on('close', () => resolve(text));
  });
  socket.write(bytes);
  return { socket, answer };
}

async function expectAlive(hub: Agent, ann: Agent): Promise<void> {
  const marker = `alive ${Math.random()}`;
  expect((await hub.receive(ann, marker)).status).toBe(200);
  await hub.line(marker);
  expect(hub.entry.pid).toBe((await hub.call('/status')).body.pid);
}

const GARBAGE = {
  'a TLS hello': Buffer.from('16030100a5010000a10303', 'hex'),
  zeros: Buffer.alloc(4_096),
  'random bytes': Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index * 7_919) % 256)),
  'half a word': Buffer.from('POS\r\n\r\n'),
  'a header without end': Buffer.from(`GET /healthz HTTP/1.1\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`),
  'two lengths': Buffer.from(
    'POST /tasks/send HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx',
  ),
  'a length and chunks': Buffer.from(
    'POST /tasks/send HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ),
};

for (const where of ['port', 'socket'] as const) {
  test.for(Object.entries(GARBAGE))(`%s on the ${where} is refused`, async ([, bytes], { hub, ann }) => {
    const answer = await open(hub, where, bytes).answer;
    expect(answer === '' || /^HTTP\/1\.1 4\d\d /.test(answer)).toBe(true);
    await expectAlive(hub, ann);
  });
}

test('a body of more than 16 MiB is refused, announced or not', async ({ hub, ann }) => {
  const head = `POST /tasks/send HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${ann.key}\r\n`;
  const announced = open(hub, 'port', `${head}content-length: 16777217\r\n\r\n`);
  expect(await announced.answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"error":"content_too_large"/);
  const chunked = open(hub, 'port', `${head}transfer-encoding: chunked\r\n\r\n`);
  const block = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000, 'x'), Buffer.from('\r\n')]);
  for (let sent = 0; sent < 17; sent += 1) chunked.socket.write(block);
  chunked.socket.write('0\r\n\r\n');
  expect(await chunked.answer).toMatch(/^HTTP\/1\.1 413 /);
  await expectAlive(hub, ann);
});

test('a body of just under 16 MiB is read, and refused for its text alone', async ({ hub, ann }) => {
  const body = { message: { parts: [{ text: 'x'.repeat(16_000_000) }] } };
  expect(await hub.call('/tasks/send', { key: ann.key, body })).toMatchObject({
    status: 413,
    body: { what: 'The text', limit: 1_048_576 },
  });
  await expectAlive(hub, ann);
});

test('a client that goes away in the middle of its body leaves nothing', async ({ hub, ann }) => {
  const before = (await hub.call('/tasks?limit=500')).body.tasks.length;
  const { socket, answer } = open(
    hub,
    'port',
    `POST /tasks/send HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${ann.key}\r\ncontent-length: 100\r\n\r\n{"mess`,
  );
  socket.once('connect', () => socket.end());
  await answer;
  expect((await hub.call('/tasks?limit=500')).body.tasks).toHaveLength(before);
  await expectAlive(hub, ann);
});

test('slow headers and slow bodies are cut off and freed, and hold nobody up meanwhile', async ({ hub, ann }) => {
  const openFiles = () => readdirSync(`/proc/${hub.entry.pid}/fd`).length;
  const before = openFiles();
  const head = `POST /tasks/send HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${ann.key}\r\n`;
  const slow = [
    ...Array.from({ length: 20 }, () => open(hub, 'port', 'POST /tasks/send HTTP/1.1\r\nhost: loc')),
    ...Array.from({ length: 5 }, () => open(hub, 'socket', 'GET /status HTTP/1.1\r\n')),
    open(hub, 'port', `${head}content-length: 100\r\n\r\n{"message"`),
  ];
  const drip = setInterval(() => {
    for (const { socket } of slow) if (socket.writable) socket.write('a');
  }, 1_000);
  try {
    await expectAlive(hub, ann);
    const answers = await Promise.all(slow.map(({ answer }) => answer));
    for (const answer of answers) expect(answer === '' || /^HTTP\/1\.1 4\d\d /.test(answer)).toBe(true);
    // A daemon may have stood still itself, so a sender must not take this for a refusal.
    expect(answers.filter((answer) => answer !== '').map((answer) => answer.slice(9, 12))).toContain('408');
    expect(answers.at(-1)).toMatch(/^HTTP\/1\.1 408 [\s\S]*"request_timeout"/);
  } finally {
    clearInterval(drip);
  }
  await expect.poll(openFiles).toBeLessThan(before + slow.length / 2);
  await expectAlive(hub, ann);
});

test('200 idle connections hold nobody up', async ({ hub, ann }) => {
  await Promise.all(
    Array.from({ length: 200 }, () => new Promise((resolve) => open(hub, 'port', '').socket.once('connect', resolve))),
  );
  await expectAlive(hub, ann);
});
