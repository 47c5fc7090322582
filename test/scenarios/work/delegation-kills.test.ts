/** Whoever is killed at any step of a delegation: after the restart it continues and completes, with each word said once. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { DelegationFlow, STEPS, type Step, VICTIMS, WORDS } from '../../rig/team/delegation-flow.js';
import { testInTeam } from '../../rig/team/team.js';
import { isThorough } from '../../rig/thorough.js';

const test = testInTeam();
/** Each starts several daemons, which takes a while on a busy machine. */
const LIMIT_MS = 240_000;

const ALL = VICTIMS.flatMap((victim, column) => STEPS.map((step, row) => ({ victim, step: step.name, row, column })));
/** Each step with one victim, each victim with several steps. `npm run test:all` runs all combinations. */
const CELLS = isThorough ? ALL : ALL.filter(({ row, column }) => row % VICTIMS.length === column);

/** Until it is so; what was lost on the way is called again. */
async function complete(flow: DelegationFlow, step: Step): Promise<void> {
  const attempt = async () => {
    if (await step.isDone(flow)) return true;
    await step.act(flow);
    return step.isDone(flow);
  };
  await expect.poll(attempt, { timeout: LIMIT_MS / 4, message: step.name }).toBe(true);
}

/** The moment differs from row to row: before the call arrives, during it, or after it. */
async function completeAcrossKill(flow: DelegationFlow, step: Step, momentMs: number): Promise<void> {
  const lost = step.act(flow).catch(() => null);
  await pause(momentMs);
  flow.kill();
  await lost;
  await flow.recover();
  // What became pending when its session died must be taken again.
  if (STEPS.indexOf(step) > 1 && (await flow.delegationStatus()) === 'pending') await complete(flow, STEPS[1] as Step);
  await complete(flow, step);
}

test.for(CELLS)('the $victim is killed while it is $step', { timeout: LIMIT_MS }, async (cell, { team }) => {
  const flow = await DelegationFlow.begin(team, cell.victim);
  for (const [row, step] of STEPS.entries()) {
    if (row === cell.row) await completeAcrossKill(flow, step, (cell.row * 5 + cell.column * 3) % 16);
    else await complete(flow, step);
  }
  expect(await flow.delegationStatus()).toBe('completed');
  expect(await flow.workStatus()).toBe('done');
  expect(await flow.conversation()).toMatchObject({ state: 'ended', turns: WORDS.length });
  for (const id of [flow.id, flow.partnerId]) {
    expect(team.lines(id).map(({ content }) => content)).toEqual(WORDS);
  }
  expect(await flow.executions('running')).toEqual([]);
  await flow.close();
});
