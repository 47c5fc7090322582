/** The typist when something fails: what was typed is never typed again into the same program, and delivery continues. */
import { expect, onTestFinished, test } from 'vitest';
import type { Settled } from '../../../src/channels/delivered.js';
import type { Delivery } from '../../../src/channels/delivery.js';
import { intendToType } from '../../../src/daemon/typing/intend-to-type.js';
import { Typist } from '../../../src/daemon/typing/typist.js';
import { type LongHeldMail, longReason } from '../../../src/daemon/typing/waiting/long-held.js';
import type { Message } from '../../../src/taskstore/message.js';
import type { TaskStore } from '../../../src/taskstore/store.js';
import { addRequest, handClock, openStore } from '../../taskstore/rig.js';
import { daemonContext } from '../rig.js';

const SUBMITTED: Settled = { type: 'submitted' };
const FAILED: Settled = { type: 'failed', reason: 'not_submitted', screen: 'a screen' };

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
      await onTyped('paste');
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

test('a message that could not be typed is uncertain, and the messages behind it are typed', async () => {
  const store = openStore();
  const typed: number[] = [];
  const typist = typistFor(store);
  const first = (await store.write((tx) => addRequest(tx))).message;
  const second = (await store.write((tx) => addRequest(tx))).message;
  typist.attach({
    ...NO_DELIVERY,
    deliver: async ({ seq }) => {
      typed.push(seq);
      if (seq === first.seq) throw new Error('something unexpected');
      return SUBMITTED;
    },
  });
  await expect.poll(() => store.message(second.seq)?.receipt.state).toBe('submitted');
  expect(store.message(first.seq)?.receipt).toMatchObject({
    state: 'uncertain',
    reason: 'typing failed: something unexpected',
  });
  typist.wake();
  await expect.poll(() => typist.isFree).toBe(true);
  expect(typed).toEqual([first.seq, second.seq]);
});

test('a message that was not read when the program ended is uncertain, and the next program gets it again', async () => {
  const { store, typist, read, message } = await unread();
  await expect.poll(() => store.message(message.seq)?.receipt.state).toBe('typed');
  read({ type: 'uncertain', reason: 'the program ended' });
  typist.end();
  await typist.settled();
  expect(store.message(message.seq)?.receipt).toMatchObject({ state: 'uncertain', reason: 'the program ended' });
  const again = typistFor(store);
  again.attach({ ...NO_DELIVERY, deliver: async () => SUBMITTED });
  await expect.poll(() => store.queueLength()).toBe(0);
  const states = store.message(message.seq)?.receipts.map(({ state }) => state);
  expect(states).toEqual(['delivered', 'typing', 'typed', 'uncertain', 'typing', 'typed', 'submitted']);
});

test('a message that was canceled while nobody had read it is not typed into the next program', async () => {
  const { store, typist, read, message } = await unread();
  await expect.poll(() => store.message(message.seq)?.receipt.state).toBe('typed');
  await store.write((tx) => tx.updateTask(message.taskSeq as number, { state: 'canceled' }));
  read({ type: 'uncertain', reason: 'the program ended' });
  typist.end();
  await typist.settled();
  const again = typistFor(store);
  again.attach({ ...NO_DELIVERY, deliver: () => Promise.reject(new Error('typed')) });
  await expect.poll(() => store.queueLength()).toBe(0);
  expect(store.message(message.seq)?.receipt).toMatchObject({ state: 'failed', reason: 'canceled' });
});

test('while a message is typed and not read, the others are held, and an urgent one interrupts the program once', async () => {
  const { store, typist, delivery, read, message } = await unread();
  await expect.poll(() => store.message(message.seq)?.receipt.state).toBe('typed');
  const ordinary = (await store.write((tx) => addRequest(tx))).message;
  typist.wake();
  await expect.poll(() => store.message(ordinary.seq)?.receipt).toMatchObject({ state: 'held', reason: 'busy' });
  expect(delivery.interrupts).toBe(0);
  const urgent = (await store.write((tx) => addRequest(tx, { message: { priority: 5 } }))).message;
  typist.wake();
  await expect.poll(() => store.message(urgent.seq)?.receipt).toMatchObject({ state: 'held', reason: 'busy' });
  await expect.poll(() => delivery.interrupts).toBe(1);
  read(SUBMITTED);
  await expect.poll(() => store.queueLength()).toBe(0);
  expect(delivery.interrupts).toBe(1);
  expect(delivery.typed).toEqual([message.seq, urgent.seq, ordinary.seq]);
});

test('what went another way and is not read yet is not overtaken by later mail of its sender', async () => {
  const store = openStore();
  const typist = typistFor(store);
  const typed: number[] = [];
  const add = async (peer = 'bob') => {
    const from = { id: peer, type: 'shell', endpoint: null };
    return (await store.write((tx) => addRequest(tx, { message: { peer: from } }))).message;
  };
  const first = await add();
  let read: (outcome: Settled) => void = () => {};
  const settled = new Promise<Settled>((resolve) => {
    read = resolve;
  });
  let isBroken = false;
  typist.attach({
    ...NO_DELIVERY,
    channelFor: () => (isBroken ? 'paste' : 'claude-socket'),
    deliver: async ({ seq }) => {
      typed.push(seq);
      return isBroken ? SUBMITTED : { type: 'typed', via: 'claude-socket', settled };
    },
  });
  await expect.poll(() => store.message(first.seq)?.receipt.state).toBe('typed');
  const sameWay = await add();
  typist.wake();
  await expect.poll(() => store.message(sameWay.seq)?.receipt.state).toBe('typed');
  isBroken = true;
  const later = await add();
  const other = await add('carol');
  typist.wake();
  await expect.poll(() => store.message(later.seq)?.receipt).toMatchObject({ state: 'held', reason: 'busy' });
  expect(typed).toEqual([first.seq, sameWay.seq, other.seq]);
  read({ type: 'dropped', reason: 'interrupted' });
  await expect.poll(() => store.queueLength()).toBe(0);
  expect(typed).toEqual([first.seq, sameWay.seq, other.seq, first.seq, sameWay.seq, later.seq]);
});

test('evidence that comes late corrects the receipt of an uncertain message, and types nothing again', async () => {
  const store = openStore();
  const typist = typistFor(store);
  const { message } = await store.write((tx) => addRequest(tx));
  let typed = 0;
  let isRead = false;
  typist.attach({
    ...NO_DELIVERY,
    hasRead: async () => isRead,
    deliver: async () => {
      typed += 1;
      return { type: 'uncertain', reason: 'no_evidence' };
    },
  });
  await expect.poll(() => store.message(message.seq)?.receipt.state).toBe('uncertain');
  isRead = true;
  await expect.poll(() => store.message(message.seq)?.receipt.state).toBe('submitted');
  typist.wake();
  await expect.poll(() => typist.isFree).toBe(true);
  expect(typed).toBe(1);
});

test('a program that does not take a message for long holds all others, and everybody is told', async () => {
  const clock = handClock();
  const store = openStore({ clock });
  const typist = typistFor(store, clock);
  const { message } = await store.write((tx) => addRequest(tx));
  const told: (LongHeldMail | null)[] = [];
  let take: () => void = () => {};
  const taken = new Promise<void>((resolve) => {
    take = resolve;
  });
  typist.attach(
    {
      ...NO_DELIVERY,
      deliver: async () => {
        await taken;
        return SUBMITTED;
      },
    },
    { screen: () => 'a frozen screen', onChange: (held) => told.push(held), afterMs: 50 },
  );
  const other = (await store.write((tx) => addRequest(tx))).message;
  const reason = longReason('not responding', ['a frozen screen']);
  const later = ({ seq }: Message) => {
    clock.at += 100;
    return store.message(seq)?.receipt;
  };
  await expect.poll(() => later(message)).toMatchObject({ state: 'typing', reason });
  await expect.poll(() => later(other)).toMatchObject({ state: 'held', reason });
  await expect
    .poll(() => told.at(-1))
    .toMatchObject({ count: 2, reason: 'not responding', screen: ['a frozen screen'] });
  take();
  await expect.poll(() => store.queueLength()).toBe(0);
  await expect.poll(() => told.at(-1)).toBeNull();
});

test('the receipt names the channel that has typed it, if the first one refused it', async () => {
  const store = openStore();
  const typist = typistFor(store);
  const { message } = await store.write((tx) => addRequest(tx));
  typist.attach({
    ...NO_DELIVERY,
    channelFor: () => 'claude-socket',
    deliver: async (_, onTyped) => {
      await onTyped('paste');
      return SUBMITTED;
    },
  });
  await expect.poll(() => store.message(message.seq)?.receipt).toMatchObject({ state: 'submitted', via: 'paste' });
});

test('a message is typed although somebody who is told about it fails', async () => {
  const store = openStore();
  const context = daemonContext({ store });
  context.events.on('change', () => {
    throw new Error('a listener failed');
  });
  const reports = {
    add: () => {
      throw new Error('a report failed');
    },
  };
  const typist = new Typist(context, { reports, commands: { isClaimed: () => false } });
  onTestFinished(() => typist.end());
  const typed: number[] = [];
  typist.attach({
    ...NO_DELIVERY,
    deliver: async ({ seq }) => {
      typed.push(seq);
      return SUBMITTED;
    },
  });
  const reservation = typist.reserve();
  const first = await store.write((tx) => intendToType(tx, addRequest(tx).message));
  typist.take(first, reservation);
  const second = (await store.write((tx) => addRequest(tx))).message;
  typist.wake();
  await expect.poll(() => store.queueLength()).toBe(0);
  expect(typed).toEqual([first.seq, second.seq]);
  const states = store.message(second.seq)?.receipts.map(({ state }) => state);
  expect(states).toEqual(['delivered', 'typing', 'typed', 'submitted']);
});

/** A typist whose first message is typed, and read when the test says so. */
async function unread() {
  const store = openStore();
  const typist = typistFor(store);
  const { message } = await store.write((tx) => addRequest(tx));
  let read: (outcome: Settled) => void = () => {};
  const settled = new Promise<Settled>((resolve) => {
    read = resolve;
  });
  const delivery = { typed: [] as number[], interrupts: 0, isUnread: false };
  void settled.then(() => {
    delivery.isUnread = false;
  });
  typist.attach({
    ...NO_DELIVERY,
    holdReason: () => (delivery.isUnread ? 'busy' : null),
    interrupt: async () => {
      delivery.interrupts += 1;
      return true;
    },
    deliver: async ({ seq }) => {
      delivery.typed.push(seq);
      if (seq !== message.seq) return SUBMITTED;
      delivery.isUnread = true;
      return { type: 'typed', via: 'line', settled };
    },
  });
  return { store, typist, delivery, message, read };
}

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
  holdReason: () => null,
  channelFor: () => 'paste',
  hasRead: async () => false,
  isAsking: false,
  interruptsFirst: () => false,
  interrupt: async () => false,
  exit: async () => {},
  onChange: () => {},
};

function typistFor(store: TaskStore, clock = handClock()): Typist {
  const commands = { isClaimed: () => false };
  const typist = new Typist(daemonContext({ store, clock }), { reports: { add: () => {} }, commands });
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
