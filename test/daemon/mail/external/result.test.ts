import { expect, test } from 'vitest';
import type { RemoteTask } from '../../../../src/a2a/external/main.js';
import { resultOf } from '../../../../src/daemon/mail/external/result.js';

const text = (words: string) => ({ type: 'text', text: words }) as const;
const QUIET: RemoteTask = {
  id: 'task-1',
  contextId: 'context-1',
  state: 'completed',
  said: [],
  statusKey: '',
  artifacts: [],
  messageIds: [],
  lastSaid: [],
};
const made = (...words: string[]) => words.map((each) => ({ id: each, parts: [text(each)] }));

test.each(['submitted', 'working'] as const)('a task that is %s has no result yet', (state) => {
  expect(resultOf({ ...QUIET, state })).toBeNull();
});

test.each([
  ['completed', 'answer', 'answered'],
  ['input-required', 'question', 'asked'],
  ['failed', 'failure', 'failed'],
  ['canceled', 'failure', 'canceled'],
  ['rejected', 'rejection', 'rejected'],
] as const)('a task that is %s is, for the asker, %s', (state, kind, event) => {
  expect(resultOf({ ...QUIET, state, said: [text('because')] })).toMatchObject({
    kind,
    event,
    parts: [text('because')],
  });
});

test.each<[string, Partial<RemoteTask>, string[]]>([
  ['its artifacts, in order', { artifacts: made('one', 'two') }, ['one', 'two']],
  ['its status before the artifacts', { said: [text('done')], artifacts: made('one') }, ['done', 'one']],
  ['a status once that the artifacts repeat', { said: [text('one')], artifacts: made('one') }, ['one']],
  ['its status without artifacts', { said: [text('done')] }, ['done']],
  ['its newest message, if there is nothing else', { lastSaid: [text('here')] }, ['here']],
])('the answer is %s', (_, remote, expected) => {
  expect(resultOf({ ...QUIET, ...remote })?.parts).toEqual(expected.map(text));
});

test.each<[string, Partial<RemoteTask>, string]>([
  ['its status', { said: [text('no money')], artifacts: made('one') }, 'no money'],
  ['its artifacts', { artifacts: made('one'), lastSaid: [text('here')] }, 'one'],
  ['its newest message', { lastSaid: [text('here')] }, 'here'],
])('the reason for a failure is %s', (_, remote, expected) => {
  expect(resultOf({ ...QUIET, ...remote, state: 'failed' })?.parts).toEqual([text(expected)]);
});
