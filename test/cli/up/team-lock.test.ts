import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { takeTurn, withTeamLock } from '../../../src/cli/up/team-lock.js';
import { startTimeOf } from '../../../src/processes.js';
import { tempDir } from '../../taskstore/rig.js';

const MINE = `${process.pid}/${startTimeOf(process.pid) ?? ''}`;
/** No process has this start time. */
const KILLED = `${process.pid}/0`;

test('one at a time is in, however many come, and after a holder that was killed', async () => {
  const home = join(tempDir(), 'home');
  let inside = 0;
  const most: number[] = [];
  const visit = () =>
    withTeamLock(home, 'shop', async () => {
      inside += 1;
      most.push(inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    });
  await visit();
  takeTurn(join(home, 'locks', 'shop'), KILLED);
  await Promise.all(Array.from({ length: 5 }, visit));
  expect(most).toEqual([1, 1, 1, 1, 1, 1]);
  expect(readdirSync(join(home, 'locks')).length).toBeLessThanOrEqual(2);
});

test('a process that saw a killed holder long ago does not get in beside the one that came after', () => {
  const lock = join(tempDir(), 'shop');
  const killed = takeTurn(lock, KILLED) as number;
  const seen = [killed];
  expect(takeTurn(lock, MINE)).toBe(killed + 1);
  expect(takeTurn(lock, MINE, () => seen)).toBeNull();
  expect(takeTurn(lock, MINE)).toBeNull();
});

test('nor after several others came and went meanwhile', () => {
  const lock = join(tempDir(), 'shop');
  const killed = takeTurn(lock, KILLED) as number;
  for (let more = 1; more <= 3; more += 1) takeTurn(lock, KILLED);
  const current = takeTurn(lock, MINE) as number;
  const before = readdirSync(dirname(lock));
  expect(before).not.toContain(`shop.${killed + 1}`);
  expect(takeTurn(lock, MINE, () => [killed])).toBeNull();
  expect(readdirSync(dirname(lock))).toEqual(before);
  expect(readFileSync(`${lock}.${current}`, 'utf8')).toBe(MINE);
});

test('projects whose ids begin alike have locks of their own', () => {
  const dir = tempDir();
  expect([takeTurn(join(dir, 'shop'), MINE), takeTurn(join(dir, 'shop.2'), MINE)]).toEqual([1, 1]);
  expect([takeTurn(join(dir, 'shop'), MINE), takeTurn(join(dir, 'shop.2'), MINE)]).toEqual([null, null]);
});

test('when a holder fails, the next one gets in', async () => {
  const home = join(tempDir(), 'home');
  await expect(withTeamLock(home, 'shop', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withTeamLock(home, 'shop', async () => 'in')).toBe('in');
});
