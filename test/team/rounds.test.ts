import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/clock.js';
import { type Alarm, fileAlarm, ownAlarm } from '../../src/team/alarm.js';
import { Rounds } from '../../src/team/rounds.js';

interface Walker {
  readonly rounds: Rounds;
  walks: number;
}

function walker(alarm: Alarm, napMs = 60_000): Walker {
  const made: Walker = {
    rounds: new Rounds({
      alarm,
      clock: systemClock,
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

test('who has changed something goes round itself; the others do not', async () => {
  const alarm = ownAlarm();
  const all = [walker(alarm), walker(alarm), walker(alarm)];
  await expect.poll(() => all.every(({ walks }) => walks >= 1)).toBe(true);
  const before = sum(all);
  all[1]?.rounds.soon(5);
  await expect.poll(() => sum(all)).toBe(before + 1);
});

test('of many who hear the alarm one goes round, about as often as one alone would', async () => {
  const alarm = ownAlarm();
  const all = Array.from({ length: 10 }, () => walker(alarm, 500));
  await expect.poll(() => all.every(({ walks }) => walks >= 1)).toBe(true);
  const before = sum(all);
  const startedMs = performance.now();
  await expect.poll(() => sum(all) - before, { timeout: 10_000 }).toBeGreaterThanOrEqual(4);
  expect(performance.now() - startedMs).toBeGreaterThan(1_000);
});

test('a change that its maker did not live to look at is looked at by another', async () => {
  const alarm = ownAlarm();
  const survivor = walker(alarm);
  await expect.poll(() => survivor.walks).toBe(1);
  await expect.poll(() => alarm.at() - systemClock.now()).toBeGreaterThan(5_000);
  const killed = walker(alarm);
  killed.rounds.expectChange();
  killed.rounds.close();
  await expect.poll(() => survivor.walks, { timeout: 5_000 }).toBe(2);
});

test('a change in the middle of a round is not forgotten at its end', async () => {
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
  await expect.poll(() => alarm.at() <= systemClock.now(), { timeout: 2_000 }).toBe(true);
});
