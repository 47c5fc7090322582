/** Hands each chat message out to its receiver once. */
import type { Member } from '../people/agents.js';
import type { Db } from '../store/schema.js';
import { onTheWay } from './answers-on-the-way.js';
import { cursorOf, moveCursor } from './chat-cursors.js';
import { type ChatMessage, receivedBy, toMessage } from './messages.js';

/** How many are quoted to a new session; the chat file has all of them. */
const MOST_UNANSWERED = 5;

export interface HandedOut {
  readonly messages: readonly ChatMessage[];
  readonly remaining: number;
  /** Where the cursor was before. */
  readonly after: number;
}

/** Takes the oldest waiting messages; nobody else gets them. */
export async function handOut(
  tx: Db,
  /** `answerBy` is the process that gives them to an answer, which may break. */
  to: Member & { readonly forTerminal?: boolean; readonly answerBy?: string },
  limit: number,
): Promise<HandedOut> {
  const cursor = await cursorOf(tx, to);
  const messages = await pendingAfter(tx, to, cursor.handed_seq, limit);
  const last = messages.at(-1)?.seq ?? cursor.handed_seq;
  const remaining = Math.max(0, cursor.pending - messages.length);
  if (messages.length > 0) {
    await moveCursor(tx, to, {
      handed_seq: last,
      pending: remaining,
      ...(to.answerBy === undefined ? {} : onTheWay(cursor, last, to.answerBy)),
      ...(to.forTerminal ? { terminal_from: cursor.handed_seq, terminal_to: last } : {}),
    });
  }
  return { messages, remaining, after: cursor.handed_seq };
}

/** The messages last taken for the terminal, in case its daemon was killed before storing them. */
export async function lastForTerminal(db: Db, member: Member): Promise<ChatMessage[]> {
  const { terminal_from: from, terminal_to: to } = await cursorOf(db, member);
  if (to === 0) return [];
  const rows = await receivedBy(db, member).where('seq', '>', from).where('seq', '<=', to).orderBy('seq').execute();
  return rows.map(toMessage);
}

/** The waiting messages, oldest first, without handing them out. */
export async function pendingMessages(db: Db, to: Member, limit: number): Promise<ChatMessage[]> {
  const { handed_seq: seq } = await cursorOf(db, to);
  return pendingAfter(db, to, seq, limit);
}

/** The latest messages that were handed out up to this number, oldest first. */
export async function handedOutBefore(db: Db, member: Member, seq: number, limit: number): Promise<ChatMessage[]> {
  const rows = await receivedBy(db, member).where('seq', '<=', seq).orderBy('seq', 'desc').limit(limit).execute();
  return rows.map(toMessage).reverse();
}

/** The sender of the message that the agent was given last. */
export async function latestSender(db: Db, member: Member): Promise<string | null> {
  const { handed_seq: seq } = await cursorOf(db, member);
  const [latest] = await handedOutBefore(db, member, seq, 1);
  return latest?.senderId ?? null;
}

/** Messages from people that the agent was given and has not answered, oldest first; only among the latest. */
export async function unansweredMessages(db: Db, { projectId, agentId }: Member): Promise<ChatMessage[]> {
  const { handed_seq: seq } = await cursorOf(db, { projectId, agentId });
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

async function pendingAfter(db: Db, member: Member, seq: number, limit: number): Promise<ChatMessage[]> {
  const rows = await receivedBy(db, member).where('seq', '>', seq).orderBy('seq').limit(limit).execute();
  return rows.map(toMessage);
}
