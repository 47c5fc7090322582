import { expect, test } from 'vitest';
import { hasReached, isPending, isSettled, RECEIPT_STATES, type ReceiptState } from '../../src/taskstore/message.js';

const receipt = (state: ReceiptState) => ({ state, reason: null, at: 0 });

test('a receipt proves what came before it, and a failure proves nothing', () => {
  const provesDelivery = RECEIPT_STATES.filter((state) => hasReached(receipt(state), 'delivered'));
  expect(provesDelivery).toEqual(['delivered', 'held', 'typing', 'typed', 'submitted', 'answered', 'uncertain']);
  const provesTyping = RECEIPT_STATES.filter((state) => hasReached(receipt(state), 'typed'));
  expect(provesTyping).toEqual(['typed', 'submitted', 'answered']);
  expect(RECEIPT_STATES.filter((state) => hasReached(receipt(state), 'answered'))).toEqual(['answered']);
});

test('a message is settled once nothing more will happen to it', () => {
  expect(RECEIPT_STATES.filter((state) => isSettled(receipt(state)))).toEqual([
    'submitted',
    'answered',
    'expired',
    'failed',
  ]);
});

test('an outgoing message is pending while it waits to be forwarded, an incoming one until it is submitted', () => {
  expect(RECEIPT_STATES.filter((state) => isPending('outgoing', state))).toEqual(['queued']);
  expect(RECEIPT_STATES.filter((state) => isPending('incoming', state))).toEqual([
    'delivered',
    'held',
    'typing',
    'typed',
    'uncertain',
  ]);
});
