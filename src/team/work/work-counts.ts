/** Keeps the number of work tasks by project, assignee and status, so that reading it takes no counting. */
import type { Db } from '../store/schema.js';
import type { WorkTask } from './work-task.js';

type Counted = Pick<WorkTask, 'projectId' | 'assigneeId' | 'status'>;

const NOBODY = '';

/** `before` is null for a new task. */
export async function recount(tx: Db, before: Counted | null, after: Counted): Promise<void> {
  if (before && before.assigneeId === after.assigneeId && before.status === after.status) return;
  if (before) await add(tx, before, -1);
  await add(tx, after, 1);
}

export async function countWorkTasks(
  db: Db,
  { projectId, assigneeId, status }: Partial<Record<keyof Counted, string | undefined>>,
): Promise<number> {
  let counts = db.selectFrom('work_counts').select((row) => row.fn.sum<number | null>('count').as('total'));
  if (projectId !== undefined) counts = counts.where('project_id', '=', projectId);
  if (assigneeId !== undefined) counts = counts.where('assignee_id', '=', assigneeId);
  if (status !== undefined) counts = counts.where('status', '=', status as WorkTask['status']);
  return Number((await counts.executeTakeFirst())?.total ?? 0);
}

async function add(tx: Db, { projectId, assigneeId, status }: Counted, by: 1 | -1): Promise<void> {
  await tx
    .insertInto('work_counts')
    .values({ project_id: projectId, assignee_id: assigneeId ?? NOBODY, status, count: by })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'assignee_id', 'status'])
        .doUpdateSet((row) => ({ count: row('work_counts.count', '+', by) })),
    )
    .execute();
}
