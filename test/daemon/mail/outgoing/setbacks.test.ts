import { expect, test } from 'vitest';
import { Setbacks } from '../../../../src/daemon/mail/outgoing/setbacks.js';

const [REX, ADA] = ['rex', 'ada'];
const BROKEN = 500;
const FULL_DISK = 507;

function setbacks() {
  let ms = 0;
  const known = new Setbacks({ now: () => ms, monotonicMs: () => ms });
  const failAt = (atMs: number, seq: number, { peer = REX, status = BROKEN } = {}) => {
    ms = atMs;
    return known.note(peer, seq, status).isAside;
  };
  return { known, failAt };
}

test('a message is set aside after three tries within three seconds, and not before', () => {
  const { known, failAt } = setbacks();
  expect(failAt(0, 1)).toBe(false);
  expect(failAt(2_900, 1)).toBe(false);
  expect(failAt(2_950, 1)).toBe(false);
  expect(failAt(3_000, 1)).toBe(true);
  expect(known.aside(REX)).toEqual([1]);
  expect(known.aside(ADA)).toEqual([]);
});

test('two tries are not enough, however long they take', () => {
  const { failAt } = setbacks();
  expect(failAt(0, 1)).toBe(false);
  expect(failAt(60_000, 1)).toBe(false);
  expect(failAt(60_001, 1)).toBe(true);
});

test('once a receiver was waited for in vain, its next messages are set aside at once, for a minute', () => {
  const { failAt } = setbacks();
  for (const atMs of [0, 1_000]) failAt(atMs, 1);
  expect(failAt(3_000, 1)).toBe(true);
  expect(failAt(4_000, 2)).toBe(true);
  expect(failAt(4_000, 3, { peer: ADA })).toBe(false);
  expect(failAt(64_001, 4)).toBe(false);
});

test('a full disk is waited for longer, even after another failure', () => {
  const { failAt } = setbacks();
  for (const atMs of [0, 1_000]) failAt(atMs, 1);
  expect(failAt(3_000, 1)).toBe(true);
  expect(failAt(4_000, 2, { status: FULL_DISK })).toBe(false);
  expect(failAt(10_000, 2, { status: FULL_DISK })).toBe(false);
  expect(failAt(303_999, 2, { status: FULL_DISK })).toBe(false);
  expect(failAt(304_000, 2, { status: FULL_DISK })).toBe(true);
});

test('the message that was tried longest ago is the next one', () => {
  const { known, failAt } = setbacks();
  for (const atMs of [0, 1_000, 3_000]) failAt(atMs, 1);
  failAt(3_000, 2);
  expect(known.aside(REX)).toEqual([1, 2]);
  failAt(3_100, 1);
  expect(known.aside(REX)).toEqual([2, 1]);
});

test('a settled message is forgotten, and a receiver that takes mail again gets it in order', () => {
  const { known, failAt } = setbacks();
  for (const atMs of [0, 1_000, 3_000]) failAt(atMs, 1);
  for (const seq of [2, 3]) failAt(3_000, seq);
  known.forget(REX, 2);
  expect(known.aside(REX)).toEqual([1, 3]);
  known.takeBack(REX, new Set([3]));
  expect(known.aside(REX)).toEqual([3]);
  known.forgetAll(REX);
  expect(known.aside(REX)).toEqual([]);
  expect(failAt(3_001, 4)).toBe(false);
});
