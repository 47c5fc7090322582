import { expect, test } from 'vitest';
import { age, PLAIN, table, wantsColor } from '../../../src/cli/print/output.js';

test.each([
  ['a terminal', { isTerminal: true, env: {}, argv: [] }, true],
  ['a pipe', { isTerminal: false, env: {}, argv: [] }, false],
  ['NO_COLOR on a terminal', { isTerminal: true, env: { NO_COLOR: '1' }, argv: [] }, false],
  ['an empty NO_COLOR, which counts as unset', { isTerminal: true, env: { NO_COLOR: '' }, argv: [] }, true],
  ['FORCE_COLOR in a pipe', { isTerminal: false, env: { FORCE_COLOR: '1' }, argv: [] }, true],
  ['FORCE_COLOR=0 on a terminal', { isTerminal: true, env: { FORCE_COLOR: '0' }, argv: [] }, false],
  ['--no-color', { isTerminal: true, env: { FORCE_COLOR: '1' }, argv: ['list', '--no-color'] }, false],
  ['--no-color of a wrapped program', { isTerminal: true, env: {}, argv: ['--', '--no-color'] }, true],
  ['a dumb terminal', { isTerminal: true, env: { TERM: 'dumb' }, argv: [] }, false],
])('colors with %s', (_what, surroundings, expected) => {
  expect(wantsColor(surroundings)).toBe(expected);
});

test('columns line up, even with wide characters', () => {
  const rows = [
    [{ text: '日本語' }, { text: 'x' }],
    [{ text: 'ab' }, { text: 'y' }],
  ];
  expect(table(['NAME', 'V'], rows, PLAIN)).toBe('NAME    V\n日本語  x\nab      y');
});

test('a table fits the terminal, and what would be typed next is cut last', () => {
  const rows = [[{ text: 'tsk_0123456789' }, { text: 'worker' }, { text: '日本語の長い題名です' }]];
  const cells = { at28: 'tsk_0123456789  work…  日本…', at44: 'tsk_0123456789  worker  日本語の長い題名です' };
  expect(table(['ID', 'WHO', 'TITLE'], rows, PLAIN, 28).split('\n')[1]).toBe(cells.at28);
  expect(table(['ID', 'WHO', 'TITLE'], rows, PLAIN, 44).split('\n')[1]).toBe(cells.at44);
  expect(table(['ID', 'WHO', 'TITLE'], rows, PLAIN, null).split('\n')[1]).toBe(cells.at44);
});

test('colors do not change the width of a column', () => {
  const red = (text: string): string => `\x1b[31m${text}\x1b[39m`;
  expect(table(['A', 'B'], [[{ text: 'xyz', paint: red }, { text: '1' }]], PLAIN)).toBe(
    'A    B\n\x1b[31mxyz\x1b[39m  1',
  );
});

test.each([
  [-5, '0s'],
  [59_000, '59s'],
  [60_000, '1m'],
  [7_200_000, '2h'],
  [900_000_000, '10d'],
])('%i ms are %s', (ms, text) => {
  expect(age(ms)).toBe(text);
});
