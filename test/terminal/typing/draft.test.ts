import { expect, test } from 'vitest';
import { afterKeys, isDraft, NO_DRAFT } from '../../../src/terminal/typing/draft.js';

test.each([
  ['a letter', 'a'],
  ['a word after Enter', 'one\rtwo'],
  ['a space', ' '],
  ['a character of four bytes', '🙂'],
  ['two letters with one erased', 'ab\x7f'],
  ['a word before the one that was erased', 'one two\x17'],
  ['the first part of a word with a hyphen', 'one-two\x17'],
  ['the arrow that recalls the last line', '\x1b[A'],
  ['the same in application mode', '\x1bOA'],
  ['a recalled line with one character erased', '\x1b[A\x7f'],
  ['the rest behind a moved cursor', 'abc\x1b[D\x15'],
  ['half a line that Ctrl-D passed on', 'abc\x04'],
  ['half a line that Ctrl-D passed on, and a Backspace', 'a\x04\x7f'],
  ['a quoted Ctrl-C', '\x16\x03'],
  ['a completed word whose beginning was erased', 'ab\t\x7f\x7f\x7f'],
  ['pasted lines', '\x1b[200~one\rtwo\r\x1b[201~'],
  ['a paste that has not ended', '\x1b[200~one\r'],
  ['Escape', '\x1b'],
])('a half-typed line stands there after %s', (_, keys) => {
  expect(isDraft(afterKeys(NO_DRAFT, keys))).toBe(true);
  expect(isDraft([...keys].reduce(afterKeys, NO_DRAFT)), 'key by key').toBe(true);
});

test.each([
  ['nothing', ''],
  ['Enter', 'one\r'],
  ['Ctrl-J', 'one\n'],
  ['Ctrl-C', 'one\x03'],
  ['Ctrl-C after a recalled line', '\x1b[A\x03'],
  ['Ctrl-\\', 'one\x1c'],
  ['Ctrl-U', 'one two\x15'],
  ['Ctrl-U after a completion', 'ab\t\x15'],
  ['as many Backspaces as characters', 'äb🙂\x7f\x7f\x7f'],
  ['more Backspaces than characters', 'a\x7f\x7f\b'],
  ['Ctrl-W', 'one_two  \x17'],
  ['Ctrl-D in an empty line', '\x04'],
  ['Escape and Enter', '\x1b\r'],
  ['Enter after a paste', '\x1b[200~one\rtwo\x1b[201~\r'],
  ['Ctrl-S and Ctrl-Q', '\x13\x11'],
])('nothing stands there after %s', (_, keys) => {
  expect(isDraft(afterKeys(NO_DRAFT, keys))).toBe(false);
  expect(isDraft([...keys].reduce(afterKeys, NO_DRAFT)), 'key by key').toBe(false);
});
