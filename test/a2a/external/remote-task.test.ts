import { StreamResponse, Task } from '@a2a-js/sdk';
import { expect, test } from 'vitest';
import { toRemoteTask, withEvent } from '../../../src/a2a/external/remote-task.js';

const begun = toRemoteTask(Task.fromJSON({ id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } }), null);
const event = (json: unknown) => StreamResponse.fromJSON(json);
const piece = (artifactId: string, text: string, append = false) =>
  event({ artifactUpdate: { taskId: 't', contextId: 'c', append, artifact: { artifactId, parts: [{ text }] } } });

test('the pieces of an artifact are joined in order, and a new one replaces the old', () => {
  const pieces = [piece('a', 'one, '), piece('b', 'x'), piece('a', 'two', true), piece('b', 'y')];
  const { artifacts } = pieces.reduce(withEvent, begun);
  expect(artifacts).toEqual([
    { id: 'a', parts: [{ type: 'text', text: 'one, two' }] },
    { id: 'b', parts: [{ type: 'text', text: 'y' }] },
  ]);
});

test('events about other tasks change nothing', () => {
  const other = event({ statusUpdate: { taskId: 'other', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' } } });
  expect(withEvent(begun, other)).toBe(begun);
  expect(withEvent(begun, event({}))).toBe(begun);
  expect(() => withEvent(begun, event({ task: { id: 'other', contextId: 'c' } }))).toThrow('another task');
});

test('an artifact that never ends is refused', () => {
  const flood = () => Array.from({ length: 1_100 }, (_, index) => piece(`a${index}`, 'x')).reduce(withEvent, begun);
  expect(flood).toThrow('more than 1000 parts');
});

test('only addresses on the web are kept, and a file without a name has that of its artifact', () => {
  const parts = [
    { url: 'file:///etc/passwd' },
    { url: 'javascript:alert(1)', filename: 'x' },
    { url: 'https://x.example/y' },
    { raw: 'eA==' },
  ];
  const { artifacts } = toRemoteTask(
    Task.fromJSON({ id: 't', contextId: 'c', artifacts: [{ artifactId: 'a', name: 'made', parts }] }),
    't',
  );
  expect(artifacts[0]?.parts).toEqual([
    { type: 'file', file: { name: 'made' } },
    { type: 'file', file: { name: 'x' } },
    { type: 'file', file: { name: 'made', uri: 'https://x.example/y' } },
    { type: 'file', file: { name: 'made', bytes: 'eA==' } },
  ]);
});

test.each([
  ['TASK_STATE_SUBMITTED', 'submitted'],
  ['TASK_STATE_AUTH_REQUIRED', 'input-required'],
  ['TASK_STATE_REJECTED', 'rejected'],
  ['TASK_STATE_FROM_THE_FUTURE', 'working'],
  [undefined, 'working'],
])('the state %s is %s here', (state, ours) => {
  expect(toRemoteTask(Task.fromJSON({ id: 't', contextId: 'c', status: { state } }), null).state).toBe(ours);
});
