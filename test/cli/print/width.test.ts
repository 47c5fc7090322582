import { expect, test } from 'vitest';
import { wrapText } from '../../../src/cli/print/layout.js';
import { colorMark } from '../../../src/cli/print/painted.js';
import { cutMiddle, cutToWidth, displayWidth, fitColumns, terminalWidth } from '../../../src/cli/print/width.js';

test.each([
  ['abc', 3],
  ['日本', 4],
  ['e\u0301', 1],
  ['👍', 2],
  ['⚡', 2],
  ['한글', 4],
])('%j is %i columns wide', (text, width) => {
  expect(displayWidth(text)).toBe(width);
});

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['ab cd', 4, 'ab…'],
  ['日本語', 5, '日本…'],
  ['日本語', 4, '日…'],
  ['ae\u0301bc', 3, 'ae\u0301…'],
  ['👩‍👩‍👧 family', 4, '…'],
  ['abc', 1, '…'],
  ['abc', 0, ''],
])('%j in %i columns is %j', (text, width, cut) => {
  expect(cutToWidth(text, width)).toBe(cut);
});

test.each([
  ['worker-4', 8, 'worker-4'],
  ['worker-with-a-name-4', 10, 'worke…me-4'],
  ['ワーカー１', 7, 'ワー…１'],
  ['abcdef', 2, 'a…'],
])('%j in %i columns is %j where its end matters', (text, width, cut) => {
  expect(cutMiddle(text, width)).toBe(cut);
});

test.each([
  [[8, 5, 60], 40, [8, 5, 27]],
  [[8, 30, 60], 40, [8, 16, 16]],
  [[8, 30, 30], 41, [8, 17, 16]],
  [[32, 7, 20], 50, [32, 7, 11]],
  [[32, 7, 20], 40, [23, 7, 10]],
  [[30, 10, 10], 30, [14, 8, 8]],
  [[30, 10, 10], 20, [12, 4, 4]],
  [[8, 5], 100, [8, 5]],
  [[8, 9, 9], 3, [4, 4, 4]],
])('columns of %j fit into %i as %j', (natural, room, widths) => {
  expect(fitColumns(natural, room)).toEqual(widths);
});

test('every width that has room for it is used in full and never exceeded', () => {
  for (let room = 12; room < 120; room += 1) {
    const widths = fitColumns([9, 40, 7, 31], room);
    const sum = widths.reduce((all, width) => all + width, 0);
    expect({ room, sum }).toEqual({ room, sum: Math.min(Math.max(room, 16), 87) });
  }
});

test('only a terminal has a width', () => {
  expect(terminalWidth({ isTTY: true, columns: 72 })).toBe(72);
  expect(terminalWidth({ isTTY: true, columns: 0 })).toBe(null);
  expect(terminalWidth({ isTTY: false, columns: 72 })).toBe(null);
});

test('colors take no room where a text is wrapped', () => {
  const bold = `${colorMark('\x1b[1m')}one two three${colorMark('\x1b[22m')}`;
  expect(wrapText(bold, 13)).toBe(bold);
  expect(wrapText('one two three', 12)).toBe('one two\nthree');
});
