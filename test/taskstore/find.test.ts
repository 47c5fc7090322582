import { expect, test } from 'vitest';
import type { TaskStore } from '../../src/taskstore/store.js';
import { addRequest, BOB, incoming, incomingTask, openStore, outgoing, outgoingTask } from './rig.js';

const OWN = 'aaaa1111-0000-4000-8000-000000000001';
const SENDERS = 'bbbb2222-0000-4000-8000-000000000002';
const REMOTE = 'cccc3333-0000-4000-8000-000000000003';
const MESSAGE = 'dddd4444-0000-4000-8000-000000000004';
const LONE = 'eeee5555-0000-4000-8000-000000000005';
const LONE_REMOTE = 'ffff6666-0000-4000-8000-000000000006';

async function filledStore(): Promise<TaskStore> {
  const store = openStore();
  await store.write((tx) => {
    addRequest(tx, { task: { id: OWN, senderTaskId: SENDERS }, message: { id: MESSAGE } });
    tx.addTask(outgoingTask({ remoteTaskId: REMOTE }));
    tx.addMessage(outgoing({ id: LONE, remoteId: LONE_REMOTE }));
  });
  return store;
}

const found = (store: TaskStore, id: string) =>
  store.find(id).map(({ task, message }) => [task?.seq ?? null, message?.seq ?? null]);

test.each([
  ['its own id', OWN, [1, null]],
  ['the sender’s id', SENDERS, [1, null]],
  ['the receiver’s id', REMOTE, [2, null]],
  ['the id of its message', MESSAGE, [1, 1]],
  ['the id of a message without a task', LONE, [null, 2]],
  ['the receiver’s id of a message without a task', LONE_REMOTE, [null, 2]],
])('%s is understood in full, shortened and in either case', async (_, id, expected) => {
  const store = await filledStore();
  for (const typed of [
    id,
    id.slice(0, 8),
    id.slice(0, 4),
    id.slice(0, 13),
    id.toUpperCase(),
    id.slice(0, 5).toUpperCase(),
  ]) {
    expect(found(store, typed)).toEqual([expected]);
  }
});

test.each(['', 'aaa', 'aaab', `${OWN}0`, '%', '____', 'aaaa%', 'aaaa____', '*', "' OR 1=1 --", '\0\0\0\0', '日本語の'])(
  'nothing is found for %j',
  async (typed) => {
    expect(found(await filledStore(), typed)).toEqual([]);
  },
);

test('wildcards in an id stand for themselves', async () => {
  const store = openStore();
  await store.write((tx) => {
    tx.addTask(incomingTask({ senderTaskId: '100%_done-a' }));
    tx.addTask(incomingTask({ senderTaskId: '100xyzdone-b' }));
  });
  expect(found(store, '100%_')).toEqual([[1, null]]);
  expect(found(store, '100xy')).toEqual([[2, null]]);
});

test('an ambiguous prefix finds everything it can mean, each task once', async () => {
  const store = openStore();
  await store.write((tx) => {
    const first = addRequest(tx, { task: { senderTaskId: 'review-1' } }).task;
    tx.addMessage(incoming({ taskSeq: first.seq, id: 'review-x', kind: 'continuation' }));
    addRequest(tx, { task: { senderTaskId: 'review-2', peer: BOB } });
    tx.addMessage(outgoing({ id: 'review/9' }));
  });
  expect(found(store, 'revi')).toEqual([
    [1, 2],
    [2, null],
    [null, 4],
  ]);
  expect(found(store, 'review-')).toEqual([
    [1, 2],
    [2, null],
  ]);
});

test('a full id wins over longer ones that begin with it', async () => {
  const store = openStore();
  await store.write((tx) => {
    for (const senderTaskId of ['task-10', 'task-1', 'task-11']) tx.addTask(incomingTask({ senderTaskId }));
    tx.addTask(incomingTask({ senderTaskId: 'task-1', peer: BOB }));
  });
  expect(found(store, 'task-1')).toEqual([
    [2, null],
    [4, null],
  ]);
  expect(found(store, 'task-11')).toEqual([[3, null]]);
  expect(found(store, 'task')).toHaveLength(4);
});

test('an id that somebody chose does not hide what its beginning means to others', async () => {
  const store = openStore();
  await store.write((tx) => {
    addRequest(tx, { task: { id: OWN }, message: { id: MESSAGE } });
    for (const chosen of [OWN, 'aaaa1111', 'aaaa', 'AAAA1111', `${OWN}0`]) {
      tx.addTask(incomingTask({ senderTaskId: chosen, peer: BOB }));
    }
    tx.addMessage(incoming({ id: 'aaaa1', peer: BOB }));
  });
  expect(found(store, OWN)).toEqual([[1, null]]);
  expect(found(store, OWN.toUpperCase())).toEqual([[1, null]]);
  for (const typed of ['aaaa1111', 'aaaa', 'AAAA1111', 'aaaa1']) {
    expect(found(store, typed)).toContainEqual([1, null]);
    expect(found(store, typed).length).toBeGreaterThan(1);
  }
});

test('an id from elsewhere may be shorter than the shortest prefix and still be found', async () => {
  const store = openStore();
  await store.write((tx) => tx.addTask(incomingTask({ senderTaskId: '42' })));
  expect(found(store, '42')).toEqual([[1, null]]);
  expect(found(store, '4')).toEqual([]);
});

test('a message is found by the id its sender gave it, even if it got another one here', async () => {
  const store = openStore();
  await store.write((tx) => {
    tx.addMessage(incoming({ id: 'message-1' }));
    tx.addMessage(incoming({ id: 'message-2' }));
  });
  expect(found(store, 'message-2')).toEqual([[null, 2]]);
});
