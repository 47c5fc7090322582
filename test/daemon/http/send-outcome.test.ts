import { expect, test } from 'vitest';
import { answerOutcome, openOutcome, receiptOutcome } from '../../../src/daemon/http/send-outcome.js';
import { RECEIPT_STATES, type ReceiptState } from '../../../src/taskstore/message.js';
import { TASK_STATES } from '../../../src/taskstore/task.js';

test('a command waits for an answer while its task is submitted or working, and no longer', () => {
  const outcomes = Object.fromEntries(
    [...TASK_STATES, undefined].map((state) => [String(state), answerOutcome(state)]),
  );
  expect(outcomes).toEqual({
    submitted: null,
    working: null,
    'input-required': 'asked',
    completed: 'answered',
    failed: 'failed',
    canceled: 'failed',
    rejected: 'failed',
    undefined: 'failed',
  });
});

test.each<[ReceiptState, readonly ReceiptState[]]>([
  ['delivered', ['delivered', 'held', 'typing', 'uncertain', 'typed', 'submitted', 'answered']],
  ['typed', ['typed', 'submitted', 'answered']],
  ['submitted', ['submitted', 'answered']],
])('--until %s is reached by %j', (until, reached) => {
  const outcome = (state: ReceiptState) => receiptOutcome({ state, reason: null, at: 0 }, until);
  expect(RECEIPT_STATES.filter((state) => outcome(state) === 'reached').sort()).toEqual([...reached].sort());
  expect(RECEIPT_STATES.filter((state) => outcome(state) === 'failed').sort()).toEqual(['expired', 'failed']);
});

test('a message that is gone has failed', () => {
  expect(receiptOutcome(undefined, 'typed')).toBe('failed');
});

test('after the time limit, a message that never left is queued, and any other is open', () => {
  expect(openOutcome({ state: 'queued', reason: null, at: 0 })).toBe('queued');
  expect(openOutcome({ state: 'typed', reason: null, at: 0 })).toBe('open');
});
