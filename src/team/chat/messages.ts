/** Chat messages: their order in a project, and what of them was handed out to whom. */
import { toIso } from '../../clock.js';
import { fail } from '../../errors.js';
import { AFTER_HEX, newNamedId } from '../../ids.js';
import type { ChatCursorRow, ChatMessageRow, Db } from '../store/schema.js';

export const MAX_CONTENT_LENGTH = 4_000;
const LONE_SURROGATE = /\p{Cs}/gu;
/** So many are quoted to a session that begins; the chat file has all. */
const MOST_UNANSWERED = 5;

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

export type NewChatMessage = Omit<ChatMessage, 'seq' | 'id'>;

/** Counted in code points: what a person would call characters, in every script. */
export function checkContentLength(content: string): void {
  const length = [...content].length;
  if (length > MAX_CONTENT_LENGTH) throw fail('content_too_long', { length, max_length: MAX_CONTENT_LENGTH });
}

/** Its place is counted in the project's own row: whoever commits later stands later. */
export async function addMessage(tx: Db, message: NewChatMessage): Promise<ChatMessage> {
  const { projectId, receiverId } = message;
  const { last_seq: seq } = await tx
    .updateTable('projects')
    .set((row) => ({ last_seq: row('last_seq', '+', 1) }))
    .where('id', '=', projectId)
    .returning('last_seq')
    .executeTakeFirstOrThrow();
  // Half a character cannot be stored, and what stands in for it must not make the text longer.
  const content = message.content.replace(LONE_SURROGATE, '\ufffd');
  const added: ChatMessage = { ...message, content, seq, id: newNamedId('msg') };
  await tx.insertInto('chat_messages').values(toRow(added)).execute();
  await tx
    .insertInto('chat_cursors')
    .values({ ...NOTHING_YET, project_id: projectId, agent_id: receiverId, pending: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'agent_id'])
        .doUpdateSet((row) => ({ pending: row('chat_cursors.pending', '+', 1) })),
    )
    .execute();
  return added;
}

export interface HandedOut {
  readonly messages: readonly ChatMessage[];
  readonly remaining: number;
  /** Where the cursor stood before. */
  readonly after: number;
}

/** Takes the oldest that wait: nobody else gets them from now on. */
export async function handOut(
  tx: Db,
  to: { readonly projectId: string; readonly agentId: string; readonly forTerminal?: boolean },
  limit: number,
): Promise<HandedOut> {
  const cursor = await cursorOf(tx, to.projectId, to.agentId);
  const messages = await pendingAfter(tx, to, cursor.handed_seq, limit);
  const last = messages.at(-1)?.seq ?? cursor.handed_seq;
  const remaining = Math.max(0, cursor.pending - messages.length);
  if (messages.length > 0) {
    await tx
      .updateTable('chat_cursors')
      .set({
        handed_seq: last,
        pending: remaining,
        ...(to.forTerminal ? { terminal_from: cursor.handed_seq, terminal_to: last } : {}),
      })
      .where('project_id', '=', to.projectId)
      .where('agent_id', '=', to.agentId)
      .execute();
  }
  return { messages, remaining, after: cursor.handed_seq };
}

/** What was taken for the terminal is in its agent's own store now: nobody asks for it again. */
export async function markKeptForTerminal(tx: Db, projectId: string, agentId: string): Promise<void> {
  await tx
    .updateTable('chat_cursors')
    .set((row) => ({ terminal_from: row.ref('terminal_to') }))
    .where('project_id', '=', projectId)
    .where('agent_id', '=', agentId)
    .execute();
}

/** What was taken for the terminal last: a daemon that was killed before it kept them asks for them again. */
export async function lastForTerminal(db: Db, projectId: string, agentId: string): Promise<ChatMessage[]> {
  const { terminal_from: from, terminal_to: to } = await cursorOf(db, projectId, agentId);
  if (to === 0) return [];
  const rows = await receivedBy(db, agentId, projectId)
    .where('seq', '>', from)
    .where('seq', '<=', to)
    .orderBy('seq')
    .execute();
  return rows.map(toMessage);
}

/** What waits, the oldest first; looking hands nothing out. */
export async function pendingMessages(
  db: Db,
  to: { readonly projectId: string; readonly agentId: string },
  limit: number,
): Promise<ChatMessage[]> {
  const { handed_seq: seq } = await cursorOf(db, to.projectId, to.agentId);
  return pendingAfter(db, to, seq, limit);
}

export async function pendingCount(db: Db, projectId: string, agentId: string): Promise<number> {
  return (await cursorOf(db, projectId, agentId)).pending;
}

/** What the agent has seen already, the newest of it, oldest first. */
export async function handedOutBefore(
  db: Db,
  { projectId, agentId }: { readonly projectId: string; readonly agentId: string },
  seq: number,
  limit: number,
): Promise<ChatMessage[]> {
  const rows = await receivedBy(db, agentId, projectId)
    .where('seq', '<=', seq)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toMessage).reverse();
}

/** Who wrote what this agent saw last. */
export async function latestSender(db: Db, projectId: string, agentId: string): Promise<string | null> {
  const { handed_seq: seq } = await cursorOf(db, projectId, agentId);
  const [latest] = await handedOutBefore(db, { projectId, agentId }, seq, 1);
  return latest?.senderId ?? null;
}

/** What people have written and the agent has said nothing after, of what it was given last; oldest first. */
export async function unansweredMessages(
  db: Db,
  { projectId, agentId }: { readonly projectId: string; readonly agentId: string },
): Promise<ChatMessage[]> {
  const { handed_seq: seq } = await cursorOf(db, projectId, agentId);
  const given = await handedOutBefore(db, { projectId, agentId }, seq, MOST_UNANSWERED);
  const said = await db
    .selectFrom('chat_messages')
    .select('seq')
    .where('sender_id', '=', agentId)
    .where('project_id', '=', projectId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return given.filter((message) => message.conversationId === null && message.seq > (said?.seq ?? 0));
}

/** Up to which number messages were handed out. */
export async function handedSeq(db: Db, projectId: string, agentId: string): Promise<number> {
  return (await cursorOf(db, projectId, agentId)).handed_seq;
}

export async function messageById(db: Db, id: string): Promise<ChatMessage | null> {
  const row = await db.selectFrom('chat_messages').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toMessage(row) : null;
}

/** The messages to an agent whose ids begin like this: what a person types of an id. */
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

/** The newest of a conversation, oldest first. */
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

/** What an agent wrote and got, in order: the lines of its file. */
export async function messagesOf(
  db: Db,
  { projectId, agentId }: { readonly projectId: string; readonly agentId: string },
  page: { readonly after?: number; readonly before?: number; readonly limit: number },
): Promise<ChatMessage[]> {
  // Two walks along two indexes, merged here: one walk over both would read the whole table.
  const walk = (who: 'sender_id' | 'receiver_id') => {
    const rows = db
      .selectFrom('chat_messages')
      .selectAll()
      .where(who, '=', agentId)
      .where('project_id', '=', projectId)
      .where('seq', '>', page.after ?? 0)
      .where('seq', '<', page.before ?? Number.MAX_SAFE_INTEGER)
      .limit(page.limit);
    return (page.after === undefined ? rows.orderBy('seq', 'desc') : rows.orderBy('seq')).execute();
  };
  const found = [...(await walk('sender_id')), ...(await walk('receiver_id'))].sort((a, b) => a.seq - b.seq);
  return (page.after === undefined ? found.slice(-page.limit) : found.slice(0, page.limit)).map(toMessage);
}

/** As `pending_messages` has it. */
export function encodeMessage(message: ChatMessage): Record<string, unknown> {
  const { id, senderId, content, createdAt, conversationId, relatedTaskId } = message;
  return { id, senderId, content, createdAt: toIso(createdAt), conversationId, relatedTaskId };
}

async function pendingAfter(
  db: Db,
  { projectId, agentId }: { readonly projectId: string; readonly agentId: string },
  seq: number,
  limit: number,
): Promise<ChatMessage[]> {
  const rows = await receivedBy(db, agentId, projectId).where('seq', '>', seq).orderBy('seq').limit(limit).execute();
  return rows.map(toMessage);
}

function receivedBy(db: Db, agentId: string, projectId: string) {
  return db
    .selectFrom('chat_messages')
    .selectAll()
    .where('receiver_id', '=', agentId)
    .where('project_id', '=', projectId);
}

const NOTHING_YET = { handed_seq: 0, pending: 0, terminal_from: 0, terminal_to: 0 } as const;

async function cursorOf(db: Db, projectId: string, agentId: string): Promise<ChatCursorRow> {
  const row = await db
    .selectFrom('chat_cursors')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row ?? { ...NOTHING_YET, project_id: projectId, agent_id: agentId };
}

function toMessage(row: ChatMessageRow): ChatMessage {
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
