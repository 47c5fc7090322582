import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { proven } from '../../../src/channels/evidence/survival.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const NEVER = new Promise<never>(() => {});
const EXIT = { exitCode: 0, signal: 9 };

test('a program that goes on has taken the text', async () => {
  const settled = proven({ ended: NEVER, isAnswered: () => false, surviveMs: 3_000 });
  const seen = vi.fn();
  void settled.then(seen);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(seen).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toHaveBeenCalledWith({ type: 'submitted' });
});

test('a text after which the program has recorded an answer needs no more time', async () => {
  let isAnswered = false;
  const settled = proven({ ended: NEVER, isAnswered: () => isAnswered, surviveMs: 3_000 });
  await vi.advanceTimersByTimeAsync(150);
  isAnswered = true;
  await vi.advanceTimersByTimeAsync(150);
  await expect(settled).resolves.toEqual({ type: 'submitted' });
});

test.each([
  [
    'nobody knows whether a program that ended at once has taken it',
    false,
    { type: 'uncertain', reason: 'no_evidence' },
  ],
  ['a program that ended at once has taken what it has recorded an answer to', true, { type: 'submitted' }],
])('%s', async (_, wasAnswered, expected) => {
  let end = (_: typeof EXIT) => {};
  const exited = new Promise<typeof EXIT>((resolve) => {
    end = resolve;
  });
  let isAnswered = false;
  const settled = proven({ ended: exited, isAnswered: () => isAnswered, surviveMs: 3_000 });
  await vi.advanceTimersByTimeAsync(120);
  isAnswered = wasAnswered;
  end(EXIT);
  await vi.advanceTimersByTimeAsync(0);
  await expect(settled).resolves.toEqual(expected);
});
