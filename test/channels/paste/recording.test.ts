/** Whether a text that has left the box counts, by what the program records. */
import { expect, test } from 'vitest';
import { Recording } from '../../../src/channels/paste/recording.js';

const SUBMITTED = { type: 'submitted' };
const UNCERTAIN = { type: 'uncertain', reason: 'no_evidence' };
const NEVER = new Promise<void>(() => {});

test('a program that records nothing is believed, at once after the first time', async () => {
  let looks = 0;
  const recording = new Recording({ ended: NEVER, isBusy: () => looks++ > 9, limitMs: 1 });
  const first = recording.confirmed(() => false);
  expect(recording.isOpen).toBe(true);
  expect(await first).toEqual(SUBMITTED);
  const before = looks;
  expect(await recording.confirmed(() => false)).toEqual(SUBMITTED);
  expect({ isOpen: recording.isOpen, looks }).toEqual({ isOpen: false, looks: before });
});

test('what comes next waits until the last one is recorded, and is told when', async () => {
  let isRecorded = false;
  const recording = new Recording({ ended: NEVER, isBusy: () => true, limitMs: 60_000 });
  const told = new Promise<boolean>((resolve) => recording.onChange(() => resolve(recording.isOpen)));
  const confirmed = recording.confirmed(() => isRecorded);
  expect(recording.isOpen).toBe(true);
  isRecorded = true;
  expect({ outcome: await confirmed, isOpen: await told }).toEqual({ outcome: SUBMITTED, isOpen: false });
});

test('one that has recorded others and not this one may have dropped it', async () => {
  const recording = new Recording({ ended: NEVER, isBusy: () => false, limitMs: 1 });
  expect(await recording.confirmed(() => true)).toEqual(SUBMITTED);
  expect(await recording.confirmed(() => false)).toEqual(UNCERTAIN);
});

test('its time does not count while it works, and it may record the text then', async () => {
  let looks = 0;
  const recording = new Recording({ ended: NEVER, isBusy: () => true, limitMs: 1 });
  await recording.confirmed(() => true);
  expect(await recording.confirmed(() => ++looks > 3)).toEqual(SUBMITTED);
});

test('one that has ended records nothing more', async () => {
  const recording = new Recording({ ended: Promise.resolve(), isBusy: () => true, limitMs: 60_000 });
  await recording.confirmed(() => true);
  expect(await recording.confirmed(() => false)).toEqual(UNCERTAIN);
});
