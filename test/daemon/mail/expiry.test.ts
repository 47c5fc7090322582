import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DaemonContext } from '../../../src/daemon/context.js';
import { Expiry } from '../../../src/daemon/mail/expiry.js';
import { PeerConnections } from '../../../src/daemon/mail/outgoing/peer-connections.js';
import { ReceiptReports } from '../../../src/daemon/mail/receipts/receipt-reports.js';
import type { Message } from '../../../src/taskstore/message.js';
import { BOB, DAY_MS, type HandClock, handClock, START_AT } from '../../taskstore/rig.js';
import { daemonContext } from '../rig.js';

/** The clock of the wall, which somebody may set, is the hand clock; the time that truly passes is the fake timers'. */
const LONGEST_NAP_MS = 60_000;
let clock: HandClock;
let context: DaemonContext;
let expiry: Expiry;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  clock = handClock();
  context = daemonContext({ clock });
  expiry = new Expiry(context, new ReceiptReports(context, new PeerConnections()));
  expiry.start();
});

afterEach(() => {
  expiry.close();
  vi.useRealTimers();
});

async function add(direction: Message['direction'], expiresAt = START_AT + DAY_MS): Promise<Message> {
  const message = await context.store.write((tx) =>
    tx.addMessage({ direction, kind: 'message', taskSeq: null, peer: BOB, text: 'hurry', expiresAt }),
  );
  context.events.emit('change', { task: null, message });
  return message;
}

/** Lets real time pass, with everything that follows from it. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

const stateOf = ({ seq }: Message) => context.store.message(seq)?.receipt.state;

test.each(['incoming', 'outgoing'] as const)('an %s message expires at its time, not before', async (direction) => {
  const message = await add(direction, START_AT + 5_000);
  const before = stateOf(message);
  clock.at += 4_999;
  await pass(4_999);
  expect(stateOf(message)).toBe(before);
  clock.at += 1;
  await pass(20);
  await expect.poll(() => stateOf(message)).toBe('expired');
});

test('a clock that jumps forward is noticed within a minute', async () => {
  const message = await add('incoming');
  clock.at += 2 * DAY_MS;
  await pass(LONGEST_NAP_MS);
  await expect.poll(() => stateOf(message)).toBe('expired');
});

test('if the clock jumps back, nothing expires early', async () => {
  const message = await add('incoming', START_AT + 10_000);
  clock.at -= DAY_MS;
  await pass(10_000);
  expect(stateOf(message)).not.toBe('expired');
  clock.at = START_AT + 10_000;
  await pass(LONGEST_NAP_MS);
  await expect.poll(() => stateOf(message)).toBe('expired');
});

test('a message that expires sooner than the awaited one expires on time', async () => {
  const slow = await add('incoming');
  const fast = await add('incoming', START_AT + 1_000);
  clock.at += 1_000;
  await pass(1_000);
  await expect.poll(() => stateOf(fast)).toBe('expired');
  expect(stateOf(slow)).not.toBe('expired');
});

test('a message that arrives after its expiry expires at once', async () => {
  const message = await add('incoming', START_AT - DAY_MS);
  await pass(20);
  await expect.poll(() => stateOf(message)).toBe('expired');
});

test('a store that cannot be read for a while does not end the daemon, and what is due expires afterwards', async () => {
  const message = await add('incoming', START_AT + 5_000);
  const { store } = context;
  const broken = () => {
    throw new Error('disk I/O error');
  };
  Object.assign(store, { nextExpiryAt: broken, dueMessages: broken });
  clock.at += 5_000;
  await pass(5_000);
  expect(stateOf(message)).not.toBe('expired');
  Reflect.deleteProperty(store, 'nextExpiryAt');
  Reflect.deleteProperty(store, 'dueMessages');
  await pass(LONGEST_NAP_MS);
  await expect.poll(() => stateOf(message)).toBe('expired');
});
