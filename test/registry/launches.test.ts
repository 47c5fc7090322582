import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endLaunch, launchesIn, noteLaunch, takeOverLaunch } from '../../src/registry/launches.js';
import { tempDir } from '../taskstore/rig.js';

const BEA = { id: 'bea', project: 'shop' };
const AT = 1_000;

/** What a process that was killed has left. */
async function leaveBehind(file: string, isTaken: boolean): Promise<void> {
  const child = spawn('true');
  await new Promise((resolve) => child.on('close', resolve));
  writeFileSync(file, JSON.stringify({ ...BEA, at: AT, isTaken, pid: child.pid, startTime: '1' }));
}

test('a launch is under way until it is ended, whoever holds it', () => {
  const home = tempDir();
  const file = noteLaunch(home, BEA, AT);
  expect(launchesIn(home, AT + 60_000)).toMatchObject([BEA]);
  takeOverLaunch(file, BEA, AT);
  expect(launchesIn(home, AT + 60_000)).toMatchObject([BEA]);
  endLaunch(file);
  expect(launchesIn(home, AT)).toEqual([]);
});

test('a daemon takes over only what its launcher has not given up', () => {
  const home = tempDir();
  const file = noteLaunch(home, BEA, AT);
  endLaunch(file);
  takeOverLaunch(file, BEA, AT);
  expect(launchesIn(home, AT)).toEqual([]);
});

test('after the death of a launcher its daemon has ten seconds to appear; a dead daemon does not count', async () => {
  const home = tempDir();
  const file = noteLaunch(home, BEA, AT) as string;
  await leaveBehind(file, false);
  expect(launchesIn(home, AT + 9_000)).toMatchObject([BEA]);
  expect(launchesIn(home, AT + 11_000)).toEqual([]);
  await leaveBehind(file, true);
  expect(launchesIn(home, AT)).toEqual([]);
  expect(readdirSync(join(home, 'launches'))).toEqual([]);
});

test('a damaged file is removed', () => {
  const home = tempDir();
  const file = noteLaunch(home, BEA, AT) as string;
  writeFileSync(file, '{"id":');
  expect(launchesIn(home, AT)).toEqual([]);
});
