import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PeerQueues } from '../../../../src/daemon/mail/outgoing/peer-queues.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function queues(round: (peer: string) => Promise<boolean>) {
  const logged: string[] = [];
  return { logged, queues: new PeerQueues(round, { error: (event) => void logged.push(event) }) };
}

test('kicks during a round lead to one more round, not to two at the same time', async () => {
  let rounds = 0;
  let finish = (_reached: boolean) => {};
  const { queues: rex } = queues(() => {
    rounds += 1;
    return new Promise((resolve) => {
      finish = resolve;
    });
  });
  for (let kick = 0; kick < 3; kick += 1) rex.kick('rex');
  expect(rounds).toBe(1);
  finish(true);
  await expect.poll(() => rounds).toBe(2);
  finish(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(rounds).toBe(2);
});

test('a peer that cannot be reached is tried again after pauses that double, up to half a minute', async () => {
  let rounds = 0;
  const { queues: rex } = queues(async () => {
    rounds += 1;
    return false;
  });
  rex.kick('rex');
  for (const pauseMs of [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    const before = rounds;
    await vi.advanceTimersByTimeAsync(pauseMs - 1);
    expect(rounds).toBe(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(rounds).toBe(before + 1);
  }
  rex.close();
});

test('a kick skips the pause, and a successful round resets the pauses', async () => {
  let rounds = 0;
  let isUp = false;
  const { queues: rex } = queues(async () => {
    rounds += 1;
    return isUp;
  });
  rex.kick('rex');
  await vi.advanceTimersByTimeAsync(10_000);
  isUp = true;
  const before = rounds;
  rex.kick('rex');
  await vi.advanceTimersByTimeAsync(0);
  expect(rounds).toBe(before + 1);
  isUp = false;
  rex.kick('rex');
  await vi.advanceTimersByTimeAsync(250);
  expect(rounds).toBe(before + 3);
  rex.close();
});

test('a round that fails is logged and tried again', async () => {
  let rounds = 0;
  const { queues: rex, logged } = queues(async () => {
    rounds += 1;
    if (rounds === 1) throw new Error('the disk is full');
    return true;
  });
  rex.kick('rex');
  await vi.advanceTimersByTimeAsync(250);
  expect({ rounds, logged }).toEqual({ rounds: 2, logged: ['cannot carry mail'] });
});

test('after close nothing is tried again', async () => {
  let rounds = 0;
  const { queues: rex } = queues(async () => {
    rounds += 1;
    return false;
  });
  rex.kick('rex');
  await vi.advanceTimersByTimeAsync(0);
  rex.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(rounds).toBe(1);
});
