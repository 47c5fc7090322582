import { expect, test } from 'vitest';
import { lastLines } from '../../../../src/cli/commands/logs/run.js';

test.each([
  ['', 5, ''],
  ['one\n', 5, 'one\n'],
  ['one\ntwo\nthree\n', 2, 'two\nthree\n'],
  ['one\ntwo', 1, 'two\n'],
  ['one\n\n', 1, '\n'],
  ['one\ntwo\n', 0, ''],
])('of %j the last %i lines are %j', (text, count, expected) => {
  expect(lastLines(text, count)).toBe(expected);
});
