import { expect, test } from 'vitest';
import { distance, nearest } from '../src/nearest.js';

test.each([
  ['', '', 0],
  ['list', 'list', 0],
  ['lsit', 'list', 1],
  ['lst', 'list', 1],
  ['send', 'sned', 1],
  ['abc', 'xyz', 3],
])('%j and %j are %i apart', (a, b, expected) => {
  expect(distance(a, b)).toBe(expected);
});

test('a mistyped word finds the nearest known word', () => {
  expect(nearest('lst', ['list', 'logs', 'send'])).toBe('list');
  expect(nearest('--responce', ['--response', '--reply-to'])).toBe('--response');
});

test('the beginning of a word finds the word', () => {
  expect(nearest('comp', ['completion', 'pause'])).toBe('completion');
});

test('a word like no other finds nothing', () => {
  expect(nearest('banana', ['list', 'send'])).toBeNull();
});
