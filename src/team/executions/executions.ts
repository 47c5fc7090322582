/** Executions: each run of a task session's terminal for a work task, and how it ended. */
import { existsSync } from 'node:fs';
import { newNamedId } from '../../random-ids.js';
import { superiorsOf } from '../people/superiors.js';
import { noteChange } from '../store/change-log.js';
import type { Db } from '../store/schema.js';
import { nextPlace } from '../store/sequence.js';
import type { ExecutionRow } from '../store/work-schema.js';
import { notify } from '../work/notifications.js';
import { findWorkTask } from '../work/work-tasks.js';

export type ExecutionStatus = ExecutionRow['status'];

export interface Execution {
  readonly id: string;
  readonly projectId: string;
  readonly agentId: string;
  readonly taskId: string;
  readonly status: ExecutionStatus;
  readonly startedAt: number;
  readonly completedAt: number | null;
  readonly exitCode: number | null;
  readonly logFile: string | null;
  /** The host on which it ran, which has its log; null if there is only one. */
  readonly host: string | null;
}

/** With the title of its work task, and whether its log still exists. */
export interface ExecutionView extends Execution {
  readonly taskTitle: string | null;
  readonly hasLog: boolean;
}

export const EXECUTION_STATUSES: readonly ExecutionStatus[] = ['running', 'completed', 'failed', 'stopped'];

export interface NewExecution {
  readonly projectId: string;
  readonly agentId: string;
  readonly taskId: string;
  readonly sessionId: string;
  readonly logFile: (id: string) => string | null;
  readonly host?: string | null;
}

export async function beginExecution(tx: Db, wanted: NewExecution, now: number): Promise<Execution> {
  const id = newNamedId('exec');
  const row: ExecutionRow = {
    id,
    project_id: wanted.projectId,
    agent_id: wanted.agentId,
    task_id: wanted.taskId,
    session_id: wanted.sessionId,
    place: await nextPlace(tx, 'executions', wanted.projectId),
    status: 'running',
    started_at: now,
    completed_at: null,
    exit_code: null,
    log_file: wanted.logFile(id),
    host: wanted.host ?? null,
  };
  await tx.insertInto('executions').values(row).execute();
  noteChange(tx, 'work', { projectId: wanted.projectId, agentIds: [wanted.agentId] });
  return toExecution(row);
}

/** Records what the session reported, if a terminal runs for it. */
export async function finishExecution(tx: Db, sessionId: string, exitCode: number, now: number): Promise<void> {
  await tx
    .updateTable('executions')
    .set({ status: exitCode === 0 ? 'completed' : 'failed', exit_code: exitCode, completed_at: now })
    .where('session_id', '=', sessionId)
    .where('status', '=', 'running')
    .execute();
}

interface UnreportedEnd {
  /** Null if nobody saw the program end. */
  readonly exitCode: number | null;
  /** The program did not end by itself. */
  readonly isStopped: boolean;
}

/** Ends an execution without a report. The task stays as it is; if it is still in progress, those above its agent are told. */
export async function abandonExecution(
  tx: Db,
  execution: Execution,
  now: number,
  { exitCode, isStopped }: UnreportedEnd = { exitCode: null, isStopped: false },
): Promise<void> {
  const { id, agentId, projectId, taskId } = execution;
  const task = await findWorkTask(tx, taskId);
  const status = task?.status === 'done' ? 'completed' : isStopped ? 'stopped' : 'failed';
  const end = { status, completed_at: now, exit_code: exitCode } as const;
  await tx.updateTable('executions').set(end).where('id', '=', id).execute();
  noteChange(tx, 'work', { projectId, agentIds: [agentId] });
  // A task that was reassigned was not abandoned.
  if (task?.status !== 'in_progress' || (task.assigneeId !== null && task.assigneeId !== agentId)) return;
  for (const superior of await superiorsOf(tx, projectId, agentId)) {
    await notify(tx, { projectId, agentId: superior, type: 'status_change', action: 'task_left', taskId }, now);
  }
}

export async function runningOf(db: Db, sessionId: string): Promise<Execution[]> {
  const rows = await db
    .selectFrom('executions')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('status', '=', 'running')
    .execute();
  return rows.map(toExecution);
}

export async function findExecution(db: Db, id: string): Promise<Execution | null> {
  const row = await db.selectFrom('executions').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toExecution(row) : null;
}

/** The ids of all running executions. */
export async function runningExecutions(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('executions').select('id').where('status', '=', 'running').execute();
  return new Set(rows.map(({ id }) => id));
}

/** Deletes executions that ended before that instant, up to a limit, and returns them. */
export async function forgetExecutions(tx: Db, before: number, limit: number): Promise<Execution[]> {
  const rows = await tx
    .selectFrom('executions')
    .selectAll()
    .where('status', 'in', ['completed', 'failed', 'stopped'])
    .where('completed_at', '<=', before)
    .limit(limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await tx.deleteFrom('executions').where('id', 'in', ids).execute();
  return rows.map(toExecution);
}

export interface ExecutionFilter {
  readonly projectId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly taskId?: string | undefined;
  readonly status?: ExecutionStatus | undefined;
}

/** Newest first. */
export async function listExecutions(db: Db, filter: ExecutionFilter, limit: number): Promise<Execution[]> {
  const found = filtered(db, filter).selectAll();
  // Within a project `place` is the order; between projects it is the time.
  const ordered = filter.projectId === undefined ? found.orderBy('started_at', 'desc') : found;
  return (await ordered.orderBy('place', 'desc').limit(limit).execute()).map(toExecution);
}

/** Where logs are. */
interface LogFiles {
  isElsewhere(execution: Execution): boolean;
  fileOf(execution: Execution): string | null;
}

/** Like `listExecutions`, with the title and the log of each. */
export async function viewExecutions(
  db: Db,
  filter: ExecutionFilter,
  { limit, logs }: { readonly limit: number; readonly logs: LogFiles },
): Promise<ExecutionView[]> {
  const views: ExecutionView[] = [];
  for (const execution of await listExecutions(db, filter, limit)) {
    const taskTitle = (await findWorkTask(db, execution.taskId))?.title ?? null;
    const file = logs.fileOf(execution);
    // Only its host knows for sure.
    const hasLog = file === null ? logs.isElsewhere(execution) : existsSync(file);
    views.push({ ...execution, taskTitle, hasLog });
  }
  return views;
}

export async function countExecutions(db: Db, filter: ExecutionFilter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function filtered(db: Db, { projectId, agentId, taskId, status }: ExecutionFilter) {
  let found = db.selectFrom('executions');
  if (projectId !== undefined) found = found.where('project_id', '=', projectId);
  if (agentId !== undefined) found = found.where('agent_id', '=', agentId);
  if (taskId !== undefined) found = found.where('task_id', '=', taskId);
  if (status !== undefined) found = found.where('status', '=', status);
  return found;
}

export function toExecution(row: ExecutionRow): Execution {
  return {
    id: row.id,
    projectId: row.project_id,
    agentId: row.agent_id,
    taskId: row.task_id,
    status: row.status,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    exitCode: row.exit_code,
    logFile: row.log_file,
    host: row.host,
  };
}
