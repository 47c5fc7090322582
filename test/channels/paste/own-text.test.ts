import { expect, test } from 'vitest';
import { isAllOurs, isOurs } from '../../../src/channels/paste/own-text.js';

const TEXT = '[A2A:1a2b3c4d:tester] first line\nsecond line\nthe very end';

test.each([
  ['the whole text', TEXT, true],
  ['its beginning, wrapped', '[A2A:1a2b3c4d:\ntester] first', true],
  ['a part of it', 'line\nsecond line ↓', true],
  ['the last word, in a box of one line', 'end              ↑', true],
  ['only that there is more above', '↑', true],
  ['a token', '[Pasted text #1]', true],
  ['the last line of a token', '+12 lines]', true],
  ['another one', 'Content 1024 chars]', true],
  ['words that end like a token', 'my own lines]', false],
  ['a short part that is not its end', 'line', false],
  ['other words', 'something else', false],
  ['nothing', '', false],
])('a box that shows %s', (_, box, expected) => {
  expect(isOurs(box, TEXT)).toBe(expected);
});

test('a text that somebody has added to is not all ours', () => {
  expect(isAllOurs('the very end', TEXT)).toBe(true);
  expect(isAllOurs('+3 lines]', TEXT)).toBe(true);
  expect(isAllOurs('[Pasted text #2', TEXT)).toBe(true);
  expect(isAllOurs('[Pasted text #2 and more', TEXT)).toBe(false);
  expect(isAllOurs(`${TEXT} and more`, TEXT)).toBe(false);
});
