/** Reads conversations from the store. */

import type { ConversationRow, Db, Told } from '../store/schema.js';
import type { Conversation } from './conversation.js';

/** How an agent was told. What was told in a terminal is told again if its daemon dies before storing it. */
export const BY = { nothing: 0, answer: 1, terminal: 2 } as const;

export async function findConversation(db: Db, id: string): Promise<Conversation | null> {
  const row = await db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toConversation(row) : null;
}

/** The pending or active conversation of two agents. */
export async function openBetween(db: Db, projectId: string, a: string, b: string): Promise<Conversation | null> {
  const row = await db
    .selectFrom('conversations')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('pair', '=', pairOf(a, b))
    .where('state', 'in', ['pending', 'active'])
    .executeTakeFirst();
  return row ? toConversation(row) : null;
}

/** The latest conversation of two agents in which they talked and which is over. */
export async function lastEnded(db: Db, projectId: string, a: string, b: string): Promise<Conversation | null> {
  const row = await db
    .selectFrom('conversations')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('pair', '=', pairOf(a, b))
    .where('state', 'in', ['terminating', 'ended'])
    .orderBy('closed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toConversation(row) : null;
}

/** Whether a conversation waits for the agent to join. */
export async function isAsked(db: Db, projectId: string, agentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('conversations')
    .select('id')
    .where('participant_id', '=', agentId)
    .where('participant_told', '=', 0)
    .where('project_id', '=', projectId)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return row !== undefined;
}

/** The agent's conversations that are not over for it, latest activity first. */
export async function conversationsOf(db: Db, projectId: string, agentId: string): Promise<Conversation[]> {
  const side = (who: 'initiator_id' | 'participant_id', told: 'initiator_told' | 'participant_told') =>
    db
      .selectFrom('conversations')
      .selectAll()
      .where(who, '=', agentId)
      .where(told, '=', 0)
      .where('project_id', '=', projectId);
  const rows = await side('initiator_id', 'initiator_told')
    .unionAll(side('participant_id', 'participant_told'))
    .execute();
  return rows.sort((a, b) => b.last_activity_at - a.last_activity_at).map(toConversation);
}

export interface ToldInTerminal {
  readonly conversation: Conversation;
  readonly isRequestTold: boolean;
  readonly isEndTold: boolean;
}

/** Conversations told in the agent's terminal that its store may not have yet, oldest first. */
export async function toldInTerminal(db: Db, projectId: string, agentId: string): Promise<ToldInTerminal[]> {
  const rows = await db
    .selectFrom('conversations')
    .selectAll()
    .where('project_id', '=', projectId)
    .where((row) =>
      row.or([
        row.and([row('initiator_id', '=', agentId), row('initiator_told', '=', BY.terminal)]),
        row.and([row('participant_id', '=', agentId), row('participant_told', '=', BY.terminal)]),
        row.and([row('participant_id', '=', agentId), row('request_seen', '=', BY.terminal)]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(LATELY)
    .execute();
  return rows.reverse().map((row) => {
    const isParticipant = row.participant_id === agentId;
    return {
      conversation: toConversation(row),
      isRequestTold: isParticipant && row.request_seen === BY.terminal,
      isEndTold: (isParticipant ? row.participant_told : row.initiator_told) === BY.terminal,
    };
  });
}

const LATELY = 20;

/** Newest first; of one project or all. */
export async function listConversations(db: Db, projectId?: string): Promise<Conversation[]> {
  const all = db.selectFrom('conversations').selectAll().orderBy('created_at', 'desc').limit(500);
  const rows = await (projectId === undefined ? all : all.where('project_id', '=', projectId)).execute();
  return rows.map(toConversation);
}

/** Conversations in which somebody has yet to join, write or be told. */
export async function movingConversations(db: Db): Promise<Conversation[]> {
  const rows = await db
    .selectFrom('conversations')
    .selectAll()
    .where('state', 'in', ['pending', 'active', 'terminating'])
    .execute();
  return rows.map(toConversation);
}

/** Ids contain no blanks, so a pair is unambiguous. */
export function pairOf(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

export function toConversation(row: ConversationRow): Conversation {
  return {
    id: row.id,
    projectId: row.project_id,
    initiatorId: row.initiator_id,
    participantId: row.participant_id,
    state: row.state,
    purpose: row.purpose,
    taskId: row.task_id,
    delegationId: row.delegation_id,
    maxTurns: row.max_turns,
    turns: row.turns,
    createdAt: row.created_at,
    lastActivityAt: row.last_activity_at,
    initiatorActiveAt: row.initiator_active_at,
    participantActiveAt: row.participant_active_at,
    joinedAt: row.joined_at,
    closedAt: row.closed_at,
    endedBy: row.ended_by,
    endReason: row.end_reason,
    isRequestSeen: isSet(row.request_seen),
    isInitiatorTold: isSet(row.initiator_told),
    isParticipantTold: isSet(row.participant_told),
  };
}

function isSet(told: Told): boolean {
  return told !== BY.nothing;
}
