import { expect, test } from 'vitest';
import { withinLimit } from '../../../src/terminal/screen/within-limit.js';
import { stretched } from '../../rig/times.js';

test('the result and the errors of the work are passed through', () => {
  expect(withinLimit(1_000, () => 'done')).toBe('done');
  expect(() =>
    withinLimit(1_000, () => {
      throw new Error('its own');
    }),
  ).toThrow('its own');
});

test('a pattern that never finishes is given up', async () => {
  const begun = performance.now();
  expect(withinLimit(50, () => /^(a+)+$/.test(`${'a'.repeat(60)}b`))).toBeNull();
  const tookMs = performance.now() - begun;
  expect(tookMs).toBeLessThan(await stretched(5_000));
});

test('a pattern that needs too much memory is given up', () => {
  expect(withinLimit(10_000, () => /^(?:a|b)*c/.test('ab'.repeat(8e6)))).toBeNull();
});
