/** How messages reach a terminal: in order, once, with honest receipts, or not at all if they expired or were canceled. */

import { join } from 'node:path';
import { expect } from 'vitest';
import { systemClock } from '../../../src/clock.js';
import { NEVER_AT } from '../../../src/daemon/mail/lifetimes.js';
import { Sqlite } from '../../../src/storage/sqlite.js';
import { type MessageRow, toMessage } from '../../../src/taskstore/rows.js';
import { type NewMessage, TaskStore } from '../../../src/taskstore/store.js';
import { type Agent, type Home, test as testWithProcesses } from '../../rig/home/home.js';
import { testInProcess as test } from '../../rig/home/home-in-process.js';

async function agents<const Ids extends readonly string[]>(
  home: Home,
  ...ids: Ids
): Promise<{ [At in keyof Ids]: Agent }> {
  return (await Promise.all(ids.map((id) => home.agent(id)))) as { [At in keyof Ids]: Agent };
}

const texts = (lines: readonly string[]) => lines.map((line) => line.replace(/^\[A2A:[^\]]*\] /, ''));

/** Sends a message at the end and waits for it: what has not been typed by then never will be. */
async function textsWithMarker(writer: Agent, reader: Agent): Promise<string[]> {
  await writer.synapse('send', reader.id, 'the marker');
  await reader.line('the marker');
  return texts(reader.lines());
}

async function reached(agent: Agent, id: string, state: string): Promise<Record<string, unknown>> {
  const changes = await agent.changes();
  const { body } = await agent.call(`/tasks/${id}`);
  const { task } = body;
  if (task.receipt.state !== state) {
    await changes.until((change) => change.message_id === task.message.message_id && change.receipt.state === state);
  }
  changes.stop();
  return (await agent.call(`/tasks/${id}`)).body.task;
}

test('200 messages of three senders at once arrive once each, and in the order of each sender', async ({ home }) => {
  const [reader, ...writers] = await agents(home, 'reader', 'ann', 'bob', 'cid');
  const counts = [67, 67, 66];
  const sendAll = async (writer: Agent, count: number) => {
    for (let number = 1; number <= count; number += 1) {
      // Not waiting for delivery, so that the queue at the sender is long.
      await writer.call('/send', { body: { target: 'reader', text: `number ${number}`, response: true, wait_ms: 0 } });
    }
  };
  await Promise.all(writers.map((writer, index) => sendAll(writer, counts[index] as number)));
  await Promise.all(writers.map((writer) => writer.synapse('send', 'reader', 'the end')));
  const lines = await reader.transcript.count(203);
  expect(lines).toHaveLength(203);
  for (const [index, writer] of writers.entries()) {
    const theirs = texts(lines.filter((line) => line.includes(`:${writer.id}] `)));
    const expected = Array.from({ length: counts[index] as number }, (_, number) => `number ${number + 1}`);
    expect(theirs).toEqual([...expected, 'the end']);
  }
});

test('a paused agent holds its messages, says so to the sender, and gets them in order when it is resumed', async ({
  home,
}) => {
  const [reader, writer] = await agents(home, 'reader', 'writer');
  await home.pause('reader');
  const first = await writer.synapse('send', 'reader', 'one');
  expect(first).toMatchObject({ code: 0 });
  await writer.synapse('send', 'reader', 'two');
  expect(await reached(writer, first.stdout.trim(), 'held')).toMatchObject({
    receipt: { state: 'held', reason: 'paused' },
  });
  expect(reader.lines()).toEqual([]);
  await home.resume('reader');
  const task = await reached(writer, first.stdout.trim(), 'submitted');
  expect((task.receipts as { state: string }[]).map(({ state }) => state).at(0)).toBe('queued');
  expect(await textsWithMarker(writer, reader)).toEqual(['one', 'two', 'the marker']);
});

test('the receipts at the receiver name every step', async ({ home }) => {
  const [reader, writer] = await agents(home, 'reader', 'writer');
  await writer.synapse('send', 'reader', 'step by step', '--until', 'submitted');
  const { body } = await reader.call('/tasks');
  const states = body.tasks[0].receipts.map(({ state }: { state: string }) => state);
  expect(states).toEqual(['delivered', 'typing', 'typed', 'submitted']);
});

test('a pause survives a restart of the daemon', async ({ home }) => {
  const [, writer] = await agents(home, 'reader', 'writer');
  await home.pause('reader');
  await home.stop('reader');
  const again = await home.agent('reader');
  const sent = await writer.synapse('send', 'reader', 'still there?');
  expect(await reached(writer, sent.stdout.trim(), 'held')).toMatchObject({ receipt: { reason: 'paused' } });
  await home.resume('reader');
  await again.line('still there?');
});

test('priority 4 goes to the front of the queue', async ({ home }) => {
  const [reader, writer] = await agents(home, 'reader', 'writer');
  await home.pause('reader');
  for (const [text, priority] of [
    ['one', '3'],
    ['two', '1'],
    ['three', '4'],
    ['four', '4'],
    ['five', '2'],
  ] as const) {
    await writer.synapse('send', 'reader', text, '--priority', priority);
  }
  await home.resume('reader');
  expect((await reader.transcript.count(5)).length).toBe(5);
  expect(texts(reader.lines())).toEqual(['three', 'four', 'one', 'two', 'five']);
});

test('priority 5 goes before everything and presses the interrupt key first', async ({ home }) => {
  const [reader, writer] = await agents(home, 'reader', 'writer');
  await home.pause('reader');
  for (const [text, priority] of [
    ['ordinary', '3'],
    ['front', '4'],
    ['urgent', '5'],
  ] as const) {
    await writer.synapse('send', 'reader', text, '--priority', priority);
  }
  await home.resume('reader');
  const lines = await reader.transcript.count(4);
  expect(lines.filter((line) => line === '<interrupt>')).toHaveLength(1);
  expect(texts(lines.filter((line) => line !== '<interrupt>'))).toEqual(['urgent', 'front', 'ordinary']);
});

test('a message that expires while its target is paused fails at the sender and is never typed', async ({ home }) => {
  const [reader, writer] = await agents(home, 'reader', 'writer');
  await home.pause('reader');
  const waiting = await writer.synapse('send', 'reader', 'hurry', '--response', '--expires', '1s');
  expect(waiting).toMatchObject({ code: 1, stderr: expect.stringContaining('expired') });
  const { body } = await writer.call('/tasks');
  expect(body.tasks[0]).toMatchObject({ state: 'failed', error: { code: 'expired' }, receipt: { state: 'expired' } });
  await home.resume('reader');
  expect(await textsWithMarker(writer, reader)).toEqual(['the marker']);
});

test('a message that expires while its target is down fails at the sender and is never typed', async ({ home }) => {
  const [, writer] = await agents(home, 'reader', 'writer');
  await home.stop('reader');
  const waiting = await writer.synapse('send', 'reader', 'hurry', '--response', '--expires', '1s');
  expect(waiting).toMatchObject({ code: 1, stderr: expect.stringContaining('expired') });
  const { body } = await writer.call('/tasks');
  expect(body.tasks[0]).toMatchObject({ state: 'failed', error: { code: 'expired' }, receipt: { state: 'expired' } });
  const reader = await home.agent('reader');
  expect(await textsWithMarker(writer, reader)).toEqual(['the marker']);
});

test('a message that expires soon is not kept waiting by one that expires late', async ({ home }) => {
  const [, writer] = await agents(home, 'reader', 'writer');
  await home.pause('reader');
  await writer.synapse('send', 'reader', 'whenever');
  expect(await writer.synapse('send', 'reader', 'hurry', '--response', '--expires', '1s')).toMatchObject({ code: 1 });
  await home.stop('reader');
  await writer.synapse('send', 'reader', 'whenever');
  expect(await writer.synapse('send', 'reader', 'hurry', '--response', '--expires', '1s')).toMatchObject({ code: 1 });
});

test('cancel withdraws a request that is not typed yet', async ({ home }) => {
  const [reader, writer] = await agents(home, 'reader', 'writer');
  await home.pause('reader');
  const sent = await writer.synapse('send', 'reader', 'never mind', '--response', '--no-wait');
  await reached(writer, sent.stdout.trim(), 'held');
  const canceled = await writer.synapse('tasks', 'cancel', sent.stdout.trim(), '--json');
  expect(canceled).toMatchObject({ code: 0 });
  expect(JSON.parse(canceled.stdout)).toMatchObject({ task: { state: 'canceled' } });
  expect((await reader.call('/tasks')).body.tasks[0]).toMatchObject({ state: 'canceled' });
  await home.resume('reader');
  expect(await textsWithMarker(writer, reader)).toEqual(['the marker']);
  expect(await writer.synapse('tasks', 'cancel', sent.stdout.trim())).toMatchObject({ code: 1 });
});

test('cancel withdraws a request whose target is down', async ({ home }) => {
  const [, writer] = await agents(home, 'reader', 'writer');
  await home.stop('reader');
  const sent = await writer.synapse('send', 'reader', 'never mind', '--response', '--no-wait');
  expect(await writer.synapse('tasks', 'cancel', sent.stdout.trim())).toMatchObject({ code: 0 });
  const reader = await home.agent('reader');
  expect(await textsWithMarker(writer, reader)).toEqual(['the marker']);
});

test.for([
  ['request', ['--response', '--no-wait']],
  ['message', ['--quiet']],
] as const)(
  'a %s that is canceled while its receiver is down is withdrawn when it is back',
  async ([, options], { home }) => {
    const [, writer] = await agents(home, 'reader', 'writer');
    await home.pause('reader');
    const id = (await writer.synapse('send', 'reader', 'never mind', ...options)).stdout.trim();
    await reached(writer, id, 'held');
    await home.stop('reader');
    const canceled = await writer.synapse('tasks', 'cancel', id);
    expect(canceled).toMatchObject({ code: 0, stderr: expect.stringContaining('will be told later') });
    // Nothing is known about it yet, so nothing is claimed.
    expect((await writer.call(`/tasks/${id}`)).body.task.receipt).toMatchObject({ state: 'held' });
    const reader = await home.agent('reader');
    const { receipt } = await reached(writer, id, 'failed');
    expect(receipt).toMatchObject({ reason: 'canceled' });
    expect((await reader.call(`/tasks/${id}`)).body.task).toMatchObject({ state: 'canceled' });
    await home.resume('reader');
    expect(await textsWithMarker(writer, reader)).toEqual(['the marker']);
  },
);

test('canceling a request that was typed presses the interrupt key, and its receipt stays true', async ({ home }) => {
  const [reader, writer] = await agents(home, 'reader', 'writer');
  const waiting = writer.synapse('send', 'reader', 'a long job', '--response');
  const id = /^\[A2A:(.{8}):/.exec(await reader.line('a long job'))?.[1] as string;
  await reached(reader, id, 'submitted');
  await reached(writer, id, 'submitted');
  const canceled = await writer.synapse('tasks', 'cancel', id);
  expect(canceled).toMatchObject({ code: 0, stderr: 'Canceled, but reader already had it.\n' });
  await reader.line('<interrupt>');
  expect(await waiting).toMatchObject({ code: 1 });
  const { task } = (await writer.call(`/tasks/${id}`)).body;
  expect(task).toMatchObject({ state: 'canceled', receipt: { state: 'submitted' } });
  expect(await reader.synapse('reply', 'too late')).toMatchObject({ code: 3 });
});

testWithProcesses(
  'the intent to type is in the store before the first byte is typed, and the restart says that it is uncertain',
  async ({ home }) => {
    const writer = await home.agent('writer');
    // Kills its own daemon, without warning, at the first line it reads; the daemon may still be faster.
    const program = ['/bin/sh', '-c', 'read -r line; kill -9 $PPID'];
    const isKilledInTime = async () => {
      const victim = await home.agent('victim', { program });
      const changes = await victim.changes();
      const sent = await writer.synapse('send', 'victim', 'the first byte', '--response', '--no-wait');
      await changes.ended;
      const receipts = storedReceipts(join(home.home, 'agents', 'victim', 'tasks.db'));
      expect(receipts).toContain('typing');
      return receipts.includes('submitted') ? null : sent;
    };
    let sent = await isKilledInTime();
    for (let tries = 0; sent === null && tries < MOST_TRIES; tries++) sent = await isKilledInTime();
    if (sent === null) throw new Error('the daemon was always faster');
    const again = await home.agent('victim');
    await again.line('the first byte');
    const task = await reached(again, sent.stdout.trim(), 'submitted');
    expect((task.receipts as { state: string }[]).map(({ state }) => state)).toContain('uncertain');
    await writer.synapse('send', 'victim', 'the marker');
    await again.line('the marker');
    expect(again.lines()).toHaveLength(2);
  },
);

const MOST_TRIES = 20;

/** Reads the file directly: the names of all receipts of the newest message. */
function storedReceipts(file: string): string[] {
  const database = new Sqlite(file, { readonly: true });
  try {
    const row = database.prepare('SELECT * FROM messages ORDER BY seq DESC LIMIT 1').get() as MessageRow;
    return toMessage(row).receipts.map(({ state }) => state);
  } finally {
    database.close();
  }
}

test('a message without an id among refused ones does not stop the typing', async ({ home }) => {
  const agent = await home.agent('desk');
  const token = (await home.run(['token', 'create', '--name', 'mix'])).stdout.trim();
  const post = (text: string, metadata: Record<string, unknown> = {}) =>
    agent.call('/tasks/send', {
      key: token,
      body: { message: { role: 'user', parts: [{ type: 'text', text }] }, metadata },
    });
  const { body } = await post('close me', { sender_task_id: 'closed', message_id: 'first' });
  await agent.line(/close me/);
  await agent.synapse('reply', '--to', body.task.id, 'closed');
  for (let round = 0; round < 5; round++) {
    const refused = { sender_task_id: 'closed' };
    await Promise.all([post(`plain ${round}`), post('again', refused), post('again', refused)]);
  }
  await agent.line(/plain 4/);
});

test('a notice that a request expired waits in the inbox until it is read', async ({ home }) => {
  await home.agent('desk');
  await home.stop('desk');
  await home.run(['send', 'desk', 'soon over', '--response', '--no-wait', '--expires', '1s']);
  await expect.poll(async () => (await home.run(['inbox', '--peek'])).stdout).toContain('failed:');
});

testWithProcesses('a canceled message that waits behind another is not delivered', async ({ home }) => {
  const desk = await home.agent('desk');
  process.kill(desk.entry.pid, 'SIGSTOP');
  await home.run(['send', 'desk', 'first', '--response', '--no-wait']);
  const second = (await home.run(['send', 'desk', 'second', '--quiet'])).stdout.trim();
  expect((await home.run(['tasks', 'cancel', second])).code).toBe(0);
  process.kill(desk.entry.pid, 'SIGCONT');
  await desk.line(/first/);
  await home.run(['send', 'desk', 'last']);
  await desk.line(/last/);
  expect(desk.lines().filter((line) => line.endsWith('second'))).toEqual([]);
});

testWithProcesses('a request canceled while it was on its way is canceled at its receiver, too', async ({ home }) => {
  const desk = await home.agent('desk');
  process.kill(desk.entry.pid, 'SIGSTOP');
  const sent = await home.run(['send', 'desk', 'on its way', '--response', '--no-wait', '--quiet']);
  const task = sent.stdout.trim();
  expect((await home.run(['tasks', 'cancel', task])).code).toBe(0);
  process.kill(desk.entry.pid, 'SIGCONT');
  await expect
    .poll(async () => (await home.run(['tasks', 'list', '--from', 'desk', '--json'])).stdout)
    .toContain('"canceled"');
});

test('a message to a paused agent says that it is held there', async ({ home }) => {
  await home.agent('desk');
  await home.pause('desk');
  const sent = await home.run(['send', 'desk', 'no hurry']);
  expect(sent).toMatchObject({ code: 0, stderr: 'Delivered to desk, which holds it: paused.\n' });
});

/** Puts messages into the store of a stopped agent, as if they had arrived earlier. */
async function leaveInStore(home: Home, id: string, messages: readonly Partial<NewMessage>[]): Promise<void> {
  const store = TaskStore.open({ path: join(home.home, 'agents', id, 'tasks.db'), agent: id, clock: systemClock });
  const peer = { id: 'writer', type: 'shell', endpoint: null };
  await store.write((tx) => {
    for (const message of messages) {
      const task = tx.addTask({ direction: 'incoming', responseExpected: false, peer, expiresAt: NEVER_AT });
      tx.addMessage({
        direction: 'incoming',
        kind: 'message',
        taskSeq: task.seq,
        peer,
        text: 'left',
        expiresAt: NEVER_AT,
        ...message,
      });
    }
  });
  await store.close();
}

test('a message behind a hundred expired ones is still typed', async ({ home }) => {
  await home.agent('reader');
  await home.stop('reader');
  const stale = Array.from({ length: 100 }, () => ({ text: 'too late', expiresAt: systemClock.now() }));
  await leaveInStore(home, 'reader', [...stale, { text: 'still in time' }]);
  const reader = await home.agent('reader');
  await reader.line('still in time');
  expect(reader.lines()).toHaveLength(1);
});

test('a message whose id has the same prefix as another one at the receiver still gets receipts', async ({ home }) => {
  const [writer] = await agents(home, 'writer', 'reader');
  await home.stop('reader');
  const sending = writer.synapse('send', 'reader', 'the second', '--until', 'submitted');
  const sent = async () => (await writer.call('/history')).body.messages as { id: string }[];
  await expect.poll(async () => (await sent()).length).toBe(1);
  const id = (await sent())[0]?.id as string;
  await leaveInStore(home, 'reader', [{ id: `${id.slice(0, 8)}-0000-4000-8000-000000000000`, text: 'the first' }]);
  const reader = await home.agent('reader');
  await reader.line('the second');
  expect(await sending).toMatchObject({ code: 0 });
});
