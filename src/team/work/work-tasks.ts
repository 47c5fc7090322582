/** Work tasks in the store. */
import { fail, SynapseError } from '../../errors.js';
import type { Say } from '../../i18n.js';
import { newNamedId } from '../../random-ids.js';
import { AT_ONCE } from '../stepwise.js';
import { noteChange } from '../store/change-log.js';
import type { Db } from '../store/schema.js';
import { nextPlace } from '../store/sequence.js';
import type { WorkTaskRow } from '../store/work-schema.js';
import { recount } from './work-counts.js';
import { isFinal, type MoveFacts, type Priority, type WorkStatus, type WorkTask } from './work-task.js';
import { type Actor, addEvent, differences, withReason } from './work-trail.js';

export interface NewWorkTask {
  readonly projectId: string;
  readonly title: string;
  readonly description?: string;
  readonly status?: WorkStatus;
  readonly priority?: Priority;
  readonly assigneeId?: string | null;
  readonly parentTaskId?: string | null;
  readonly approval?: WorkTask['approval'];
}

export async function addWorkTask(tx: Db, wanted: NewWorkTask, by: Actor, now: number): Promise<WorkTask> {
  const task: WorkTask = {
    id: newNamedId('tsk'),
    projectId: wanted.projectId,
    place: await nextPlace(tx, 'work_tasks', wanted.projectId),
    title: wanted.title,
    description: wanted.description ?? '',
    status: wanted.status ?? 'todo',
    priority: wanted.priority ?? 'medium',
    assigneeId: wanted.assigneeId ?? null,
    createdBy: by.executorId,
    parentTaskId: wanted.parentTaskId ?? null,
    blockedReason: null,
    approval: wanted.approval ?? 'approved',
    statusChangedBy: null,
    result: null,
    summary: null,
    nextSteps: null,
    startedFromConversationId: null,
    createdAt: now,
    updatedAt: now,
  };
  await tx.insertInto('work_tasks').values(toRow(task)).execute();
  noteOf(tx, [task]);
  await recount(tx, null, task);
  await addEvent(tx, task.id, by, { at: now, changes: [] });
  return task;
}

export async function addDependency(tx: Db, taskId: string, dependsOn: string): Promise<void> {
  await tx.insertInto('work_dependencies').values({ task_id: taskId, depends_on: dependsOn }).execute();
}

/** Writes the changed fields and records them in the trail. */
export async function changeWorkTask(
  tx: Db,
  before: WorkTask,
  changes: Partial<WorkTask>,
  { by, now, reason = null }: { readonly by: Actor; readonly now: number; readonly reason?: string | null },
): Promise<WorkTask> {
  const after: WorkTask = { ...before, ...changes, updatedAt: now };
  const different = differences(before, after);
  if (different.length === 0) return before;
  await tx.updateTable('work_tasks').set(toRow(after)).where('id', '=', before.id).execute();
  noteOf(tx, [before, after]);
  await recount(tx, before, after);
  await addEvent(tx, before.id, by, { at: now, changes: withReason(different, reason) });
  return after;
}

/** Whoever has it, or had it. */
function noteOf(tx: Db, tasks: readonly Pick<WorkTask, 'projectId' | 'assigneeId'>[]): void {
  for (const { projectId, assigneeId } of tasks) {
    noteChange(tx, 'work', { projectId, agentIds: assigneeId === null ? [] : [assigneeId] });
  }
}

export async function findWorkTask(db: Db, id: string): Promise<WorkTask | null> {
  const row = await db.selectFrom('work_tasks').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toTask(row) : null;
}

/** In the order of the ids; several at once, because a server is a while away. */
export async function findWorkTasks(db: Db, ids: readonly string[]): Promise<WorkTask[]> {
  const found = new Map<string, WorkTask>();
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    const rows = await db.selectFrom('work_tasks').selectAll().where('id', 'in', some).execute();
    for (const row of rows) found.set(row.id, toTask(row));
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Uses the error code of A2A tasks with words for work tasks. */
export function noWorkTask(id: string): SynapseError {
  const said = { message: `There is no work task ${id}.`, hint: 'Run `synapse work list` to list them.' };
  return new SynapseError('task_not_found', { task: id, task_id: id }, said);
}

/** Tasks of other projects count as not found. */
export async function mustFindWorkTask(db: Db, projectId: string | null, id: string): Promise<WorkTask> {
  const task = await findWorkTask(db, id);
  if (!task || (projectId !== null && task.projectId !== projectId)) throw noWorkTask(id);
  return task;
}

/** Finds a task that can get subtasks: one that is not finished. */
export async function mustFindParent(db: Db, projectId: string, id: string, say: Say): Promise<WorkTask> {
  const parent = await mustFindWorkTask(db, projectId, id);
  if (!isFinal(parent.status)) return parent;
  throw fail('invalid_argument', { invalid: [say('parent_is_final', { task_id: id, status: parent.status })] });
}

export interface WorkFilter {
  readonly projectId?: string | undefined;
  readonly status?: WorkStatus | undefined;
  readonly assigneeId?: string | undefined;
  readonly parentTaskId?: string | undefined;
}

/** Oldest first. */
export async function listWorkTasks(db: Db, filter: WorkFilter, limit?: number): Promise<WorkTask[]> {
  const rows = filtered(db, filter).selectAll().orderBy('project_id').orderBy('place');
  return (await (limit === undefined ? rows : rows.limit(limit)).execute()).map(toTask);
}

export async function dependenciesOf(db: Db, taskId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('work_dependencies')
    .innerJoin('work_tasks', 'work_tasks.id', 'work_dependencies.depends_on')
    .select('work_tasks.id')
    .where('work_dependencies.task_id', '=', taskId)
    .orderBy('work_tasks.place')
    .execute();
  return rows.map(({ id }) => id);
}

/** Reads what could keep the task from its next status. */
export async function moveFacts(db: Db, taskId: string): Promise<MoveFacts> {
  const dependencies = await findWorkTasks(db, await dependenciesOf(db, taskId));
  const subtasks = await listWorkTasks(db, { parentTaskId: taskId });
  return {
    openDependencies: dependencies.flatMap(({ id, status }) => (status === 'done' ? [] : [id])),
    openSubtasks: subtasks.flatMap(({ id, status }) => (isFinal(status) ? [] : [id])),
  };
}

function filtered(db: Db, { projectId, status, assigneeId, parentTaskId }: WorkFilter) {
  let tasks = db.selectFrom('work_tasks');
  if (projectId !== undefined) tasks = tasks.where('project_id', '=', projectId);
  if (status !== undefined) tasks = tasks.where('status', '=', status);
  if (assigneeId !== undefined) tasks = tasks.where('assignee_id', '=', assigneeId);
  if (parentTaskId !== undefined) tasks = tasks.where('parent_task_id', '=', parentTaskId);
  return tasks;
}

function toTask(row: WorkTaskRow): WorkTask {
  const { id, place, title, description, status, priority, approval, result, summary } = row;
  return {
    ...{ id, place, title, description, status, priority, approval, result, summary },
    projectId: row.project_id,
    assigneeId: row.assignee_id,
    createdBy: row.created_by,
    parentTaskId: row.parent_task_id,
    blockedReason: row.blocked_reason,
    statusChangedBy: row.status_changed_by,
    nextSteps: row.next_steps,
    startedFromConversationId: row.started_from_conversation_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toRow(task: WorkTask): WorkTaskRow {
  const { id, place, title, description, status, priority, approval, result, summary } = task;
  return {
    ...{ id, place, title, description, status, priority, approval, result, summary },
    project_id: task.projectId,
    assignee_id: task.assigneeId,
    created_by: task.createdBy,
    parent_task_id: task.parentTaskId,
    blocked_reason: task.blockedReason,
    status_changed_by: task.statusChangedBy,
    next_steps: task.nextSteps,
    started_from_conversation_id: task.startedFromConversationId,
    created_at: task.createdAt,
    updated_at: task.updatedAt,
  };
}
