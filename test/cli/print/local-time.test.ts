import { afterEach, expect, test } from 'vitest';
import { shownTime } from '../../../src/cli/print/local-time.js';

const zone = process.env.TZ;

afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test('an instant is local on a terminal and as it is stored in a pipe', () => {
  const iso = '2026-03-05T22:04:09.120Z';
  process.env.TZ = 'Asia/Tokyo';
  expect(shownTime(iso, true)).toBe('2026-03-06 07:04:09');
  process.env.TZ = 'America/New_York';
  expect(shownTime(iso, true)).toBe('2026-03-05 17:04:09');
  expect(shownTime(iso, false)).toBe(iso);
  expect(shownTime('never', true)).toBe('never');
});
