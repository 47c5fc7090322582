import { expect, test } from 'vitest';
import { Quiet } from '../../src/team/quiet.js';

const MINUTE_MS = 60_000;

/** Two clocks, of which the second is never set. */
function clocks() {
  const at = { now: 1_000_000, monotonic: 5_000 };
  return {
    at,
    clock: { now: () => at.now, monotonicMs: () => at.monotonic },
    pass: (ms: number) => {
      at.now += ms;
      at.monotonic += ms;
    },
  };
}

test('it lasts until something is due, but not for ever', () => {
  const { clock, pass } = clocks();
  const short = new Quiet(7, MINUTE_MS, clock);
  const long = new Quiet(7, Number.POSITIVE_INFINITY, clock);
  pass(MINUTE_MS - 1);
  expect(short.leftMs(7)).toBe(1);
  pass(1);
  expect(short.leftMs(7)).toBe(0);
  expect(long.leftMs(7)).toBeGreaterThan(0);
  pass(10 * MINUTE_MS);
  expect(long.leftMs(7)).toBe(0);
});

test('it is over when something was committed, or a clock was set', () => {
  const { at, clock } = clocks();
  const quiet = new Quiet(7, MINUTE_MS, clock);
  expect(quiet.leftMs(8)).toBe(0);
  expect(quiet.leftMs(7)).toBe(MINUTE_MS);
  at.now += 24 * 60 * MINUTE_MS;
  expect(quiet.leftMs(7)).toBe(0);
});
