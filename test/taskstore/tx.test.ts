import { expect, test } from 'vitest';
import { shortId } from '../../src/ids.js';
import type { Part } from '../../src/taskstore/message.js';
import {
  addRequest,
  BOB,
  handClock,
  incoming,
  incomingTask,
  openStore,
  outgoing,
  outgoingTask,
  START_AT,
} from './rig.js';

test('a task comes back as it was added, with what was left out filled in', async () => {
  const store = openStore();
  const added = await store.write((tx) => tx.addTask(incomingTask({ senderTaskId: 'theirs' })));
  expect(store.task(added.seq)).toEqual(added);
  expect(store.taskById(added.id)).toEqual(added);
  expect(added).toMatchObject({
    state: 'working',
    contextId: added.id,
    priority: 3,
    reply: null,
    error: null,
    metadata: {},
  });
  expect(added).toMatchObject({ createdAt: START_AT, updatedAt: START_AT, remoteTaskId: null });
});

test('every field of a task survives', async () => {
  const store = openStore();
  const parts: Part[] = [
    { type: 'text', text: 'a' },
    { type: 'data', data: { n: [1, null] } },
  ];
  const full = outgoingTask({
    id: '11111111-aaaa',
    contextId: 'ctx',
    priority: 5,
    metadata: { k: { deep: 'x' } },
    remoteTaskId: 'remote',
    reply: { text: 'a', parts, from: 'bob', at: 7 },
    error: { code: 'c', message: 'm' },
    peer: BOB,
  });
  const added = await store.write((tx) => tx.addTask(full));
  expect(store.task(added.seq)).toEqual(added);
  expect(added).toMatchObject(full);
});

test('every field of a message survives', async () => {
  const store = openStore();
  const parts: Part[] = [
    { type: 'text', text: 'hello' },
    { type: 'file', file: { name: 'a.txt', bytes: 'QQ==' } },
  ];
  const receipt = { state: 'held', reason: 'busy', at: 5 } as const;
  const full = incoming({
    id: '22222222-bbbb',
    parts,
    priority: 1,
    metadata: { a: 1 },
    replyTo: 'r',
    remoteId: 'x',
    receipt,
  });
  const added = await store.write((tx) => tx.addMessage(full));
  expect(store.message(added.seq)).toEqual(added);
  expect(store.messageById('22222222-bbbb')).toEqual(added);
  expect(added).toMatchObject({ ...full, receipts: [receipt] });
});

test('a message is shown by the id of its task, a message without one by its own or the receiver’s', async () => {
  const store = openStore();
  const { asked, lone } = await store.write((tx) => ({
    asked: addRequest(tx, { task: { senderTaskId: 'theirs' } }),
    lone: tx.addMessage(outgoing()),
  }));
  expect(asked.message.displayId).toBe(asked.task.id);
  expect(store.message(asked.message.seq)?.displayId).toBe(asked.task.id);
  expect(lone.displayId).toBe(lone.id);
  await store.write((tx) => tx.setRemoteId(lone.seq, '44444444-1111-4111-8111-111111111111'));
  expect(store.message(lone.seq)?.displayId).toBe('44444444-1111-4111-8111-111111111111');
});

test('an id that is taken, or has the prefix of one that is, is replaced by a new one', async () => {
  const store = openStore();
  const ids = await store.write((tx) => [
    tx.addTask(incomingTask({ id: 'abcdefgh-1' })).id,
    tx.addTask(incomingTask({ id: 'abcdefgh-1' })).id,
    tx.addTask(incomingTask({ id: 'abcdefgh-2' })).id,
    tx.addMessage(incoming({ id: 'abcdefgh-3' })).id,
    tx.addMessage(incoming({ id: 'other678-1' })).id,
    tx.addTask(incomingTask({ id: 'other678-2' })).id,
    tx.addTask(incomingTask({ id: '' })).id,
  ]);
  expect(ids[0]).toBe('abcdefgh-1');
  expect(ids[4]).toBe('other678-1');
  expect(new Set(ids.map(shortId)).size).toBe(7);
});

test('a message may have the id of its own task, and of no other', async () => {
  const store = openStore();
  const id = '33333333-1111-4111-8111-111111111111';
  const { own, other } = await store.write((tx) => {
    const first = tx.addTask(incomingTask({ id }));
    const second = tx.addTask(incomingTask());
    const stranger = tx.addMessage(incoming({ id, taskSeq: second.seq, peer: BOB }));
    return { other: stranger, own: tx.addMessage(incoming({ id, taskSeq: first.seq })) };
  });
  expect(own.id).toBe(id);
  expect(other.id).not.toBe(id);
  expect(store.find(id).map((found) => found.task?.seq)).toContain(1);
});

test('an update changes what it names and the instant, and nothing else', async () => {
  const clock = handClock();
  const store = openStore({ clock });
  const before = await store.write((tx) => tx.addTask(outgoingTask({ metadata: { a: 1 } })));
  clock.at += 1000;
  const reply = { text: 'yes', parts: [{ type: 'text', text: 'yes' }], from: 'bob', at: clock.at } as const;
  const after = await store.write((tx) => tx.updateTask(before.seq, { state: 'completed', reply }));
  expect(after).toEqual({ ...before, state: 'completed', reply, updatedAt: START_AT + 1000 });
  expect(store.task(before.seq)).toEqual(after);
  const last = await store.write((tx) =>
    tx.updateTask(before.seq, { reply: null, metadata: {}, priority: 4, remoteTaskId: 'r' }),
  );
  expect(store.task(before.seq)).toEqual(last);
  expect(last).toMatchObject({ reply: null, metadata: {}, priority: 4, remoteTaskId: 'r' });
});

test('receipts are kept in order, and the same one twice is stored once', async () => {
  const clock = handClock();
  const store = openStore({ clock });
  const { message } = await store.write((tx) => addRequest(tx));
  const steps = [['held', 'busy'], ['held', 'busy'], ['held', 'paused'], ['typing'], ['typed'], ['submitted']] as const;
  for (const [state, reason] of steps) {
    clock.at += 1;
    await store.write((tx) => tx.setReceipt(message.seq, state, reason));
  }
  const { receipt, receipts } = store.message(message.seq) ?? {};
  expect(receipts?.map(({ state, reason }) => reason ?? state)).toEqual([
    'delivered',
    'busy',
    'paused',
    'typing',
    'typed',
    'submitted',
  ]);
  expect(receipts?.map(({ at }) => at - START_AT)).toEqual([0, 1, 3, 4, 5, 6]);
  expect(receipt).toEqual(receipts?.at(-1));
});

test('a message that is held again and again keeps its first receipt and the latest ones', async () => {
  const store = openStore();
  const { message } = await store.write((tx) => addRequest(tx));
  await store.write((tx) => {
    for (let turn = 0; turn < 200; turn += 1) tx.setReceipt(message.seq, 'held', `reason ${turn}`);
  });
  const receipts = store.message(message.seq)?.receipts ?? [];
  expect(receipts).toHaveLength(50);
  expect(receipts[0]?.state).toBe('delivered');
  expect(receipts[1]?.reason).toBe('reason 151');
  expect(receipts.at(-1)?.reason).toBe('reason 199');
});

test('a task or message that is not there cannot be changed', async () => {
  const store = openStore();
  await expect(store.write((tx) => tx.updateTask(99, { state: 'failed' }))).rejects.toThrow('no task 99');
  await expect(store.write((tx) => tx.setReceipt(99, 'typed'))).rejects.toThrow('no message 99');
  await expect(store.write((tx) => tx.addMessage(incoming({ taskSeq: 99 })))).rejects.toThrow('no task 99');
});

test.each([
  ['of a mebibyte', 'x'.repeat(2 ** 20)],
  ['with NUL and other controls', 'a\0b\x01\x7f\r\n\t\x1b[31m'],
  ['in Japanese, Arabic and emoji', '日本語テキスト مرحبا 👩‍👩‍👧‍👦 e\u0301'],
  ['with half a surrogate pair', 'a\ud800b\udc00\udbff'],
  ['that is empty', ''],
])('a text %s comes back exactly', async (_, text) => {
  const store = openStore();
  const reply = { text, parts: [{ type: 'text', text }], from: 'bob', at: 1 } as const;
  await store.write((tx) => {
    const { task } = addRequest(tx, { message: { text } });
    tx.updateTask(task.seq, { reply, metadata: { text } });
    tx.addMessage(
      outgoing({
        text: 'short',
        parts: [
          { type: 'text', text },
          { type: 'text', text: 'b' },
        ],
      }),
    );
  });
  expect(store.message(1)?.text === text).toBe(true);
  expect(store.message(1)?.parts).toEqual([{ type: 'text', text }]);
  expect(store.message(2)?.parts).toEqual([
    { type: 'text', text },
    { type: 'text', text: 'b' },
  ]);
  expect(store.task(1)).toMatchObject({ reply, metadata: { text } });
});

test('meta values are kept and replaced', async () => {
  const store = openStore();
  expect(store.meta('paused')).toBeNull();
  await store.write((tx) => tx.setMeta('paused', 'yes'));
  await store.write((tx) => tx.setMeta('paused', 'no'));
  expect(store.meta('paused')).toBe('no');
});
