/** Changes work tasks by their rules, records the trail, and tells those concerned. */
import { fail } from '../../errors.js';
import { findAgent, isAssigned } from '../people/agents.js';
import type { Db } from '../store/schema.js';
import { finishDelegation, openDelegations } from './delegations.js';
import { notify } from './notifications.js';
import { tellIfPartsOver } from './wait-over.js';
import { tellOfChange } from './work-notices.js';
import { isFinal, refusalOf, type WorkStatus, type WorkTask } from './work-task.js';
import { changeWorkTask, listWorkTasks, moveFacts } from './work-tasks.js';
import type { Actor } from './work-trail.js';

interface Doing {
  readonly by: Actor;
  readonly now: number;
}

interface Editing extends Doing {
  /** Why, for the trail and the notices, if no field of the task holds it. */
  readonly reason?: string | null;
}

/** Changes the status, together with other fields, and tells those concerned. */
export async function moveTask(
  tx: Db,
  task: WorkTask,
  to: WorkStatus,
  { changes = {}, ...doing }: Editing & { readonly changes?: Partial<WorkTask> },
): Promise<WorkTask> {
  const refusal = refusalOf(task, to, await moveFacts(tx, task.id));
  if (refusal) throw refusal;
  const statusFields = { status: to, statusChangedBy: doing.by.executorId, blockedReason: null };
  return editTask(tx, task, { ...statusFields, ...changes }, doing);
}

/** Changes fields other than the status, which has rules of its own, and tells those concerned. */
export async function editTask(
  tx: Db,
  task: WorkTask,
  changes: Partial<WorkTask>,
  { by, now, reason = null }: Editing,
): Promise<WorkTask> {
  const after = await changeWorkTask(tx, task, changes, { by, now, reason });
  await tellOfChange(tx, { before: task, after, byId: by.executorId, reported: changes.result, reason }, now);
  if (after.status !== task.status) await tellIfPartsOver(tx, after, by.executorId, now);
  return after;
}

/** Null unassigns the task. */
export async function assignTask(tx: Db, task: WorkTask, assigneeId: string | null, doing: Doing): Promise<WorkTask> {
  return editTask(tx, task, { assigneeId }, doing);
}

export async function decideRequest(
  tx: Db,
  task: WorkTask,
  approval: 'approved' | 'rejected',
  { by, now, reason }: Doing & { readonly reason: string | null },
): Promise<WorkTask> {
  if (task.approval !== 'pending_approval') {
    throw fail('invalid_status_transition', { task_id: task.id, from: task.approval, to: approval });
  }
  const changes: Partial<WorkTask> =
    approval === 'approved'
      ? { approval }
      : { approval, status: 'cancelled', statusChangedBy: by.executorId, blockedReason: reason };
  const decided = await changeWorkTask(tx, task, changes, { by, now });
  await tellIfPartsOver(tx, decided, by.executorId, now);
  if (task.assigneeId !== null) {
    const action = approval === 'approved' ? 'task_approved' : 'task_rejected';
    const { projectId, id: taskId, assigneeId: agentId } = task;
    const about = { taskId, message: reason, whoId: by.executorId };
    await notify(tx, { projectId, agentId, type: 'status_change', action, ...about }, now);
  }
  return decided;
}

/** Checks that this agent can be given work in the project. */
export async function mustBeMember(db: Db, projectId: string, agentId: string): Promise<void> {
  if (!(await findAgent(db, agentId))) throw fail('agent_not_found', { target: agentId, agent_id: agentId });
  if (await isAssigned(db, projectId, agentId)) return;
  throw fail('agent_not_assigned_to_project', { agent_id: agentId, project_id: projectId });
}

/** Unassigns the work of an agent that leaves a project and ends its delegations; returns how many tasks. */
export async function releaseWork(tx: Db, projectId: string, agentId: string, doing: Doing): Promise<number> {
  const tasks = await listWorkTasks(tx, { projectId, assigneeId: agentId });
  const open = tasks.filter(({ status }) => !isFinal(status));
  for (const task of open) await changeWorkTask(tx, task, { assigneeId: null }, doing);
  for (const { id } of await openDelegations(tx, { projectId, agentId })) {
    await finishDelegation(tx, id, { status: 'failed', result: null }, doing.now);
  }
  return open.length;
}
