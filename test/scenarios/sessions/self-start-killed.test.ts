/** Whatever is killed with -9, at any step: work that was begun is continued, and finished exactly once. */
import { expect } from 'vitest';
import { testInTeam } from '../../rig/team/team.js';
import { declarePair, hasKilled, killAt, LIMIT_MS, untilNobodyRuns, untilStatus } from '../../rig/team/teammates.js';
import { makeWork } from '../../rig/team/work.js';
import { isThorough } from '../../rig/thorough.js';

const test = testInTeam({ env: { SYNAPSE_CHAT_IDLE_SECONDS: '0.3', SYNAPSE_START_PAUSE_MS: '50' } });
const A_SAYS = ['しりとり'];
const B_SAYS = ['りんご'];

/** Every step at which somebody has done something, or is about to; and who is killed there. */
const STEPS = [
  'a:begun',
  'a:delegated',
  'a:starting',
  'a:started',
  'b:answering',
  'b:answered',
  'a:ending',
  'a:ended',
  'a:finished',
  'a:reporting',
  'a:reported',
];
const VICTIMS = ['program', 'daemon'];
const ALL = [
  ...STEPS.flatMap((step) => VICTIMS.map((victim) => [step, victim] as const)),
  ['a:delegated', 'tester'] as const,
  ['b:answering', 'tester'] as const,
  ['a:ending', 'tester'] as const,
];
/** Every second step, and alternately the program and the daemon. `npm run test:all` runs all combinations. */
const ROWS = isThorough ? ALL : ALL.filter((_, row) => row % 8 === 0 || row % 8 === 5);

test.for(ROWS)('at %s the %s is killed', { timeout: LIMIT_MS }, async ([step, victim], { team, home }) => {
  const pair = await declarePair(team, A_SAYS, B_SAYS);
  killAt(pair, step, victim);
  const taskId = await makeWork(team, { title: 'しりとり', assignee: pair.a, status: 'in_progress' });
  if (victim === 'tester') {
    await expect.poll(() => hasKilled(pair), { timeout: 60_000, interval: 50 }).toBe(true);
    // The others continue on their own; this one is needed again by the agent that asks.
    expect((await home.run(['work', 'show', taskId])).code).toBe(0);
  }
  await untilStatus(team, taskId, 'done');
  // The last steps come after the report that makes it done.
  await expect.poll(() => hasKilled(pair), { timeout: 60_000, interval: 50 }).toBe(true);
  // Nobody runs between an end and a restart either, so wait until no work waits for a session.
  const waiting = async () => (await team.ask('/sessions/waiting')).waiting;
  await expect.poll(waiting, { timeout: 60_000, interval: 100 }).toEqual([]);
  await untilNobodyRuns(team);
  expect(await waiting()).toEqual([]);

  const said = A_SAYS.flatMap((word, index) => [word, B_SAYS[index]]);
  expect(team.lines(pair.a).map(({ content }) => content)).toEqual(said);
  expect(team.lines(pair.b).map(({ content }) => content)).toEqual(said);
  const ofPair = (each: { initiator_id: string }) => each.initiator_id === pair.a;
  const { conversations } = await team.ask('/conversations?project=shop');
  expect(conversations.filter(ofPair)).toMatchObject([{ state: 'ended', turns: said.length, task_id: taskId }]);
  const { executions } = await team.ask(`/executions?project=shop&task=${taskId}`);
  const ends = executions.map(({ status }: { status: string }) => status);
  expect(ends.filter((status: string) => status === 'completed')).toEqual(['completed']);
  expect(ends).not.toContain('running');
  const { delegations } = await team.ask('/delegations?project=shop');
  const own = delegations.filter(({ agent_id }: { agent_id: string }) => agent_id === pair.a);
  expect(own).toMatchObject([{ status: 'completed' }]);
});
