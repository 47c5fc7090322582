/** The typist when the store fails it: what was typed once is never typed again, and the mail goes on. */
import { expect, test, vi } from 'vitest';
import type { Delivery } from '../../../src/daemon/typing/delivery.js';
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

test('an answer that came before the proof of its request stays the last word', async () => {
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
  await vi.waitFor(() => expect(store.queueLength()).toBe(0));
  await store.write(() => {});
  expect(store.message(message.seq)?.receipt.state).toBe('answered');
});

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
  return new Typist(daemonContext({ store }), { reports: { add: () => {} }, commands, hasProgram: true });
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
