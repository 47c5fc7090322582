import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { Team } from '../../../src/team/team.js';
import { countWorkTasks } from '../../../src/team/work/work-counts.js';
import { addWorkTask, changeWorkTask, listWorkTasks } from '../../../src/team/work/work-tasks.js';
import { testProject, testTeam } from '../rig.js';

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

test('a store from before the counting counts what it has', async () => {
  const { file, clock, team } = await withWork();
  await team.close();
  const old = new Sqlite(file);
  old.exec(`DROP TABLE work_counts; DELETE FROM migrations WHERE id >= 6;
    DROP INDEX work_of_assignee; DROP INDEX work_of_assignee_by_status; DROP INDEX work_by_status;
    DROP INDEX executions_by_task; DROP INDEX executions_by_start; DROP INDEX executions_by_end;
    DROP INDEX conversations_by_state; DROP INDEX conversations_by_pair; DROP INDEX chat_by_both;
    CREATE INDEX work_by_assignee ON work_tasks (assignee_id); CREATE INDEX executions_by_status ON executions (status);`);
  old.close();
  const again = await Team.open({ file, clock, isAlive: () => true });
  expect(await countAll(again)).toEqual([4, 2, 1, 1, 0]);
  await again.close();
});
