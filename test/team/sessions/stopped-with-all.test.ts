import { expect, test } from 'vitest';
import { putAgent } from '../../../src/team/people/agents.js';
import { claimStart, findStart, forgetFailures, listStarts } from '../../../src/team/sessions/session-starts.js';
import { startRules } from '../../../src/team/sessions/start-rules.js';
import { keepDown, keptDownAt } from '../../../src/team/sessions/stopped-with-all.js';
import { type WantedSession, wantedSessions } from '../../../src/team/sessions/wanted-sessions.js';
import { addWorkTask } from '../../../src/team/work/work-tasks.js';
import { agent, type TestTeam, testProject, testTeam } from '../rig.js';

const BY = { executorId: 'mia', via: 'person' } as const;
const STOPPED = { state: 'given_up', reason: 'it was stopped' };
const keyOf = (agentId: string) => ({ projectId: 'shop', agentId, purpose: 'task' }) as const;

async function withWork(...ids: readonly string[]): Promise<TestTeam> {
  const rig = await testTeam();
  await testProject(rig);
  for (const id of ids) {
    await rig.team.store.write(async (tx) => {
      await putAgent(tx, 'shop', agent(id, { command: 'node bot.mjs', auto: ['chat', 'task'] }));
      const task = { projectId: 'shop', title: 'dig', assigneeId: id, status: 'in_progress' } as const;
      await addWorkTask(tx, task, BY, 0);
    });
  }
  return rig;
}

const facts = ({ alive }: TestTeam) => ({ now: 1, isAlive: (holder: string) => alive.has(holder), hostId: null });

test('work that waits when everything is stopped is kept down once, and not again after somebody wants it', async () => {
  const rig = await withWork('ann', 'ben');
  await rig.team.change((tx) => keepDown(tx, 100, facts(rig)));
  expect(await rig.team.store.read(listStarts)).toMatchObject([STOPPED, STOPPED]);
  await rig.team.change((tx) => forgetFailures(tx, 'ann'));
  // Another daemon finds the same note.
  const other = await rig.again();
  await other.change((tx) => keepDown(tx, 100, facts(rig)));
  expect(await other.store.read((db) => findStart(db, keyOf('ann')))).toMatchObject({ state: 'idle' });
  expect(await other.store.read((db) => findStart(db, keyOf('ben')))).toMatchObject(STOPPED);
  await other.change((tx) => keepDown(tx, 101, facts(rig)));
  expect(await other.store.read((db) => findStart(db, keyOf('ann')))).toMatchObject(STOPPED);
  expect(await other.store.read((db) => keptDownAt(db, null))).toBe(101);
});

test('a session whose daemon lives records its own end', async () => {
  const rig = await withWork('ann');
  rig.alive.add('holder');
  const [wanted] = (await rig.team.store.read(wantedSessions)) as [WantedSession];
  const starting = { ...facts(rig), rules: startRules({}) };
  await rig.team.change((tx) => claimStart(tx, wanted, 'holder', starting));
  await rig.team.change((tx) => keepDown(tx, 100, facts(rig)));
  expect(await rig.team.store.read(listStarts)).toMatchObject([{ state: 'starting', holder: 'holder' }]);
});
