/** Finds the work task that a session is for. */
import type { Session } from '../sessions/session.js';
import { noteChange } from '../store/change-log.js';
import type { Db } from '../store/schema.js';
import { byUrgency, type WorkTask } from './work-task.js';
import { findWorkTasks, listWorkTasks } from './work-tasks.js';

export interface WorkInProgress {
  readonly taskId: string;
  readonly title: string;
  readonly status: string;
}

/** The agent's work task in progress: the highest priority, then the oldest. */
export async function workInProgress(db: Db, projectId: string, agentId: string): Promise<WorkInProgress | null> {
  return (await allInProgress(db, projectId, agentId))[0] ?? null;
}

/** The session's work task while it is in progress, or else the agent's next one. */
export async function workOf(
  db: Db,
  { projectId, agentId, taskId }: Pick<Session, 'projectId' | 'agentId' | 'taskId'>,
): Promise<WorkInProgress | null> {
  const all = await allInProgress(db, projectId, agentId);
  return all.find((work) => work.taskId === taskId) ?? all[0] ?? null;
}

/** Binds the session to this work task. */
export async function bindSession(tx: Db, sessionId: string, taskId: string): Promise<void> {
  const bound = await tx
    .updateTable('sessions')
    .set({ task_id: taskId })
    .where('id', '=', sessionId)
    .returning(['project_id', 'agent_id'])
    .executeTakeFirst();
  if (bound) noteChange(tx, 'sessions', { projectId: bound.project_id, agentIds: [bound.agent_id] });
}

/** The tasks in progress of all these agents; for each, highest priority first, then oldest. */
export async function tasksInProgress(db: Db, agentIds: readonly string[]): Promise<WorkTask[]> {
  const rows = await db
    .selectFrom('work_tasks')
    .select('id')
    .where('assignee_id', 'in', agentIds)
    .where('status', '=', 'in_progress')
    .execute();
  const found = await findWorkTasks(
    db,
    rows.map(({ id }) => id),
  );
  return found.sort(byUrgency);
}

async function allInProgress(db: Db, projectId: string, assigneeId: string): Promise<WorkInProgress[]> {
  const tasks = await listWorkTasks(db, { projectId, assigneeId, status: 'in_progress' });
  return tasks.sort(byUrgency).map(({ id, title, status }) => ({ taskId: id, title, status }));
}
