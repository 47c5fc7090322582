import { expect, test } from 'vitest';
import type { Message } from '../../src/taskstore/message.js';
import type { Task } from '../../src/taskstore/task.js';
import {
  ALICE,
  addRequest,
  BOB,
  DAY_MS,
  handClock,
  incoming,
  incomingTask,
  openStore,
  outgoing,
  outgoingTask,
  START_AT,
} from './rig.js';

const seqs = (list: readonly (Task | Message)[]) => list.map(({ seq }) => seq);

test('the queue is typed urgent first, then the front, then all others as they came', async () => {
  const store = openStore();
  await store.write((tx) => {
    for (const priority of [1, 3, 4, 5, 2, 5, 4]) addRequest(tx, { message: { priority } });
  });
  expect(seqs(store.queue(10))).toEqual([4, 6, 3, 7, 1, 2, 5]);
  expect(seqs(store.queue(3))).toEqual([4, 6, 3]);
  expect(store.queueLength()).toBe(7);
  expect(seqs(store.unread(10))).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(seqs(store.unread(3, 2))).toEqual([3, 4, 5]);
});

test('a message leaves the queue once it is submitted, and not before', async () => {
  const store = openStore();
  const { message } = await store.write((tx) => addRequest(tx));
  const lengths: number[] = [];
  for (const state of ['held', 'typing', 'uncertain', 'typed', 'submitted', 'answered'] as const) {
    await store.write((tx) => tx.setReceipt(message.seq, state));
    lengths.push(store.queueLength());
  }
  expect(lengths).toEqual([1, 1, 1, 1, 0, 0]);
  await store.write((tx) => tx.setReceipt(message.seq, 'held', 'again'));
  expect(seqs(store.queue(5))).toEqual([message.seq]);
});

test('each agent has its own outbox, in delivery order', async () => {
  const store = openStore();
  await store.write((tx) => {
    for (const [peer, priority] of [
      [ALICE, 3],
      [BOB, 3],
      [ALICE, 5],
      [ALICE, 2],
      [BOB, 4],
    ] as const)
      tx.addMessage(outgoing({ peer, priority }));
    tx.addMessage(incoming({ peer: BOB }));
  });
  expect(seqs(store.outbox('alice', 10))).toEqual([3, 1, 4]);
  expect(seqs(store.outbox('bob', 10))).toEqual([5, 2]);
  expect(seqs(store.outbox('bob', 1))).toEqual([5]);
  expect([store.outboxPeers(), store.outboxLength(), store.queueLength()]).toEqual([['alice', 'bob'], 5, 1]);
  await store.write((tx) => [2, 5].map((seq) => tx.setReceipt(seq, 'delivered')));
  expect([store.outboxPeers(), store.outboxLength(), store.outbox('bob', 9)]).toEqual([['alice'], 3, []]);
});

test('a clock that jumps back does not change the order', async () => {
  const clock = handClock();
  const store = openStore({ clock });
  for (const at of [START_AT, START_AT - DAY_MS, START_AT + 1]) {
    clock.at = at;
    await store.write((tx) => addRequest(tx));
  }
  expect(seqs(store.queue(9))).toEqual([1, 2, 3]);
  expect(seqs(store.openRequests())).toEqual([1, 2, 3]);
  expect(seqs(store.history({ limit: 9 }))).toEqual([3, 2, 1]);
  expect(seqs(store.history({ limit: 9, sinceAt: START_AT }))).toEqual([3, 1]);
});

test('open requests are those that wait for an answer from here', async () => {
  const store = openStore();
  await store.write((tx) => {
    tx.addTask(incomingTask({ state: 'submitted' }));
    tx.addTask(incomingTask({ peer: BOB }));
    tx.addTask(incomingTask({ state: 'input-required' }));
    tx.addTask(incomingTask({ responseExpected: false }));
    tx.addTask(incomingTask({ state: 'completed' }));
    tx.addTask(outgoingTask({ state: 'working' }));
    tx.addTask(incomingTask());
  });
  expect(seqs(store.openRequests())).toEqual([1, 2, 7]);
  expect(seqs(store.openRequests('bob'))).toEqual([2]);
  expect(store.newestOpenRequest()?.seq).toBe(7);
  await store.write((tx) => tx.updateTask(1, { state: 'completed' }));
  expect(seqs(store.openRequests())).toEqual([2, 7]);
});

test('own tasks are listed while they are open', async () => {
  const store = openStore();
  await store.write((tx) => {
    for (const state of ['submitted', 'input-required', 'completed', 'working'] as const)
      tx.addTask(outgoingTask({ state }));
    tx.addTask(incomingTask());
  });
  expect(seqs(store.openOutgoing())).toEqual([1, 2, 4]);
});

test('a peer sees only its own tasks, however many others there are in between', async () => {
  const store = openStore();
  await store.write((tx) => {
    for (let each = 0; each < 600; each += 1)
      tx.addTask(incomingTask(each % 300 === 0 ? { peer: ALICE } : { peer: BOB }));
    tx.addTask(outgoingTask({ peer: ALICE, state: 'completed' }));
  });
  expect(seqs(store.listTasks({ peerId: ALICE.id, limit: 10 }))).toEqual([601, 301, 1]);
  expect(seqs(store.listTasks({ peerId: ALICE.id, openOnly: true, limit: 1 }))).toEqual([301]);
  expect(store.listTasks({ peerId: BOB.id, limit: 500 })).toHaveLength(500);
});

test('tasks are listed newest first, by state, direction and openness, page by page', async () => {
  const store = openStore();
  await store.write((tx) => {
    tx.addTask(incomingTask());
    tx.addTask(outgoingTask({ state: 'completed' }));
    tx.addTask(outgoingTask());
    tx.addTask(incomingTask({ state: 'completed' }));
    tx.addTask(incomingTask({ state: 'input-required' }));
  });
  expect(seqs(store.listTasks({ limit: 9 }))).toEqual([5, 4, 3, 2, 1]);
  expect(seqs(store.listTasks({ limit: 2 }))).toEqual([5, 4]);
  expect(seqs(store.listTasks({ limit: 2, before: 4 }))).toEqual([3, 2]);
  expect(seqs(store.listTasks({ limit: 9, openOnly: true }))).toEqual([5, 3, 1]);
  expect(seqs(store.listTasks({ limit: 1, openOnly: true, before: 5 }))).toEqual([3]);
  expect(seqs(store.listTasks({ limit: 9, direction: 'outgoing' }))).toEqual([3, 2]);
  expect(seqs(store.listTasks({ limit: 9, state: 'completed' }))).toEqual([4, 2]);
  expect(seqs(store.listTasks({ limit: 9, state: 'completed', direction: 'incoming' }))).toEqual([4]);
  expect(store.listTasks({ limit: 9, state: 'completed', openOnly: true })).toEqual([]);
});

test('the history can be narrowed to an agent, a time and a pattern', async () => {
  const store = openStore();
  await store.write((tx) => {
    for (let turn = 1; turn <= 1000; turn += 1)
      tx.addMessage(incoming({ peer: turn % 2 ? ALICE : BOB, text: `turn ${turn}` }));
  });
  expect(seqs(store.history({ limit: 3 }))).toEqual([1000, 999, 998]);
  expect(seqs(store.history({ limit: 2, peerId: 'alice', beforeSeq: 999 }))).toEqual([997, 995]);
  const hundreds = (page: readonly Message[]) => page.filter(({ text }) => /00$/.test(text));
  expect(seqs(store.history({ limit: 3, beforeSeq: 900, pick: hundreds }))).toEqual([800, 700, 600]);
  expect(seqs(store.history({ limit: 99, peerId: 'alice', pick: hundreds }))).toEqual([]);
  expect(store.history({ limit: 5000, pick: (page) => page })).toHaveLength(1000);
  expect(store.history({ limit: 3, sinceAt: START_AT + 1 })).toEqual([]);
});

test('messages of a task come oldest first', async () => {
  const store = openStore();
  await store.write((tx) => {
    const { task } = addRequest(tx);
    addRequest(tx);
    tx.addMessage(outgoing({ taskSeq: task.seq, kind: 'answer' }));
  });
  expect(seqs(store.messagesOf(1))).toEqual([1, 3]);
  expect(store.messagesOf(77)).toEqual([]);
});

test('a retry is recognized by its sender and message id, even if the message got another id here', async () => {
  const store = openStore();
  await store.write((tx) => {
    tx.addMessage(incoming({ id: 'message-1' }));
    tx.addMessage(incoming({ id: 'message-1', peer: BOB }));
    tx.addMessage(incoming({ id: 'message-2' }));
    tx.addMessage(outgoing({ id: 'outgoing-1' }));
  });
  expect(store.incomingByMessageId('alice', 'message-1')?.seq).toBe(1);
  expect(store.incomingByMessageId('bob', 'message-1')?.seq).toBe(2);
  expect(store.incomingByMessageId('alice', 'message-2')?.seq).toBe(3);
  expect(store.incomingByMessageId('bob', 'message-2')).toBeNull();
  expect(store.incomingByMessageId('alice', 'outgoing-1')).toBeNull();
});

test('a request is known by its sender and the sender’s task', async () => {
  const store = openStore();
  await store.write((tx) => {
    tx.addTask(incomingTask({ senderTaskId: 'same' }));
    tx.addTask(incomingTask({ senderTaskId: 'same', peer: BOB }));
  });
  expect(store.incomingBySenderTask('alice', 'same')?.seq).toBe(1);
  expect(store.incomingBySenderTask('bob', 'same')?.seq).toBe(2);
  expect(store.incomingBySenderTask('bob', 'sam')).toBeNull();
});

test('a message is due at its expiry, as long as it has work left', async () => {
  const store = openStore();
  expect(store.nextExpiryAt()).toBeNull();
  await store.write((tx) => {
    tx.addMessage(incoming({ expiresAt: START_AT + 30 }));
    tx.addMessage(outgoing({ expiresAt: START_AT + 10 }));
    tx.addMessage(incoming({ expiresAt: START_AT + 20 }));
  });
  expect(store.nextExpiryAt()).toBe(START_AT + 10);
  expect(store.dueMessages(START_AT + 9)).toEqual([]);
  expect(seqs(store.dueMessages(START_AT + 20))).toEqual([2, 3]);
  await store.write((tx) => [tx.setReceipt(2, 'expired'), tx.setReceipt(3, 'submitted')]);
  expect(store.dueMessages(START_AT + 20)).toEqual([]);
  expect(store.nextExpiryAt()).toBe(START_AT + 30);
});
