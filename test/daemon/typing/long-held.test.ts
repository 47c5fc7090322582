import { expect, onTestFinished, test } from 'vitest';
import {
  heldSince,
  LONG_MS,
  LongHeld,
  type LongHeldMail,
  longReason,
} from '../../../src/daemon/typing/waiting/long-held.js';
import type { Message } from '../../../src/taskstore/message.js';
import { addRequest, handClock, openStore, START_AT } from '../../taskstore/rig.js';

const SCREEN = 'old answer\n\n  Loading your plugins…\n────\n> \n';

test('mail that is held for a minute is told with the reason and the last lines of the screen', async () => {
  const { long, told, hold, clock } = await rig();
  const message = await hold('unknown screen');
  long.look([{ message, reason: 'unknown screen' }]);
  expect(long.reasonFor(message, 'unknown screen')).toBe('unknown screen');
  clock.at += LONG_MS;
  const reason = longReason('unknown screen', ['old answer', 'Loading your plugins…']);
  expect(long.reasonFor(message, 'unknown screen')).toBe(reason);
  long.look([{ message, reason: 'unknown screen' }]);
  expect(told).toEqual([
    { count: 1, since: START_AT, reason: 'unknown screen', screen: ['old answer', 'Loading your plugins…'] },
  ]);
  long.look([]);
  expect(told.at(-1)).toBeNull();
});

test.each(['dialog', 'draft', 'person typing', 'paused'])(
  'a wait for a person (%s) is told in its own words',
  async (reason) => {
    const { long, told, hold, clock } = await rig();
    const message = await hold(reason);
    clock.at += 10 * LONG_MS;
    long.look([{ message, reason }]);
    expect({ told, reason: long.reasonFor(message, reason) }).toEqual({ told: [], reason });
  },
);

test('a message that is held for another reason has still been held all the time', async () => {
  const { hold, clock, store } = await rig();
  const message = await hold('starting');
  clock.at += 1_000;
  const later = await store.write((tx) => tx.setReceipt(message.seq, 'held', 'busy'));
  expect(heldSince(later)).toBe(START_AT);
  clock.at += 1_000;
  expect(heldSince(await store.write((tx) => tx.setReceipt(message.seq, 'typing')))).toBe(START_AT + 2_000);
  expect(heldSince(await store.write((tx) => tx.setReceipt(message.seq, 'typed')))).toBeNull();
});

async function rig() {
  const clock = handClock();
  const store = openStore({ clock });
  const told: (LongHeldMail | null)[] = [];
  const long = new LongHeld({ clock, screen: () => SCREEN, wake: () => {}, onChange: (held) => told.push(held) });
  onTestFinished(() => long.close());
  const hold = async (reason: string): Promise<Message> => {
    const { message } = await store.write((tx) => addRequest(tx));
    return store.write((tx) => tx.setReceipt(message.seq, 'held', reason));
  };
  return { clock, store, told, long, hold };
}
