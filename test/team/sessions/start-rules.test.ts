import { expect, test } from 'vitest';
import { hasRoom, mostTasks, pauseAfter, type StartKind, startRules } from '../../../src/team/sessions/start-rules.js';

const rules = startRules({});

test('four sessions, five tries and two seconds, unless the environment says otherwise', () => {
  expect(rules).toEqual({ limit: 4, mostTries: 5, firstPauseMs: 2_000 });
  expect(startRules({ SYNAPSE_PROJECT_SESSIONS: '9', SYNAPSE_START_PAUSE_MS: '50' })).toMatchObject({
    limit: 9,
    firstPauseMs: 50,
  });
  for (const odd of ['0', '-1', 'many', '1.5', '']) {
    expect(startRules({ SYNAPSE_PROJECT_SESSIONS: odd }).limit).toBe(4);
  }
});

test('each pause is twice the one before it', () => {
  expect([1, 2, 3, 4].map((attempts) => pauseAfter(attempts, rules))).toEqual([2_000, 4_000, 8_000, 16_000]);
});

test.each<[readonly StartKind[], StartKind, boolean]>([
  [[], 'task', true],
  [['task'], 'task', true],
  [['task', 'task'], 'task', false],
  [['task', 'task'], 'part', true],
  [['task', 'part'], 'task', false],
  [['task', 'task', 'part'], 'part', false],
  [['task', 'task', 'begins'], 'part', false],
  [['task', 'task'], 'begins', true],
  [['task', 'task', 'begins'], 'begins', false],
  [['task', 'task', 'begins'], 'answers', true],
  [['task', 'task', 'begins', 'answers'], 'answers', false],
  [['begins', 'begins', 'begins'], 'begins', false],
  [['begins', 'begins', 'begins'], 'answers', true],
  [['answers', 'answers', 'answers'], 'task', true],
  [['answers', 'answers', 'answers', 'answers'], 'task', false],
])('with %j running there is room for %s: %s', (running, wanted, expected) => {
  expect(hasRoom(running, wanted, rules)).toBe(expected);
});

test('the limit is never exceeded, and something can always run', () => {
  const kinds: StartKind[] = ['task', 'part', 'begins', 'answers'];
  for (let limit = 1; limit <= 6; limit++) {
    for (const wanted of kinds) {
      expect(hasRoom([], wanted, { ...rules, limit })).toBe(true);
      for (const kind of kinds) {
        expect(
          hasRoom(
            Array.from({ length: limit }, () => kind),
            wanted,
            { ...rules, limit },
          ),
        ).toBe(false);
      }
    }
  }
});

test('two of the places are kept for chat, so four sessions mean two tasks', () => {
  expect([1, 2, 3, 4, 8].map((limit) => mostTasks({ limit }))).toEqual([1, 1, 1, 2, 6]);
});
