import { expect, test } from 'vitest';
import {
  ALICE,
  addRequest,
  DAY_MS,
  handClock,
  incomingTask,
  openStore,
  outgoing,
  outgoingTask,
  START_AT,
} from './rig.js';

test('closed and old mail is deleted; open, pending or recent mail stays', async () => {
  const clock = handClock();
  const store = openStore({ clock });
  const settled = { receipt: { state: 'answered', reason: null, at: START_AT } } as const;
  const kept = await store.write((tx) => {
    const done = addRequest(tx, { task: { state: 'completed' }, message: settled });
    tx.addMessage(outgoing({ taskSeq: done.task.seq, kind: 'answer', ...settled }));
    tx.addMessage(outgoing({ kind: 'message', receipt: { state: 'delivered', reason: null, at: START_AT } }));
    const waiting = tx.addTask(outgoingTask({ state: 'input-required' }));
    tx.addMessage(outgoing({ taskSeq: waiting.seq, ...settled }));
    const unsent = tx.addTask(incomingTask({ state: 'completed' }));
    tx.addMessage(outgoing({ taskSeq: unsent.seq, kind: 'answer' }));
    tx.addMessage(outgoing({ kind: 'message' }));
    return store.counts();
  });
  expect(kept).toEqual({ tasks: 3, messages: 6 });
  clock.at += DAY_MS;
  await store.write((tx) =>
    addRequest(tx, {
      task: { state: 'failed' },
      message: { receipt: { state: 'failed', reason: null, at: clock.at } },
    }),
  );
  expect(await store.write((tx) => tx.deleteOlderThan(START_AT))).toEqual({ tasks: 0, messages: 0 });
  expect(await store.write((tx) => tx.deleteOlderThan(clock.at))).toEqual({ tasks: 1, messages: 3 });
  expect(store.counts()).toEqual({ tasks: 3, messages: 4 });
  expect(store.task(1)).toBeNull();
});

test('deletion can continue in steps, and a number is never reused', async () => {
  const store = openStore();
  const settled = { receipt: { state: 'submitted', reason: null, at: START_AT } } as const;
  await store.write((tx) => {
    for (let each = 0; each < 5; each += 1)
      addRequest(tx, { task: { state: 'completed', peer: ALICE }, message: settled });
  });
  const steps = [];
  for (let step = 0; step < 4; step += 1) steps.push(await store.write((tx) => tx.deleteOlderThan(START_AT + 1, 2)));
  expect(steps.map(({ tasks, messages }) => [tasks, messages])).toEqual([
    [2, 2],
    [2, 2],
    [1, 1],
    [0, 0],
  ]);
  const next = await store.write((tx) => addRequest(tx));
  expect([next.task.seq, next.message.seq]).toEqual([6, 6]);
});
