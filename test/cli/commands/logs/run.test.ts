import { expect, test } from 'vitest';
import { lastLines, linesSince } from '../../../../src/cli/commands/logs/run.js';

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

test('only lines since a time, with the lines that follow them', () => {
  const text = '2026-05-01T10:00:00.000Z one\n2026-05-01T11:00:00.000Z two\n2026-05-01T12:00:00.000Z three\n';
  expect(linesSince(text, Date.parse('2026-05-01T10:30:00Z'))).toBe(text.split('\n').slice(1).join('\n'));
  expect(linesSince(text, Date.parse('2026-05-02'))).toBe('');
});
