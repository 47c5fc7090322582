/** Notifications: what an agent has to know, kept until it has read it. */
import { newNamedId } from '../../random-ids.js';
import type { Conversation } from '../chat/conversation.js';
import { noteChange } from '../store/change-log.js';
import type { Db } from '../store/schema.js';
import { nextPlace } from '../store/sequence.js';
import type { NotificationRow } from '../store/work-schema.js';

export type NotificationType = NotificationRow['type'];
type NotificationAction = NotificationRow['action'];

export interface Notification {
  readonly id: string;
  readonly projectId: string;
  readonly agentId: string;
  readonly type: NotificationType;
  readonly action: NotificationAction;
  readonly taskId: string | null;
  readonly conversationId: string | null;
  /** The chat message it passes on. */
  readonly messageId: string | null;
  /** Who made it necessary: who changed the task, or who did not join. */
  readonly whoId: string | null;
  readonly message: string | null;
  readonly createdAt: number;
}

export type NewNotification = Pick<Notification, 'projectId' | 'agentId' | 'type' | 'action'> &
  Partial<Pick<Notification, 'taskId' | 'conversationId' | 'messageId' | 'whoId' | 'message'>>;

/** Sent by an agent's chat session to its task session; the chat session does not read them. */
const FOR_TASK_SESSION: readonly NotificationType[] = ['interrupt', 'chat_session_notification'];
/** Types that any session of the agent reads. */
export const FOR_ANYBODY: readonly NotificationType[] = ['status_change', 'message'];
export const ALL_TYPES: readonly NotificationType[] = [...FOR_ANYBODY, ...FOR_TASK_SESSION];

interface Receiver {
  readonly projectId: string;
  readonly agentId: string;
}

export async function notify(tx: Db, wanted: NewNotification, now: number): Promise<Notification> {
  const row: NotificationRow = {
    id: newNamedId('ntf'),
    project_id: wanted.projectId,
    agent_id: wanted.agentId,
    place: await nextPlace(tx, 'notifications', wanted.projectId),
    type: wanted.type,
    action: wanted.action,
    task_id: wanted.taskId ?? null,
    conversation_id: wanted.conversationId ?? null,
    message_id: wanted.messageId ?? null,
    who_id: wanted.whoId ?? null,
    message: wanted.message ?? null,
    created_at: now,
    read_at: null,
  };
  await tx.insertInto('notifications').values(row).execute();
  noteChange(tx, 'work', { projectId: row.project_id, agentIds: [row.agent_id] });
  return toNotification(row);
}

/** Tells the task session that a conversation for its work task has ended, or that nobody joined it. */
export async function tellOfEnd(
  tx: Db,
  conversation: Pick<Conversation, 'id' | 'projectId' | 'initiatorId' | 'participantId' | 'taskId' | 'joinedAt'>,
  now: number,
): Promise<void> {
  const { id, projectId, initiatorId, participantId, taskId, joinedAt } = conversation;
  if (taskId === null) return;
  const about = { taskId, conversationId: id, whoId: participantId };
  const action = joinedAt === null ? 'conversation_not_joined' : 'conversation_ended';
  await notify(tx, { projectId, agentId: initiatorId, type: 'chat_session_notification', action, ...about }, now);
}

/** Oldest first. */
export async function unread(
  db: Db,
  { projectId, agentId }: Receiver,
  types: readonly NotificationType[],
): Promise<Notification[]> {
  const rows = await db
    .selectFrom('notifications')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('project_id', '=', projectId)
    .where('read_at', 'is', null)
    .where('type', 'in', types)
    .orderBy('place')
    .execute();
  return rows.map(toNotification);
}

/**
 * How many notifications a session should read now; 0 if none of them is news. What comes from the chat session does not
 * count, because it is added to the answers of tools.
 */
export async function countToCheck(db: Db, receiver: Receiver, isTold: (notice: Notification) => boolean) {
  const waiting = await unread(db, receiver, FOR_ANYBODY);
  return waiting.every(isTold) ? 0 : waiting.length;
}

/** The work that a task session was given, and since when it could see how the task is. */
export interface GivenWork {
  readonly taskId: string | null;
  readonly since: number;
}

/** Whether the work itself tells a task session what this notice says. It shows the task as it is now. */
export function isToldByWork({ action, taskId, createdAt }: Notification, work: GivenWork): boolean {
  if (taskId === null || taskId !== work.taskId) return false;
  return (
    action === 'task_started' || action === 'task_assigned' || (action === 'task_changed' && createdAt < work.since)
  );
}

/** A task that was started is given to the task session, so a chat session need not look. */
export function isForTaskSession({ action }: Notification): boolean {
  return action === 'task_started';
}

/** The task session was given this work. */
export async function markToldByWork(tx: Db, receiver: Receiver, work: GivenWork, now: number): Promise<void> {
  for (const notice of await unread(tx, receiver, ['status_change'])) {
    if (isToldByWork(notice, work)) await markRead(tx, notice.id, now);
  }
}

/** False if somebody else has read it in the meantime. */
export async function markRead(tx: Db, id: string, now: number): Promise<boolean> {
  const read = await tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('id', '=', id)
    .where('read_at', 'is', null)
    .returning(['project_id', 'agent_id'])
    .executeTakeFirst();
  if (read) noteChange(tx, 'work', { projectId: read.project_id, agentIds: [read.agent_id] });
  return read !== undefined;
}

/** Reading the conversation settles the interrupts about it. */
export async function markInterruptsRead(
  tx: Db,
  { projectId, agentId }: Receiver,
  conversationId: string,
  now: number,
): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('agent_id', '=', agentId)
    .where('project_id', '=', projectId)
    .where('read_at', 'is', null)
    .where('type', '=', 'interrupt')
    .where('conversation_id', '=', conversationId)
    .execute();
  noteChange(tx, 'work', { projectId, agentIds: [agentId] });
}

function toNotification(row: NotificationRow): Notification {
  return {
    id: row.id,
    projectId: row.project_id,
    agentId: row.agent_id,
    type: row.type,
    action: row.action,
    taskId: row.task_id,
    conversationId: row.conversation_id,
    messageId: row.message_id,
    whoId: row.who_id,
    message: row.message,
    createdAt: row.created_at,
  };
}
