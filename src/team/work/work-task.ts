/** The life cycle of a work task as pure functions: transitions, obstacles, and who may change it. */
import { fail, type SynapseError } from '../../errors.js';
import { type InHierarchy, isAncestor } from '../people/hierarchy.js';
import type { WorkTaskRow } from '../store/work-schema.js';

export type WorkStatus = WorkTaskRow['status'];
export type Priority = WorkTaskRow['priority'];
type Approval = WorkTaskRow['approval'];
export type WorkResult = NonNullable<WorkTaskRow['result']>;

export interface WorkTask {
  readonly id: string;
  readonly projectId: string;
  readonly place: number;
  readonly title: string;
  readonly description: string;
  readonly status: WorkStatus;
  readonly priority: Priority;
  readonly assigneeId: string | null;
  readonly createdBy: string;
  readonly parentTaskId: string | null;
  readonly blockedReason: string | null;
  readonly approval: Approval;
  readonly statusChangedBy: string | null;
  readonly result: WorkResult | null;
  readonly summary: string | null;
  readonly nextSteps: string | null;
  readonly startedFromConversationId: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const NEXT: Readonly<Record<WorkStatus, readonly WorkStatus[]>> = {
  backlog: ['todo', 'cancelled'],
  todo: ['in_progress', 'backlog', 'cancelled'],
  in_progress: ['done', 'blocked', 'cancelled'],
  blocked: ['in_progress', 'todo', 'cancelled'],
  done: [],
  cancelled: [],
};

export const STATUSES = Object.keys(NEXT) as readonly WorkStatus[];
/** Most urgent first. */
export const PRIORITIES: readonly Priority[] = ['urgent', 'high', 'medium', 'low'];
export const RESULTS: readonly WorkResult[] = ['success', 'failed', 'blocked'];

export function isFinal(status: WorkStatus): boolean {
  return NEXT[status].length === 0;
}

/** Reads a status; fails if it is unknown. */
export function readStatus(word: string): WorkStatus {
  if ((STATUSES as readonly string[]).includes(word)) return word as WorkStatus;
  throw fail('invalid_status', { status: word, allowed: STATUSES });
}

/** What has to be known to move a task. */
export interface MoveFacts {
  /** Dependencies that are not done. */
  readonly openDependencies: readonly string[];
  readonly openSubtasks: readonly string[];
}

/** Why the task cannot get this status now; null if it can. */
export function refusalOf(
  { id, status, approval }: Pick<WorkTask, 'id' | 'status' | 'approval'>,
  to: WorkStatus,
  { openDependencies, openSubtasks }: MoveFacts,
): SynapseError | null {
  if (!NEXT[status].includes(to)) return fail('invalid_status_transition', { task_id: id, from: status, to });
  if (to === 'in_progress' && openDependencies.length > 0) {
    return fail('dependency_not_complete', { task_id: id, blocked_by: openDependencies });
  }
  if (to === 'in_progress' && approval !== 'approved') return fail('approval_required', { task_id: id, approval });
  if (to === 'done' && openSubtasks.length > 0) {
    return fail('incomplete_subtasks', { task_id: id, subtasks: openSubtasks });
  }
  return null;
}

/** The statuses that a task has for a reason, which it keeps. A task that was given up may say why, too. */
export const KEEPS_REASON: readonly WorkStatus[] = ['blocked', 'cancelled'];

/** Assignee, creator, or somebody above the assignee. */
export function mayChangeStatus(
  { assigneeId, createdBy }: Pick<WorkTask, 'assigneeId' | 'createdBy'>,
  agentId: string,
  members: readonly InHierarchy[],
): boolean {
  if (agentId === assigneeId || agentId === createdBy) return true;
  return assigneeId !== null && isAncestor(agentId, assigneeId, members);
}

/** Managers may take unassigned tasks and those of their own branch, not those of another. */
export function mayReassign(
  task: Pick<WorkTask, 'assigneeId' | 'createdBy'>,
  agentId: string,
  members: readonly InHierarchy[],
): boolean {
  return task.assigneeId === null || mayChangeStatus(task, agentId, members);
}

/** The highest priority, then the oldest. */
export function byUrgency(a: Pick<WorkTask, 'priority' | 'place'>, b: Pick<WorkTask, 'priority' | 'place'>): number {
  return PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority) || a.place - b.place;
}
