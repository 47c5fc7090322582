import { expect, test } from 'vitest';
import { withinLimit } from '../../../src/terminal/screen/within-limit.js';

test('work gives back what it has, and its errors are its own', () => {
  expect(withinLimit(1_000, () => 'done')).toBe('done');
  expect(() =>
    withinLimit(1_000, () => {
      throw new Error('its own');
    }),
  ).toThrow('its own');
});

test('a pattern that would go on for ever is given up', () => {
  const begun = performance.now();
  expect(withinLimit(50, () => /^(a+)+$/.test(`${'a'.repeat(60)}b`))).toBeNull();
  expect(performance.now() - begun).toBeLessThan(5_000);
});

test('a pattern that needs too much memory is given up', () => {
  expect(withinLimit(10_000, () => /^(?:a|b)*c/.test('ab'.repeat(8e6)))).toBeNull();
});
