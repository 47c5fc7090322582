/** The trail of a work task: every change, who made it, on whose request, and from which conversation. */
import type { Db } from '../store/schema.js';
import type { WorkEventRow } from '../store/work-schema.js';
import type { WorkTask } from './work-task.js';

/** Who makes a change, and on whose request. */
export interface Actor {
  readonly executorId: string;
  readonly via: WorkEventRow['via'];
  readonly requesterId?: string | null;
  readonly conversationId?: string | null;
  readonly isUnverified?: boolean;
}

export interface FieldChange {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

export interface WorkEvent extends Required<Actor> {
  readonly at: number;
  /** Empty for the creation of the task. */
  readonly changes: readonly FieldChange[];
}

/** The fields whose changes are recorded, with their names in the trail. */
const KEPT: readonly (readonly [string, keyof WorkTask])[] = [
  ['title', 'title'],
  ['description', 'description'],
  ['status', 'status'],
  ['priority', 'priority'],
  ['assignee_id', 'assigneeId'],
  ['blocked_reason', 'blockedReason'],
  ['approval', 'approval'],
  ['result', 'result'],
  ['summary', 'summary'],
  ['next_steps', 'nextSteps'],
];

export function differences(before: WorkTask, after: WorkTask): FieldChange[] {
  return KEPT.filter(([, key]) => before[key] !== after[key]).map(([field, key]) => ({
    field,
    from: before[key] as string | null,
    to: after[key] as string | null,
  }));
}

/** The reason for a change that no field of the task holds. */
export const REASON = 'reason';

export function withReason(changes: readonly FieldChange[], reason: string | null): readonly FieldChange[] {
  return reason === null ? changes : [...changes, { field: REASON, from: null, to: reason }];
}

export async function addEvent(
  tx: Db,
  taskId: string,
  by: Actor,
  { at, changes }: { readonly at: number; readonly changes: readonly FieldChange[] },
): Promise<void> {
  // Not by their number, because old ones may have been deleted.
  const last = await tx
    .selectFrom('work_events')
    .select('place')
    .where('task_id', '=', taskId)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst();
  const row: WorkEventRow = {
    task_id: taskId,
    place: (last?.place ?? 0) + 1,
    at,
    executor_id: by.executorId,
    requester_id: by.requesterId ?? null,
    conversation_id: by.conversationId ?? null,
    via: by.via,
    is_unverified: by.isUnverified ? 1 : 0,
    changes: JSON.stringify(changes),
  };
  await tx.insertInto('work_events').values(row).execute();
}

export async function trailOf(db: Db, taskId: string): Promise<WorkEvent[]> {
  const rows = await db.selectFrom('work_events').selectAll().where('task_id', '=', taskId).orderBy('place').execute();
  return rows.map((row) => ({
    at: row.at,
    executorId: row.executor_id,
    requesterId: row.requester_id,
    conversationId: row.conversation_id,
    via: row.via,
    isUnverified: row.is_unverified === 1,
    changes: JSON.parse(row.changes) as FieldChange[],
  }));
}
