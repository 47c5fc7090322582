/** Chat messages: their order in a project, and how to find them. */
import { fail } from '../../errors.js';
import { AFTER_HEX } from '../../ids.js';
import { newNamedId } from '../../random-ids.js';
import type { Member } from '../people/agents.js';
import { noteChange } from '../store/change-log.js';
import type { ChatMessageRow, Db } from '../store/schema.js';
import { countPending } from './chat-cursors.js';

export const MAX_CONTENT_LENGTH = 4_000;
const LONE_SURROGATE = /\p{Cs}/gu;

export interface ChatMessage {
  readonly projectId: string;
  readonly seq: number;
  readonly id: string;
  readonly senderId: string;
  readonly receiverId: string;
  readonly content: string;
  readonly createdAt: number;
  readonly relatedTaskId: string | null;
  readonly conversationId: string | null;
}

export type NewChatMessage = Omit<ChatMessage, 'seq' | 'id'> & { readonly id?: string | undefined };

/** Counts code points, which is closest to what people call characters. */
export function checkContentLength(content: string): void {
  const length = [...content].length;
  if (length > MAX_CONTENT_LENGTH) throw fail('content_too_long', { length, max_length: MAX_CONTENT_LENGTH });
}

/** Numbers the message in the project's own row, so that the order of messages is the order of commits. */
export async function addMessage(tx: Db, message: NewChatMessage): Promise<ChatMessage> {
  const { projectId, receiverId } = message;
  const { last_seq: seq } = await tx
    .updateTable('projects')
    .set((row) => ({ last_seq: row('last_seq', '+', 1) }))
    .where('id', '=', projectId)
    .returning('last_seq')
    .executeTakeFirstOrThrow();
  // Half a surrogate pair cannot be stored; its replacement must not make the text longer.
  const content = message.content.replace(LONE_SURROGATE, '\ufffd');
  const added: ChatMessage = { ...message, content, seq, id: message.id ?? newNamedId('msg') };
  await tx.insertInto('chat_messages').values(toRow(added)).execute();
  await countPending(tx, { projectId, agentId: receiverId });
  noteChange(tx, 'chat', { projectId, agentIds: [receiverId] });
  return added;
}

export async function messageById(db: Db, id: string): Promise<ChatMessage | null> {
  const row = await db.selectFrom('chat_messages').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toMessage(row) : null;
}

/** The messages to an agent whose ids have this prefix; two are enough to see that it is ambiguous. */
export async function receivedByPrefix(db: Db, agentId: string, prefix: string): Promise<ChatMessage[]> {
  const rows = await db
    .selectFrom('chat_messages')
    .selectAll()
    .where('id', '>=', prefix)
    .where('id', '<', `${prefix}${AFTER_HEX}`)
    .where('receiver_id', '=', agentId)
    .limit(2)
    .execute();
  return rows.map(toMessage);
}

/** The latest messages of a conversation, oldest first. */
export async function messagesOfConversation(db: Db, conversationId: string, limit: number): Promise<ChatMessage[]> {
  const rows = await db
    .selectFrom('chat_messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toMessage).reverse();
}

/** The messages an agent sent and received, in order: the lines of its chat file. */
export async function messagesOf(
  db: Db,
  { projectId, agentId }: Member,
  page: { readonly after?: number; readonly before?: number; readonly limit: number },
): Promise<ChatMessage[]> {
  // Merges two index scans, because one query with OR would read the whole table.
  const walk = (who: 'sender_id' | 'receiver_id') => {
    const rows = db
      .selectFrom('chat_messages')
      .selectAll()
      .where(who, '=', agentId)
      .where('project_id', '=', projectId)
      .where('seq', '>', page.after ?? 0)
      .where('seq', '<', page.before ?? Number.MAX_SAFE_INTEGER)
      .limit(page.limit);
    const walked = page.after === undefined ? rows.orderBy('seq', 'desc') : rows.orderBy('seq');
    return db.selectFrom(walked.as('walked')).selectAll();
  };
  const both = await walk('sender_id').unionAll(walk('receiver_id')).execute();
  const found = both.sort((a, b) => a.seq - b.seq);
  return (page.after === undefined ? found.slice(-page.limit) : found.slice(0, page.limit)).map(toMessage);
}

/** Selects the messages an agent received in a project. */
export function receivedBy(db: Db, { projectId, agentId }: Member) {
  return db
    .selectFrom('chat_messages')
    .selectAll()
    .where('receiver_id', '=', agentId)
    .where('project_id', '=', projectId);
}

/** The latest message from this sender. */
export async function latestFrom(db: Db, receiver: Member, senderId: string): Promise<ChatMessage | null> {
  const row = await receivedBy(db, receiver)
    .where('sender_id', '=', senderId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toMessage(row) : null;
}

export function toMessage(row: ChatMessageRow): ChatMessage {
  return {
    projectId: row.project_id,
    seq: row.seq,
    id: row.id,
    senderId: row.sender_id,
    receiverId: row.receiver_id,
    content: row.content,
    createdAt: row.created_at,
    relatedTaskId: row.related_task_id,
    conversationId: row.conversation_id,
  };
}

function toRow(message: ChatMessage): ChatMessageRow {
  return {
    project_id: message.projectId,
    seq: message.seq,
    id: message.id,
    sender_id: message.senderId,
    receiver_id: message.receiverId,
    created_at: message.createdAt,
    related_task_id: message.relatedTaskId,
    conversation_id: message.conversationId,
    content: message.content,
  };
}
