/** The typist when the store fails: what was typed is never typed again, and delivery continues. */
import { expect, onTestFinished, test } from 'vitest';
import type { Delivery } from '../../../src/daemon/typing/delivery.js';
import { intendToType } from '../../../src/daemon/typing/intend-to-type.js';
import { Typist } from '../../../src/daemon/typing/typist.js';
import type { TaskStore } from '../../../src/taskstore/store.js';
import type { Delivered } from '../../../src/terminal/typing/box-delivery.js';
import { addRequest, openStore } from '../../taskstore/rig.js';
import { daemonContext } from '../rig.js';

const SUBMITTED: Delivered = { type: 'submitted' };
const FAILED: Delivered = { type: 'failed', reason: 'not_submitted', screen: 'a screen' };

test.each([
  ['that it is typed', SUBMITTED, 'submitted', 2],
  ['that it is submitted', SUBMITTED, 'submitted', 3],
  ['that it failed', FAILED, 'failed', 3],
])('a store that cannot write down %s stops nothing and types nothing twice', async (_, outcome, end, failing) => {
  const store = openStore();
  const typed: number[] = [];
  const typist = typistFor(failingOnce(store, failing));
  const first = (await store.write((tx) => addRequest(tx))).message;
  typist.attach({
    ...NO_DELIVERY,
    deliver: async ({ seq }, onTyped) => {
      typed.push(seq);
      await onTyped();
      return outcome;
    },
  });
  await expect.poll(() => store.message(first.seq)?.receipt.state).toBe(end);
  const second = (await store.write((tx) => addRequest(tx))).message;
  typist.wake();
  await expect.poll(() => store.message(second.seq)?.receipt.state).toBe(end);
  expect(typed).toEqual([first.seq, second.seq]);
});

test('an answer that arrives before the receipt of its request is not overwritten', async () => {
  const store = openStore();
  const typist = typistFor(store);
  const { message } = await store.write((tx) => addRequest(tx));
  typist.attach({
    ...NO_DELIVERY,
    deliver: async ({ seq }) => {
      await store.write((tx) => tx.setReceipt(seq, 'answered'));
      return SUBMITTED;
    },
  });
  await expect.poll(() => store.queueLength()).toBe(0);
  await store.write(() => {});
  expect(store.message(message.seq)?.receipt.state).toBe('answered');
});

test('while the terminal is reserved for a message nothing else is typed; afterwards everything is typed in order', async () => {
  const { store, typist, typed } = await typing();
  const reservation = typist.reserve();
  expect(reservation).not.toBeNull();
  expect(typist.reserve()).toBeNull();
  const first = (await store.write((tx) => addRequest(tx))).message;
  typist.wake();
  expect({ typed, isFree: typist.isFree }).toEqual({ typed: [], isFree: false });
  const intended = await store.write((tx) => intendToType(tx, first));
  const second = (await store.write((tx) => addRequest(tx))).message;
  typist.take(intended, reservation);
  await expect.poll(() => typed).toEqual([first.seq, second.seq]);
  await expect.poll(() => typist.isFree).toBe(true);
});

test('if the message cannot be stored, the reservation is released and waiting messages are typed', async () => {
  const { store, typist, typed } = await typing();
  const reservation = typist.reserve();
  const waiting = (await store.write((tx) => addRequest(tx))).message;
  typist.release(reservation);
  await expect.poll(() => typed).toEqual([waiting.seq]);
});

test('a message behind another one is typed after it, although the terminal was reserved for it', async () => {
  const { store, typist, typed } = await typing();
  const reservation = typist.reserve();
  const earlier = (await store.write((tx) => addRequest(tx))).message;
  const later = await store.write((tx) => intendToType(tx, addRequest(tx).message));
  expect(later.receipt.state).toBe('delivered');
  typist.take(later, reservation);
  await expect.poll(() => typed).toEqual([earlier.seq, later.seq]);
});

test('a paused typist reserves nothing, and types when it is resumed', async () => {
  const { store, typist, typed } = await typing();
  await typist.setPaused(true);
  expect(typist.reserve()).toBeNull();
  expect(typist.firstReceipt()).toEqual({ state: 'held', reason: 'paused' });
  const { seq } = (await store.write((tx) => addRequest(tx))).message;
  await typist.setPaused(false);
  await expect.poll(() => typed).toEqual([seq]);
});

async function typing() {
  const store = openStore();
  const typed: number[] = [];
  const typist = typistFor(store);
  const deliver: Delivery['deliver'] = async ({ seq }) => {
    typed.push(seq);
    return SUBMITTED;
  };
  typist.attach({ ...NO_DELIVERY, deliver });
  await expect.poll(() => typist.isFree).toBe(true);
  return { store, typed, typist };
}

const NO_DELIVERY: Omit<Delivery, 'deliver'> = {
  isRunning: true,
  holdReason: null,
  isAsking: false,
  interruptsFirst: false,
  interrupt: async () => false,
  exit: async () => {},
  onChange: () => {},
};

function typistFor(store: TaskStore): Typist {
  const commands = { isClaimed: () => false };
  const typist = new Typist(daemonContext({ store }), { reports: { add: () => {} }, commands });
  onTestFinished(() => typist.end());
  return typist;
}

/** A store whose write of that number fails, as on a full disk. */
function failingOnce(store: TaskStore, number: number): TaskStore {
  let writes = 0;
  return new Proxy(store, {
    get: (target, name) => {
      const found = Reflect.get(target, name, target);
      if (typeof found !== 'function') return found;
      if (name !== 'write' || ++writes !== number) return found.bind(target);
      return () => Promise.reject(new Error('disk is full'));
    },
  });
}
