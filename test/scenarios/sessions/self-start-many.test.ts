/** Many agents get work at the same moment, and several daemons could start them. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { watchFolder } from '../../../src/files/watch.js';
import { processesWithEnvironment } from '../../../src/processes.js';
import { type TestTeam, testInTeam } from '../../rig/team/team.js';
import { commandOf, notes, running } from '../../rig/team/teammates.js';
import { makeWork } from '../../rig/team/work.js';
import { isThorough } from '../../rig/thorough.js';

const test = testInTeam({ env: { SYNAPSE_CHAT_IDLE_SECONDS: '0.5', SYNAPSE_START_PAUSE_MS: '100' } });
/** `npm run test:all` uses thirty. */
const AGENTS = isThorough ? 30 : 8;
/** How many of them must talk to another one for their work. */
const TALKERS = isThorough ? 4 : 2;
const LIMIT = 4;
const LIMIT_MS = 400_000;
/** Of the daemon that started most of them: code that was not loaded before, and what V8 keeps. */
const MOST_GROWTH = 1.5;

test('the limit holds at every moment, each session starts once, all work is done, and nothing is left', {
  timeout: LIMIT_MS,
}, async ({ team, home }) => {
  const folder = join(home.dir, 'many');
  mkdirSync(folder);
  // Two more daemons of the project, which also look for waiting work.
  const others = await Promise.all(['x', 'y'].map((id) => home.agent(id, { options: ['--project', 'shop'] })));
  const ids = Array.from({ length: AGENTS }, (_, index) => `many-${index}`);
  for (const [index, id] of ids.entries()) {
    const partner = index < TALKERS ? (ids[AGENTS - 1 - index] as string) : 'nobody';
    const isPartner = index >= AGENTS - TALKERS;
    const command = commandOf(folder, isPartner ? (ids[AGENTS - 1 - index] as string) : partner, ['しりとり']);
    // An agent that only answers has its own work too, without a conversation.
    await team.agent(id, { command: isPartner ? `${command} --answers` : command });
  }
  const before = facts(team);
  await Promise.all(ids.map((assignee) => makeWork(team, { title: assignee, assignee, status: 'in_progress' })));

  let most = 0;
  const watching = watchFolder(join(home.home, 'live'), () => {
    most = Math.max(most, started(team));
  });
  const isDone = async () => {
    const { tasks } = await team.ask('/work?project=shop&status=in_progress');
    return tasks.length === 0 && started(team) === 0;
  };
  await expect.poll(isDone, { timeout: LIMIT_MS - 60_000, interval: 200 }).toBe(true);
  watching.close();
  const { tasks } = await team.ask('/work?project=shop');
  expect(tasks.map(({ status }: { status: string }) => status)).toEqual(ids.map(() => 'done'));
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(LIMIT);
  for (const id of ids) {
    expect([id, notes({ folder }, id, 'task').filter(({ step }) => step === 'here').length]).toEqual([id, 1]);
  }
  const { conversations } = await team.ask('/conversations?project=shop');
  expect(conversations.filter(({ state }: { state: string }) => state === 'ended')).toHaveLength(TALKERS);
  // A process ends a moment after its entry is gone.
  await expect.poll(() => facts(team).processes).toEqual(before.processes);
  // A daemon gives memory back when it has been quiet for a while.
  const grownBy = () => facts(team).residentKib / before.residentKib;
  await expect.poll(grownBy, { timeout: 30_000, interval: 500 }).toBeLessThan(MOST_GROWTH);
  expect(others.every(({ id }) => running(team).includes(id))).toBe(true);
});

/** Sessions that started themselves. */
function started(team: TestTeam): number {
  return running(team).filter((id) => id !== 'x' && id !== 'y').length;
}

function facts(team: TestTeam): { readonly processes: readonly number[]; readonly residentKib: number } {
  const processes = processesWithEnvironment('SYNAPSE_HOME', team.home.home).sort((a, b) => a - b);
  const status = readFileSync(`/proc/${team.daemon.entry.pid}/status`, 'utf8');
  return { processes, residentKib: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) };
}
