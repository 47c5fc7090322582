import { expect, test } from 'vitest';
import { dialogReason, READ, waitingNews } from '../../../../src/daemon/mail/receipts/waiting-reasons.js';
import { longReason } from '../../../../src/daemon/typing/waiting/long-held.js';

const submitted = (reason: string | null) => waitingNews({ state: 'submitted', reason, at: 0 });

test('only a dialog with choices is answered with synapse answer', () => {
  expect(submitted(dialogReason('Run it?', true))).toMatchObject({ event: 'waits', remedy: 'answer' });
  expect(submitted(dialogReason('Type a name', false))).toMatchObject({ event: 'waits', remedy: 'attach' });
});

test('a person who has read the message is no dialog', () => {
  expect(submitted(READ)).toEqual({ event: 'read' });
});

test('a message that may not have been read, or cannot be typed, is news', () => {
  expect(waitingNews({ state: 'uncertain', reason: 'no_evidence', at: 0 })).toEqual({
    ...{ event: 'waits', remedy: 'attach' },
    reason: 'may not have read the message: nothing shows that it did',
  });
  for (const state of ['held', 'typing'] as const) {
    expect(waitingNews({ state, reason: longReason('not responding', []), at: 0 })).toMatchObject({ event: 'waits' });
  }
});

test('other reasons and states are no news for a waiting command', () => {
  for (const reason of [null, '', 'read by a waiting command', 'late']) expect(submitted(reason)).toBe(null);
  expect(waitingNews({ state: 'held', reason: dialogReason('Run it?', true), at: 0 })).toBe(null);
});
