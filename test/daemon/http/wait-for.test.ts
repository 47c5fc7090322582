import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EventHub } from '../../../src/daemon/events.js';
import { waitFor } from '../../../src/daemon/http/wait-for.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const NOTHING = { task: null, message: null };

function waiting(limitMs = 1_000) {
  const events = new EventHub({ error: () => {} });
  const caller = new AbortController();
  let decided: string | null = null;
  const decide = () => decided;
  const change = (value: string | null) => {
    decided = value;
    events.emit('change', NOTHING);
  };
  return { caller, change, wait: () => waitFor(events, decide, { limitMs, signal: caller.signal }) };
}

test('an outcome that is already decided ends the wait at once', async () => {
  const { change, wait } = waiting();
  change('done');
  expect(await wait()).toBe('done');
});

test('the first change that decides something ends the wait', async () => {
  const { change, wait } = waiting();
  const result = wait();
  change(null);
  change('first');
  change('second');
  expect(await result).toBe('first');
  expect(vi.getTimerCount()).toBe(0);
});

test('the wait ends at its limit, or when the caller goes away', async () => {
  const limited = waiting();
  const result = limited.wait();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await result).toBeNull();
  const left = waiting();
  const other = left.wait();
  left.caller.abort();
  expect(await other).toBeNull();
  expect(await left.wait()).toBeNull();
  expect(vi.getTimerCount()).toBe(0);
});

test('a limit that is too large for a timer does not end the wait at once', async () => {
  const { change, wait } = waiting(Number.MAX_SAFE_INTEGER);
  const result = wait();
  await vi.advanceTimersByTimeAsync(60_000);
  change('late');
  expect(await result).toBe('late');
});
