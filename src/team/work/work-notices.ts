/** Decides who is told about a change of a work task, and tells them. */
import { superiorsOf } from '../people/superiors.js';
import type { Db } from '../store/schema.js';
import { type NewNotification, notify } from './notifications.js';
import type { WorkResult, WorkTask } from './work-task.js';
import { differences, type FieldChange, REASON, trailOf, type WorkEvent, withReason } from './work-trail.js';

export interface WorkChange {
  readonly before: WorkTask;
  readonly after: WorkTask;
  readonly byId: string;
  /** What this change reports; an earlier report may still be in the task. */
  readonly reported?: WorkResult | null | undefined;
  /** Why, if no field of the task holds it. */
  readonly reason?: string | null;
}

type Notice = Pick<NewNotification, 'agentId' | 'action' | 'message'>;

/**
 * One notice for everybody concerned: whoever wanted it and those above the assignee if it is done, failed or blocked, and
 * the assignee, old and new, if somebody else changed it. Nobody is told what they did themselves.
 */
export function noticesOf(
  change: WorkChange,
  superiors: readonly string[],
  orderers: readonly string[] = [],
): Notice[] {
  const { before, after, byId } = change;
  const changes = differences(before, after);
  const notices = new Map<string, Notice>();
  const outcome = outcomeOf(change);
  if (outcome)
    for (const agentId of [after.createdBy, ...orderers, ...superiors]) notices.set(agentId, { agentId, ...outcome });
  if (changes.length > 0) {
    const message = listed(withReason(changes, change.reason ?? null));
    const { assigneeId: oldId } = before;
    const { assigneeId: newId } = after;
    if (oldId !== null) notices.set(oldId, { agentId: oldId, action: actionFor(before, after), message });
    if (newId !== null && newId !== oldId) notices.set(newId, { agentId: newId, action: 'task_assigned', message });
  }
  notices.delete(byId);
  return [...notices.values()];
}

export async function tellOfChange(tx: Db, change: WorkChange, now: number): Promise<void> {
  const { projectId, id: taskId, assigneeId } = change.after;
  const superiors = assigneeId === null ? [] : await superiorsOf(tx, projectId, assigneeId);
  const orderers = outcomeOf(change) ? orderersIn(await trailOf(tx, taskId), assigneeId) : [];
  for (const notice of noticesOf(change, superiors, orderers)) {
    await notify(tx, { projectId, taskId, type: 'status_change', whoId: change.byId, ...notice }, now);
  }
}

/** Who gave the task to somebody, or started it for somebody else; also those on whose request that was. */
export function orderersIn(trail: readonly WorkEvent[], assigneeId: string | null): string[] {
  const isOrder = ({ field, to }: FieldChange) =>
    (field === 'assignee_id' && to !== null) || (field === 'status' && to === 'in_progress');
  const found = trail
    .filter(({ changes }) => changes.some(isOrder))
    .flatMap(({ executorId, requesterId, isUnverified }) => [executorId, isUnverified ? null : requesterId]);
  return [...new Set(found)].filter((id): id is string => id !== null && id !== assigneeId);
}

function actionFor(before: WorkTask, after: WorkTask): Notice['action'] {
  const isStarted = before.status !== 'in_progress' && after.status === 'in_progress';
  return isStarted ? 'task_started' : 'task_changed';
}

function outcomeOf({ before, after, reported, reason = null }: WorkChange): Pick<Notice, 'action' | 'message'> | null {
  const isNew = before.status !== after.status;
  if (reported === 'failed') return { action: 'task_failed', message: after.blockedReason };
  if (isNew && after.status === 'done') return { action: 'task_done', message: after.summary ?? reason };
  if (isNew && after.status === 'blocked') return { action: 'task_blocked', message: after.blockedReason };
  return null;
}

/** In the words of the tools, which need no translation. A new description is left out, because it may be long. */
function listed(changes: readonly FieldChange[]): string {
  const parts = changes.map(({ field, from, to }) => {
    if (field === 'description') return field;
    return FREE_TEXT.has(field) ? `${field}: ${to ?? '-'}` : `${field}: ${from ?? '-'} → ${to ?? '-'}`;
  });
  return parts.join('; ');
}

const FREE_TEXT = new Set(['title', 'blocked_reason', 'summary', 'next_steps', REASON]);
