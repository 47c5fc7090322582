/** `stop --all` while more work waits than sessions may run: none of it starts by itself afterwards. */
import { expect, vi } from 'vitest';
import { type Home, json, test } from '../../rig/home/home.js';
import { TestTeamFile } from '../../rig/team/team-file.js';

vi.setConfig({ testTimeout: 120_000 });
const AGENTS = Object.fromEntries(
  ['ann', 'ben', 'cas', 'dan'].map((id) => [id, { command: 'cat', start: 'on-demand' }]),
);
const TIMES = { timeout: 60_000 };

interface Waiting {
  readonly agent_id: string;
  readonly state: string;
  readonly reason: string | null;
}

async function waitingIn(home: Home): Promise<Record<string, string | null>> {
  const { waiting } = json<{ waiting: Waiting[] }>(await home.run(['list', '--json']));
  return Object.fromEntries(waiting.map(({ agent_id, state, reason }) => [agent_id, `${state}: ${reason}`]));
}

/** Four agents with work, of which two may run. */
async function crowded(home: Home): Promise<TestTeamFile> {
  const team = new TestTeamFile(home).write(AGENTS);
  await team.up();
  for (const id of Object.keys(AGENTS)) await team.give(id);
  await expect.poll(() => team.live().length, TIMES).toBe(3);
  return team;
}

const STOPPED = 'given_up: it was stopped';

test('work that had no session yet stays down, until a person wants its agent again', async ({ home }) => {
  const team = await crowded(home);
  expect((await home.run(['stop', '--all'])).code).toBe(0);
  expect(team.live()).toEqual([]);
  // The next daemon is that of a person who does not ask for any of it.
  await home.run(['inbox']);
  await expect.poll(() => waitingIn(home), TIMES).toEqual({ ann: STOPPED, ben: STOPPED, cas: STOPPED, dan: STOPPED });
  expect(team.live()).toEqual(['tester.json']);
  // Starting one agent wakes none of the others, and new work wakes only its own.
  expect((await home.run(['start', 'shell', '--id', 'dan', '--project', 'shop', '--', 'cat'])).code).toBe(0);
  await team.give('cas');
  await expect.poll(() => team.live(), TIMES).toEqual(['cas.json', 'dan.json', 'tester.json']);
  await expect.poll(() => waitingIn(home), TIMES).toEqual({ ann: STOPPED, ben: STOPPED });
  await home.run(['resume', 'ann']);
  await expect.poll(() => team.live(), TIMES).toContain('ann.json');
});

test('new work that starts the first daemon after that is done, and nothing else', async ({ home }) => {
  const team = await crowded(home);
  await home.run(['stop', '--all']);
  await home.run(['work', 'create', 'Mop', '--project', 'shop', '--assignee', 'dan', '--status', 'in_progress']);
  await expect.poll(() => team.live(), TIMES).toEqual(['dan.json', 'tester.json']);
  await expect.poll(() => waitingIn(home), TIMES).toEqual({ ann: STOPPED, ben: STOPPED, cas: STOPPED });
});

test('up wakes everybody', async ({ home }) => {
  const team = await crowded(home);
  await home.run(['stop', '--all']);
  await team.up();
  await expect.poll(() => team.live().length, TIMES).toBe(3);
});
