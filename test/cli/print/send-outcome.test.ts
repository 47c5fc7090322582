import { expect, test } from 'vitest';
import { type Done, describeOutcome } from '../../../src/cli/print/send-outcome.js';

const TASK: Done['task'] = {
  id: '3f2a91c0-0000-4000-8000-000000000000',
  short_id: '3f2a91c0',
  direction: 'outgoing',
  response_expected: true,
  reply: null,
  error: null,
  receipt: null,
  target: { agent_id: 'rex' },
};
const PLAIN = { ...TASK, direction: 'incoming', response_expected: false };

test('a reply is the result, and there is no note about it', () => {
  expect(describe({ outcome: 'answered', task: { ...TASK, reply: { text: 'yes' } } })).toEqual(['yes', null]);
});

test('a question is the result, and the note says how to answer it', () => {
  expect(describe({ outcome: 'asked', task: { ...TASK, reply: { text: 'which?' } } })).toEqual([
    'which?',
    'rex has a question. To answer: synapse send rex "…" --task 3f2a91c0 --response',
  ]);
});

test('a delivered message has its id as the result', () => {
  expect(describe({ outcome: 'delivered', task: PLAIN, target: 'rex' })).toEqual(['3f2a91c0', 'Delivered to rex.']);
});

test('--quiet leaves only the id', () => {
  expect(describe({ outcome: 'delivered', task: PLAIN }, { quiet: true })).toEqual(['3f2a91c0', null]);
});

test('a message that is held is reported with the reason', () => {
  const task = { ...PLAIN, receipt: { state: 'held', reason: 'paused' } };
  expect(describe({ outcome: 'delivered', task })).toEqual(['3f2a91c0', 'Delivered to rex, which holds it: paused.']);
});

test('a wait that ends has no result, and says how to keep waiting', () => {
  const note = 'No reply yet. To keep waiting: synapse tasks wait 3f2a91c0';
  expect(describe({ outcome: 'open', task: TASK })).toEqual([null, note]);
});

test('--no-wait prints the id at once, and says that the target is down', () => {
  expect(describe({ outcome: 'open', task: TASK }, { noWait: true })).toEqual(['3f2a91c0', null]);
  expect(describe({ outcome: 'open', task: TASK, target_down: true }, { noWait: true })).toEqual([
    '3f2a91c0',
    'rex is not running; the message is queued.',
  ]);
});

test('a queued request says how to wait for its reply', () => {
  expect(describe({ outcome: 'queued', task: TASK })).toEqual([
    null,
    'rex is not running; the message is queued.\nTo wait for the reply: synapse tasks wait 3f2a91c0',
  ]);
});

test('a queued message without a request has its id as the result; a daemon that hangs is not called down', () => {
  expect(describe({ outcome: 'queued', task: PLAIN, target_down: false })).toEqual([
    '3f2a91c0',
    'rex does not answer; the message is queued.',
  ]);
});

test('a failure says why, and its text cannot control the terminal', () => {
  const task = { ...TASK, reply: { text: 'no \x1b[31mdisk' } };
  expect(describe({ outcome: 'failed', task })).toEqual([
    null,
    'error: rex failed: no disk\nhint: synapse show 3f2a91c0',
  ]);
  const error = { code: 'rejected', message: 'no disk' };
  expect(describe({ outcome: 'failed', task: { ...task, error } })[1]).toMatch(/^error: rex rejected it: no disk\n/);
});

test('the failure of an outside agent that wants another token leads to the command that checks it', () => {
  const error = { code: 'external_unauthorized', message: 'rex wants a valid token: it answered 401.' };
  expect(describe({ outcome: 'failed', task: { ...TASK, error } })).toEqual([
    null,
    'error: rex wants a valid token: it answered 401.\nhint: synapse external check rex',
  ]);
});

test.each([
  [{ late: true }, 'The request was already closed; rex gets your message as an ordinary one.'],
  [{ task_gone: true }, 'rex no longer has the request; your message was delivered as an ordinary one.'],
])('an answer that came too late is reported: %j', (facts, note) => {
  expect(describe({ outcome: 'delivered', task: PLAIN, ...facts })).toEqual(['3f2a91c0', note]);
});

function describe(done: Done, manner = {}): [string | null, string | null] {
  const { result, note } = describeOutcome(done, manner);
  return [result, note];
}
