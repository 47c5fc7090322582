import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Unproven } from '../../../../src/channels/claude/proof/unproven.js';
import type { Evidence } from '../../../../src/channels/front-door.js';

const LIMITS = { idleMs: 10_000, silentMs: 60_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const seen: { evidence: Evidence | null; ended: string[] } = { evidence: null, ended: [] };
  const unproven = new Unproven({ evidence: () => seen.evidence, look: () => {}, limits: LIMITS });
  const become = (state: Evidence['state']) => {
    seen.evidence = { state, by: 'hook', asks: null };
    unproven.changed();
  };
  const wait = (key: string) => void unproven.wait(key).then(({ type }) => seen.ended.push(`${key} ${type}`));
  return { seen, unproven, become, wait };
}

test('an idle program has ten seconds, counted from the end of its work', async () => {
  const { seen, become, wait } = start();
  become('busy');
  wait('a');
  await vi.advanceTimersByTimeAsync(3_600_000);
  become('waiting');
  await vi.advanceTimersByTimeAsync(3_600_000);
  become('ready');
  await vi.advanceTimersByTimeAsync(9_000);
  expect(seen.ended).toEqual([]);
  become('busy');
  become('ready');
  await vi.advanceTimersByTimeAsync(9_999);
  expect(seen.ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(2);
  expect(seen.ended).toEqual(['a uncertain']);
});

test('each message has its own ten seconds', async () => {
  const { seen, become, wait, unproven } = start();
  become('ready');
  wait('a');
  await vi.advanceTimersByTimeAsync(6_000);
  wait('b');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(seen.ended).toEqual(['a uncertain']);
  unproven.settle('b', { type: 'submitted' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen.ended).toEqual(['a uncertain', 'b submitted']);
});

test('a program that reports nothing has a minute', async () => {
  const { seen, wait } = start();
  wait('a');
  await vi.advanceTimersByTimeAsync(59_000);
  expect(seen.ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_001);
  expect(seen.ended).toEqual(['a uncertain']);
});
