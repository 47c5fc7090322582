import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DaemonContext } from '../../../../src/daemon/context.js';
import { Courier } from '../../../../src/daemon/mail/outgoing/courier.js';
import { PeerConnections } from '../../../../src/daemon/mail/outgoing/peer-connections.js';
import { fail } from '../../../../src/errors.js';
import { startTimeOf } from '../../../../src/processes.js';
import type { LiveEntry } from '../../../../src/registry/entry.js';
import type { Message } from '../../../../src/taskstore/message.js';
import { handClock, outgoing, tempDir } from '../../../taskstore/rig.js';
import { daemonContext } from '../../rig.js';

const PEER = { id: 'rex', type: 'shell', endpoint: 'http://localhost:8151' };
const LONG_MS = 10_000;

/** A receiver that answers each text with the status that the test wants, and notes in which order it accepted them. */
async function receiver(statusOf: (text: string) => number) {
  let nowMs = 0;
  const clock = { ...handClock(), monotonicMs: () => nowMs };
  const context = daemonContext({ clock });
  const accepted: string[] = [];
  let tries = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { text } = JSON.parse(body).message.parts[0];
    const status = statusOf(text);
    if (status === 200) accepted.push(text);
    tries += 1;
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await publish(context, server);
  const log = vi.spyOn(context.log, 'info');
  // A refusal counts when the courier has read it, because what it decides depends on the time at which it does.
  const outcomes = () => accepted.length + log.mock.calls.filter(([text]) => text === 'unable').length;
  const peers = new PeerConnections();
  const courier = new Courier(context, peers, { carry: async () => ({ type: 'down' }) });
  onTestFinished(async () => {
    courier.close();
    await peers.close();
    server.close();
  });
  return {
    ...{ context, courier, accepted },
    tries: () => tries,
    pass: (ms: number) => {
      nowMs += ms;
    },
    /** Lets the courier try once more, and resolves when it has. */
    round: async () => {
      const before = outcomes();
      courier.kick(PEER.id);
      await expect.poll(outcomes).toBeGreaterThan(before);
    },
  };
}

async function publish({ home, registry }: DaemonContext, server: Server): Promise<void> {
  const socket = join(tempDir(), 'rex.sock');
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  const identity = { ...PEER, name: null, role: null, kind: 'ai', lasting: true, storeId: 'store-1', project: null };
  const process_ = { pid: process.pid, startTime: startTimeOf(process.pid), programPid: null, programStartTime: null };
  const state = { status: 'ready', statusReason: null, statusAt: 0, currentTask: null, startedAt: 0 };
  const place = { cwd: home, port: 8151, socket, instance: 'one', version: '1' };
  registry.publish({ ...identity, ...process_, ...state, ...place } as unknown as LiveEntry);
}

async function write({ store }: DaemonContext, ...texts: string[]): Promise<Message[]> {
  return store.write((tx) => texts.map((text) => tx.addMessage(outgoing({ kind: 'message', peer: PEER, text }))));
}

const statesOf = ({ store }: DaemonContext, messages: readonly Message[]) =>
  messages.map(({ seq }) => store.message(seq)?.receipt.state);

test.each([500, 502, 503, 408])(
  'mail behind a message that its receiver answers with %i is delivered after a while, and the message is kept',
  async (status) => {
    const { context, accepted, round, pass } = await receiver((text) => (text === 'poison' ? status : 200));
    const mail = await write(context, 'first', 'poison', 'third', 'fourth');
    await round();
    await round();
    expect(accepted).toEqual(['first']);
    pass(LONG_MS);
    await round();
    await expect.poll(() => accepted).toEqual(['first', 'third', 'fourth']);
    await expect.poll(() => statesOf(context, mail)).toEqual(['delivered', 'queued', 'delivered', 'delivered']);
  },
);

test('no number of such messages blocks the mail behind them, whether it comes after them or between them', async () => {
  const { context, accepted, round, pass } = await receiver((text) => (text.startsWith('poison') ? 500 : 200));
  const poison = (from: number) => Array.from({ length: 40 }, (_, index) => `poison ${from + index}`);
  await write(context, ...poison(0), 'one', ...poison(40), 'two', 'poison', 'three');
  await round();
  await round();
  pass(LONG_MS);
  await round();
  await expect.poll(() => accepted).toEqual(['one', 'two', 'three']);
  // Mail that is written later is carried at once, with few tries of what cannot be carried.
  await write(context, 'four');
  await round();
  await expect.poll(() => accepted).toEqual(['one', 'two', 'three', 'four']);
});

test('a receiver that can take nothing is asked for a few messages at a time', async () => {
  const { context, round, pass, tries } = await receiver(() => 500);
  await write(context, ...Array.from({ length: 100 }, (_, index) => `mail ${index}`));
  await round();
  await round();
  pass(LONG_MS);
  await round();
  await expect.poll(tries).toBeGreaterThanOrEqual(102);
  await round();
  expect(tries()).toBeLessThan(102 + 5 * 8);
});

test('what was set aside is carried in its order when the receiver can take it', async () => {
  let isWell = false;
  const { context, accepted, round, pass, tries } = await receiver(() => (isWell ? 200 : 500));
  const texts = Array.from({ length: 30 }, (_, index) => `mail ${index}`);
  await write(context, ...texts);
  await round();
  await round();
  pass(LONG_MS);
  await round();
  await expect.poll(tries).toBeGreaterThanOrEqual(32);
  isWell = true;
  await round();
  await expect.poll(() => accepted).toEqual(texts);
});

test('a receiver that fails for every message gets them in their order when it works again', async () => {
  let triesOfFirst = 0;
  const { context, accepted, round, pass } = await receiver((text) => {
    if (text === 'one') triesOfFirst += 1;
    return triesOfFirst > 5 ? 200 : 500;
  });
  await write(context, 'one', 'two', 'three');
  while (triesOfFirst <= 5) {
    await round();
    pass(LONG_MS);
  }
  await expect.poll(() => accepted).toEqual(['one', 'two', 'three']);
});

test('a receiver whose disk is full gets mail in its order for minutes, and then what fits', async () => {
  const { context, accepted, round, pass } = await receiver((text) => (text === 'long' ? 507 : 200));
  await write(context, 'long', 'short');
  for (let count = 0; count < 4; count += 1) {
    await round();
    pass(LONG_MS);
  }
  expect(accepted).toEqual([]);
  pass(5 * 60_000);
  await round();
  await expect.poll(() => accepted).toEqual(['short']);
});

test('a message that is refused with another status fails at once', async () => {
  const { context, accepted, round } = await receiver((text) => (text === 'bad' ? 400 : 200));
  const mail = await write(context, 'bad', 'good');
  await round();
  await expect.poll(() => accepted).toEqual(['good']);
  await expect.poll(() => statesOf(context, mail)).toEqual(['failed', 'delivered']);
});

test('a message that arrived counts as delivered even if its sender cannot note that', async () => {
  const { context, courier, accepted, round } = await receiver(() => 200);
  const [message] = (await write(context, 'hello')) as [Message];
  const { store } = context;
  Object.assign(store, { write: () => Promise.reject(fail('storage_failed', { reason: 'the disk is full' })) });
  const attempt = courier.firstAttempt(message.seq, 60_000);
  await round();
  expect(await attempt).toBe('delivered');
  // Our own note says less than is true, and is made up for when there is room.
  expect(statesOf(context, [message])).toEqual(['queued']);
  Reflect.deleteProperty(store, 'write');
  await round();
  await expect.poll(() => statesOf(context, [message])).toEqual(['delivered']);
  expect(accepted).toEqual(['hello', 'hello']);
});
