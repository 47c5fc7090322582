import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Clock, systemClock } from '../../src/clock.js';
import { type Alarm, fileAlarm, ownAlarm } from '../../src/team/alarm.js';
import { Rounds } from '../../src/team/rounds.js';

/** Well before the next round that comes in any case, after a minute. */
const SOON = { timeout: 30_000 };

interface Walker {
  readonly rounds: Rounds;
  walks: number;
}

function walker(alarm: Alarm, napMs = 60_000, clock: Clock = systemClock): Walker {
  const made: Walker = {
    rounds: new Rounds({
      ...{ alarm, clock },
      goRound: async () => {
        made.walks += 1;
        return napMs;
      },
      onTrouble: (reason) => expect.fail(reason),
    }),
    walks: 0,
  };
  made.rounds.start();
  onTestFinished(() => made.rounds.close());
  return made;
}

const sum = (all: readonly Walker[]) => all.reduce((total, { walks }) => total + walks, 0);

test('the alarm is what was set last, in every process', () => {
  const dir = mkdtempSync(join(tmpdir(), 'synapse-alarm-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const [one, other] = [fileAlarm(join(dir, 'alarm')), fileAlarm(join(dir, 'alarm'))];
  expect(one.at()).toBe(0);
  one.set(1_600_000_000_000);
  expect(other.at()).toBe(1_600_000_000_000);
  one.set(1_700_000_000_123);
  expect(other.at()).toBeCloseTo(1_700_000_000_123, 0);
});

test('the daemon that changed something runs a round; the others do not', async () => {
  const alarm = ownAlarm();
  const all = [walker(alarm), walker(alarm), walker(alarm)];
  await expect.poll(() => all.every(({ walks }) => walks >= 1)).toBe(true);
  const before = sum(all);
  all[1]?.rounds.soon(5);
  await expect.poll(() => sum(all)).toBe(before + 1);
});

test('when the alarm rings for many daemons, one of them runs the round', async () => {
  const alarm = ownAlarm();
  const all = Array.from({ length: 10 }, () => walker(alarm, 500));
  await expect.poll(() => all.every(({ walks }) => walks >= 1)).toBe(true);
  const before = sum(all);
  const startedMs = performance.now();
  await expect.poll(() => sum(all) - before).toBeGreaterThanOrEqual(4);
  expect(performance.now() - startedMs).toBeGreaterThan(1_000);
});

test('if a daemon dies after a change, another one handles the consequences', async () => {
  const alarm = ownAlarm();
  const survivor = walker(alarm);
  await expect.poll(() => survivor.walks).toBe(1);
  await expect.poll(() => alarm.at() - systemClock.now()).toBeGreaterThan(5_000);
  const killed = walker(alarm);
  killed.rounds.expectChange();
  killed.rounds.close();
  await expect.poll(() => survivor.walks, SOON).toBe(2);
});

test('a change during a round is not forgotten at its end', async () => {
  const alarm = ownAlarm();
  let finish = () => {};
  const rounds = new Rounds({
    ...{ alarm, clock: systemClock, onTrouble: () => {} },
    goRound: () =>
      new Promise((resolve) => {
        finish = () => resolve(60_000);
      }),
  });
  onTestFinished(() => rounds.close());
  rounds.start();
  await expect.poll(() => alarm.at()).toBeGreaterThan(0);
  alarm.set(systemClock.now() + 400);
  finish();
  await expect.poll(() => alarm.at() <= systemClock.now(), SOON).toBe(true);
});

test('a change announced during a round is handled by another daemon', async () => {
  const alarm = ownAlarm();
  let finish = () => {};
  let walks = 0;
  const rounds = new Rounds({
    ...{ alarm, clock: systemClock, onTrouble: () => {} },
    goRound: () =>
      new Promise((resolve) => {
        walks += 1;
        finish = () => resolve(60_000);
      }),
  });
  onTestFinished(() => rounds.close());
  rounds.start();
  await expect.poll(() => walks).toBe(1);
  const killed = walker(alarm);
  killed.rounds.expectChange();
  killed.rounds.close();
  finish();
  await expect.poll(() => walks, SOON).toBe(2);
});

test('a daemon whose rounds fail leaves them to the others', async () => {
  const alarm = ownAlarm();
  const troubles: string[] = [];
  const broken = new Rounds({
    ...{ alarm, clock: systemClock },
    goRound: () => Promise.reject(new Error('too many open files')),
    onTrouble: (reason) => troubles.push(reason),
  });
  onTestFinished(() => broken.close());
  const sound = walker(alarm, 60_000);
  await expect.poll(() => sound.walks).toBe(1);
  broken.start();
  await expect.poll(() => troubles).toEqual(['too many open files']);
  await expect.poll(() => sound.walks, SOON).toBe(2);
});

test('a round comes when something is due, even if its timer is a little early', async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  // Behind by less than a millisecond, which the clock drops.
  let behindMs = 0;
  const late = { ...systemClock, now: () => Date.now() - behindMs };
  const walking = walker(ownAlarm(), 100, late);
  await vi.advanceTimersByTimeAsync(50);
  const before = walking.walks;
  behindMs = 1;
  await vi.advanceTimersByTimeAsync(150);
  expect(walking.walks).toBeGreaterThan(before);
});
