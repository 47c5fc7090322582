import { expect, test } from 'vitest';
import { Sqlite } from '../../../src/storage/sqlite.js';
import { Team } from '../../../src/team/team.js';
import { countWorkTasks } from '../../../src/team/work/work-counts.js';
import { addWorkTask, changeWorkTask, listWorkTasks } from '../../../src/team/work/work-tasks.js';
import { IS_ON_SERVER } from '../../rig/team/team-place.js';
import { storeOfStep, testProject, testTeam } from '../rig.js';

const BY = { executorId: 'mia', via: 'person' } as const;

async function withWork() {
  const rig = await testTeam();
  await testProject(rig);
  await rig.team.change(async (tx, now) => {
    for (const assigneeId of ['worker-a', 'worker-a', 'worker-b', null]) {
      await addWorkTask(tx, { projectId: 'shop', title: 'something', assigneeId }, BY, now);
    }
    const [first] = await listWorkTasks(tx, { assigneeId: 'worker-a' });
    if (first) await changeWorkTask(tx, first, { status: 'in_progress' }, { by: BY, now });
  });
  return rig;
}

const FILTERS = [
  { projectId: 'shop' },
  { projectId: 'shop', assigneeId: 'worker-a' },
  { projectId: 'shop', assigneeId: 'worker-a', status: 'todo' },
  { projectId: 'shop', status: 'in_progress' },
  { projectId: 'elsewhere' },
] as const;

const countAll = (team: Team) =>
  team.store.read((db) => Promise.all(FILTERS.map((filter) => countWorkTasks(db, filter))));

test('tasks are counted as they are made and changed', async () => {
  expect(await countAll((await withWork()).team)).toEqual([4, 2, 1, 1, 0]);
});

test.skipIf(IS_ON_SERVER)('a store from before the counts existed counts its work tasks', async () => {
  const { file: current, clock, team } = await withWork();
  await team.close();
  const file = await storeOfStep(5);
  const old = new Sqlite(file);
  old.exec(`ATTACH '${current}' AS current; INSERT INTO work_tasks SELECT * FROM current.work_tasks`);
  old.close();
  const again = await Team.open({ place: file, clock, isAlive: () => true });
  expect(await countAll(again)).toEqual([4, 2, 1, 1, 0]);
  await again.close();
});
