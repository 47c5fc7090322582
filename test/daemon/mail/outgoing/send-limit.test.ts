import { expect, test } from 'vitest';
import { EventHub } from '../../../../src/daemon/events.js';
import { SendLimit } from '../../../../src/daemon/mail/outgoing/send-limit.js';
import { addRequest, handClock, openStore, START_AT } from '../../../taskstore/rig.js';

const WINDOW_MS = 10 * 60_000;
const DAY_MS = 86_400_000;

test('two agents that only answer each other may continue after ten minutes, even if the clock was set back', async () => {
  const clock = { ...handClock(), passed: 0, monotonicMs: () => clock.passed };
  const events = new EventHub({ error: () => {} });
  const limit = new SendLimit(clock, { SYNAPSE_SEND_LIMIT: '1' }, events);
  const { task, message } = await openStore().write((tx) => addRequest(tx));
  events.emit('change', { task, message });
  const send = () => limit.check('worker-a', message.peer.id);
  send();
  expect(send).toThrow('They may be stuck in a loop');
  clock.at = START_AT - DAY_MS;
  clock.passed = WINDOW_MS;
  expect(send).not.toThrow();
});
