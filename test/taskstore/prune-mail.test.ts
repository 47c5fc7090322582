import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pruneMail } from '../../src/taskstore/prune-mail.js';
import { TaskStore } from '../../src/taskstore/store.js';
import { addRequest, DAY_MS, handClock, openStore, START_AT, tempDir } from './rig.js';

const ALL = { ageMs: null, messages: null };

/** Adds this many answered requests, a minute apart, after one that nobody has answered. */
async function filledStore(requests: number) {
  const clock = handClock();
  const store = openStore({ clock });
  await store.write((tx) => addRequest(tx));
  for (let number = 0; number < requests; number += 1) {
    clock.at += 60_000;
    const receipt = { state: 'answered', reason: null, at: clock.at } as const;
    await store.write((tx) => addRequest(tx, { task: { state: 'completed' }, message: { receipt } }));
  }
  return { store, clock };
}

test('closed mail that is too old is deleted; open or newer mail stays', async () => {
  const { store, clock } = await filledStore(500);
  expect(await pruneMail(store, ALL, clock.at)).toBe(0);
  const half = { ageMs: clock.at - START_AT - 250.5 * 60_000, messages: null };
  expect(await pruneMail(store, half, clock.at)).toBe(2 * 250);
  expect(store.counts()).toEqual({ tasks: 251, messages: 251 });
  expect(store.openRequests()).toHaveLength(1);
  clock.at += 365 * DAY_MS;
  await pruneMail(store, { ageMs: DAY_MS, messages: null }, clock.at);
  expect(store.counts()).toEqual({ tasks: 1, messages: 1 });
});

test('if there is more mail than the limit, the oldest closed mail is deleted', async () => {
  const { store, clock } = await filledStore(300);
  await pruneMail(store, { ageMs: null, messages: 100 }, clock.at);
  const { messages } = store.counts();
  expect(messages).toBeGreaterThanOrEqual(100);
  expect(messages).toBeLessThanOrEqual(102);
  expect(store.openRequests()).toHaveLength(1);
});

test('the file of a store shrinks when its mail is deleted', async () => {
  const path = join(tempDir(), 'tasks.db');
  const clock = handClock();
  const store = TaskStore.open({ path, agent: 'worker-a', clock, idleMs: 50 });
  onTestFinished(() => store.close());
  const receipt = { state: 'answered', reason: null, at: clock.at } as const;
  const closed = { task: { state: 'completed' }, message: { receipt, text: 'x'.repeat(20_000) } } as const;
  await Promise.all(Array.from({ length: 500 }, () => store.write((tx) => addRequest(tx, closed), { durable: false })));
  await expect.poll(() => statSync(path).size).toBeGreaterThan(9 * 2 ** 20);
  await pruneMail(store, { ageMs: DAY_MS, messages: null }, clock.at + 2 * DAY_MS);
  expect(store.counts()).toEqual({ tasks: 0, messages: 0 });
  await expect.poll(() => statSync(path).size).toBeLessThan(2 * 2 ** 20);
  await expect.poll(() => statSync(`${path}-wal`).size).toBe(0);
});

test('the write-ahead log of an idle store is emptied, and the store works as before', async () => {
  const path = join(tempDir(), 'tasks.db');
  const store = TaskStore.open({ path, agent: 'worker-a', clock: handClock(), idleMs: 50 });
  onTestFinished(() => store.close());
  for (let number = 0; number < 20; number += 1) await store.write((tx) => addRequest(tx));
  await expect.poll(() => statSync(`${path}-wal`).size).toBe(0);
  await store.write((tx) => addRequest(tx));
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  expect(store.counts()).toEqual({ tasks: 21, messages: 21 });
  await expect.poll(() => statSync(`${path}-wal`).size).toBe(0);
});
