/** `stop` and `down` at the moment in which sessions are being started: afterwards nothing runs and nothing comes up. */
import { expect, vi } from 'vitest';
import { processesWithEnvironment } from '../../../src/processes.js';
import { launchesIn } from '../../../src/registry/launches.js';
import { type Home, json, test } from '../../rig/home/home.js';
import { TestTeamFile } from '../../rig/team/team-file.js';

vi.setConfig({ testTimeout: 120_000 });
const IDS = ['ann', 'ben', 'cas'];
const AGENTS = Object.fromEntries(IDS.map((id) => [id, { command: 'cat', start: 'on-demand' }]));

/** Daemons and programs of this home, whether they have an entry yet or not. */
const processesOf = (home: Home) => processesWithEnvironment('SYNAPSE_HOME', home.home);

async function untilLaunching(home: Home): Promise<void> {
  const isLaunching = () => launchesIn(home.home, Date.now()).some(({ id }) => id !== null && IDS.includes(id));
  await expect.poll(isLaunching, { timeout: 60_000, interval: 1 }).toBe(true);
}

test('stop --all leaves no process, also of sessions that had no entry yet', async ({ home }) => {
  const team = new TestTeamFile(home).write(AGENTS);
  await team.up();
  await Promise.all(IDS.map((id) => team.give(id)));
  await untilLaunching(home);
  expect((await home.run(['stop', '--all'])).code).toBe(0);
  expect([processesOf(home), team.live(), launchesIn(home.home, Date.now())]).toEqual([[], [], []]);
});

test('down leaves no process of the project', async ({ home }) => {
  const team = new TestTeamFile(home).write(AGENTS);
  await team.up();
  await Promise.all(IDS.map((id) => team.give(id)));
  await untilLaunching(home);
  expect((await team.down()).code).toBe(0);
  expect([processesOf(home), team.live()]).toEqual([[], []]);
});

test('an agent that is stopped while it is being started does not come up until a person wants it', async ({
  home,
}) => {
  const team = new TestTeamFile(home).write(AGENTS);
  await team.up();
  await team.give('ann');
  await untilLaunching(home);
  expect((await home.run(['stop', 'ann'])).code).toBe(0);
  expect(team.live()).toEqual(['tester.json']);
  const { waiting } = json<{ waiting: unknown[] }>(await home.run(['list', '--json']));
  expect(waiting).toMatchObject([{ agent_id: 'ann', state: 'given_up', reason: 'it was stopped' }]);
  // Other work makes the daemons look again.
  await team.give('ben');
  await expect.poll(() => team.live(), { timeout: 60_000 }).toEqual(['ben.json', 'tester.json']);
  await home.run(['resume', 'ann']);
  await expect.poll(() => team.live(), { timeout: 60_000 }).toContain('ann.json');
});
