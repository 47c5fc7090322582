/** Tells the assignee of a blocked work task that what it waited for has come, so that the task can go on. */
import type { ChatMessage } from '../chat/messages.js';
import type { Db } from '../store/schema.js';
import { markRead, notify, unread } from './notifications.js';
import { isFinal, type WorkTask } from './work-task.js';
import { findWorkTask, findWorkTasks, listWorkTasks } from './work-tasks.js';

interface Arrival {
  readonly message: string | null;
  readonly conversationId?: string;
  readonly messageId?: string;
  /** Who has answered; null if the task waited for its subtasks. */
  readonly whoId: string | null;
}

/** A conversation or a delegation for this task is over. */
export async function tellIfBlocked(tx: Db, taskId: string | null, arrival: Arrival, now: number): Promise<void> {
  const task = taskId === null ? null : await findWorkTask(tx, taskId);
  if (task?.status === 'blocked') await tell(tx, task, arrival, now);
}

/** A message outside of conversations may be the answer that blocked tasks of its receiver wait for. */
export async function tellIfAnswer(tx: Db, message: ChatMessage, now: number): Promise<void> {
  const { projectId, receiverId, senderId, content, id } = message;
  for (const task of await listWorkTasks(tx, { projectId, assigneeId: receiverId, status: 'blocked' })) {
    const isAnswer = message.relatedTaskId === task.id || (await wasAsked(tx, task, senderId));
    if (isAnswer) await tell(tx, task, { message: content, messageId: id, whoId: senderId }, now);
  }
}

/** No subtask of a blocked task is left to wait for: each is done, cancelled or blocked itself. */
export async function tellIfPartsOver(tx: Db, part: WorkTask, byId: string, now: number): Promise<void> {
  if (part.parentTaskId === null || !isAtRest(part)) return;
  const parent = await findWorkTask(tx, part.parentTaskId);
  if (parent?.status !== 'blocked' || parent.assigneeId === byId) return;
  const parts = await listWorkTasks(tx, { parentTaskId: parent.id });
  if (parts.every(isAtRest)) await tell(tx, parent, { message: null, whoId: null }, now);
}

function isAtRest({ status }: WorkTask): boolean {
  return status === 'blocked' || isFinal(status);
}

/**
 * Blocked tasks of these agents whose wait is over, which no task session has heard of. One that has ended has heard of it,
 * whatever it made of that, so that the same news starts no second one.
 */
export async function tasksToWake(db: Db, agentIds: readonly string[]): Promise<WorkTask[]> {
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('work_tasks', 'work_tasks.id', 'notifications.task_id')
    .select(['work_tasks.id'])
    .where('notifications.agent_id', 'in', agentIds)
    .where('notifications.read_at', 'is', null)
    .where('notifications.action', '=', 'wait_over')
    .where('work_tasks.status', '=', 'blocked')
    .whereRef('work_tasks.assignee_id', '=', 'notifications.agent_id')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sessions')
            .select('sessions.id')
            .whereRef('sessions.agent_id', '=', 'notifications.agent_id')
            .whereRef('sessions.project_id', '=', 'notifications.project_id')
            .where('sessions.purpose', '=', 'task')
            .where('sessions.ended_at', 'is not', null)
            .whereRef('sessions.created_at', '>', 'notifications.created_at'),
        ),
      ),
    )
    .orderBy('notifications.place')
    .execute();
  return findWorkTasks(
    db,
    rows.map(({ id }) => id),
  );
}

/** Replaces what the assignee has not read yet, because the latest says most. */
async function tell(tx: Db, task: WorkTask, arrival: Arrival, now: number): Promise<void> {
  const { projectId, assigneeId: agentId, id: taskId } = task;
  if (agentId === null) return;
  for (const notice of await unread(tx, { projectId, agentId }, ['status_change'])) {
    if (notice.action === 'wait_over' && notice.taskId === taskId) await markRead(tx, notice.id, now);
  }
  await notify(tx, { projectId, agentId, taskId, type: 'status_change', action: 'wait_over', ...arrival }, now);
}

/** Whether the assignee has asked this agent or person about the task: by a delegation or a message. */
async function wasAsked(db: Db, { id, projectId, assigneeId }: WorkTask, whoId: string): Promise<boolean> {
  const delegation = await db
    .selectFrom('delegations')
    .select('id')
    .where('agent_id', '=', assigneeId as string)
    .where('project_id', '=', projectId)
    .where('task_id', '=', id)
    .where('target_agent_id', '=', whoId)
    .executeTakeFirst();
  if (delegation) return true;
  const question = await db
    .selectFrom('chat_messages')
    .select('id')
    .where('receiver_id', '=', whoId)
    .where('sender_id', '=', assigneeId as string)
    .where('project_id', '=', projectId)
    .where('related_task_id', '=', id)
    .executeTakeFirst();
  return question !== undefined;
}
