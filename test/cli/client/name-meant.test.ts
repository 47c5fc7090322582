import { expect, test } from 'vitest';
import { nameMeant } from '../../../src/cli/client/name-meant.js';

const NAMES = ['build-1', 'build-2', 'phone', 'phone-old'];

test.each([
  ['phone', 'phone'],
  ['phone-', 'phone-old'],
  ['build-2', 'build-2'],
  ['pho', 'pho'],
  ['tablet', 'tablet'],
])('%s means %s', (word, name) => {
  expect(nameMeant(word, NAMES)).toBe(name);
});

test('a beginning that several names share is refused with all of them', () => {
  expect(() => nameMeant('build', NAMES)).toThrow('build matches several ids: build-1, build-2.');
});
