/** Conversations in the store: opening, joining, writing, ending and telling. */
import { fail } from '../errors.js';
import { newNamedId } from '../ids.js';
import { advance, type Conversation, type ConversationEvent, type EndReason, untold } from './conversation.js';
import { tellOfEnd } from './notification.js';
import type { ConversationRow, Db, Told } from './store/schema.js';

/** How somebody was told; what was told in a terminal is told again if its daemon dies before it has kept it. */
export const BY = { nothing: 0, answer: 1, terminal: 2 } as const;

export interface NewConversation {
  readonly projectId: string;
  readonly initiatorId: string;
  readonly participantId: string;
  readonly purpose: string | null;
  readonly taskId: string | null;
  readonly maxTurns: number;
}

/** One per pair at a time, whoever begins; the index of the table holds that between processes as well. */
export async function openConversation(tx: Db, wanted: NewConversation, now: number): Promise<Conversation> {
  const { projectId, initiatorId, participantId } = wanted;
  const open = await openBetween(tx, projectId, initiatorId, participantId);
  if (open) throw alreadyOpen(participantId, open.id);
  const row: ConversationRow = {
    id: newNamedId('conv'),
    project_id: projectId,
    initiator_id: initiatorId,
    participant_id: participantId,
    pair: pairOf(initiatorId, participantId),
    state: 'pending',
    purpose: wanted.purpose,
    task_id: wanted.taskId,
    max_turns: wanted.maxTurns,
    turns: 0,
    created_at: now,
    last_activity_at: now,
    initiator_active_at: now,
    participant_active_at: now,
    closed_at: null,
    ended_by: null,
    end_reason: null,
    request_seen: 0,
    initiator_told: 0,
    participant_told: 0,
  };
  await tx.insertInto('conversations').values(row).execute();
  return toConversation(row);
}

export function alreadyOpen(targetId: string, conversationId?: string) {
  return fail('conversation_already_active', {
    target_agent_id: targetId,
    ...(conversationId === undefined ? {} : { conversation_id: conversationId }),
  });
}

export async function findConversation(db: Db, id: string): Promise<Conversation | null> {
  const row = await db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toConversation(row) : null;
}

/** The pending or active one of two agents. */
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

/** Everything an agent takes part in that is not over for it, the newest activity first. */
export async function conversationsOf(db: Db, projectId: string, agentId: string): Promise<Conversation[]> {
  const side = (who: 'initiator_id' | 'participant_id', told: 'initiator_told' | 'participant_told') =>
    db
      .selectFrom('conversations')
      .selectAll()
      .where(who, '=', agentId)
      .where(told, '=', 0)
      .where('project_id', '=', projectId)
      .execute();
  const rows = [
    ...(await side('initiator_id', 'initiator_told')),
    ...(await side('participant_id', 'participant_told')),
  ];
  return rows.sort((a, b) => b.last_activity_at - a.last_activity_at).map(toConversation);
}

export interface ToldInTerminal {
  readonly conversation: Conversation;
  readonly isRequestTold: boolean;
  readonly isEndTold: boolean;
}

/** What was told in the agent's terminal lately, the oldest first. */
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

/** The newest first; of one project, or all. */
export async function listConversations(db: Db, projectId?: string): Promise<Conversation[]> {
  const all = db.selectFrom('conversations').selectAll().orderBy('created_at', 'desc').limit(500);
  const rows = await (projectId === undefined ? all : all.where('project_id', '=', projectId)).execute();
  return rows.map(toConversation);
}

/** Those with something to wait for: somebody to join, to write or to be told. */
export async function movingConversations(db: Db): Promise<Conversation[]> {
  const rows = await db
    .selectFrom('conversations')
    .selectAll()
    .where('state', 'in', ['pending', 'active', 'terminating'])
    .execute();
  return rows.map(toConversation);
}

/** The participant is there: what was asked of it becomes active. The request itself is still to be told. */
export async function joinPending(tx: Db, projectId: string, agentId: string, now: number): Promise<void> {
  await tx
    .updateTable('conversations')
    .set({ state: 'active', last_activity_at: now, participant_active_at: now })
    .where('project_id', '=', projectId)
    .where('participant_id', '=', agentId)
    .where('state', '=', 'pending')
    .execute();
}

/** Marks the request as told, which is also joining. */
export async function markRequestSeen(tx: Db, conversation: Conversation, now: number, how: Told): Promise<void> {
  const joined = advance(conversation.state, 'joined');
  await change(tx, conversation.id, {
    request_seen: how,
    ...(joined ? { state: joined, last_activity_at: now, participant_active_at: now } : {}),
  });
}

/** A message is a turn; the participant's first one joins, and the one that uses up the turns ends it. */
export async function noteMessage(
  tx: Db,
  conversation: Conversation,
  senderId: string,
  now: number,
): Promise<{ readonly turns: number; readonly hasEnded: boolean }> {
  const isInitiator = senderId === conversation.initiatorId;
  const joined = isInitiator ? null : advance(conversation.state, 'joined');
  const turns = conversation.turns + 1;
  await change(tx, conversation.id, {
    turns,
    last_activity_at: now,
    ...(joined ? { state: joined, request_seen: 1 } : {}),
    ...(isInitiator ? { initiator_active_at: now } : { participant_active_at: now }),
  });
  if (turns < conversation.maxTurns) return { turns, hasEnded: false };
  const current = { ...conversation, turns, state: joined ?? conversation.state };
  await closeConversation(tx, current, { event: 'turns_used', reason: 'max_turns', endedBy: senderId }, now);
  return { turns, hasEnded: true };
}

export interface Closing {
  readonly event: ConversationEvent;
  readonly reason: EndReason | null;
  readonly endedBy: string | null;
  /** Who knows of it already. */
  readonly told?: string;
}

export async function closeConversation(
  tx: Db,
  conversation: Conversation,
  closing: Closing,
  now: number,
): Promise<void> {
  const state = advance(conversation.state, closing.event);
  if (!state) {
    throw fail('conversation_not_active', { conversation_id: conversation.id, state: conversation.state });
  }
  await change(tx, conversation.id, {
    state,
    closed_at: now,
    ended_by: closing.endedBy,
    end_reason: closing.reason,
    // Nobody asked an agent whose request ran out: only the one who asked has to learn of it.
    ...(state === 'expired' ? { participant_told: 1 } : {}),
  });
  await tellOfEnd(tx, conversation, now);
  if (closing.told !== undefined) {
    await markTold(
      tx,
      { ...conversation, state, ...(state === 'expired' ? { isParticipantTold: true } : {}) },
      closing.told,
      BY.answer,
    );
  }
}

/** When both know of the end it is over. */
export async function markTold(tx: Db, conversation: Conversation, agentId: string, how: Told): Promise<void> {
  const isInitiator = agentId === conversation.initiatorId;
  const left = untold(conversation).filter((id) => id !== agentId);
  const over = left.length === 0 ? advance(conversation.state, 'told') : null;
  await change(tx, conversation.id, {
    ...(isInitiator ? { initiator_told: how } : { participant_told: how }),
    ...(over ? { state: over } : {}),
  });
}

/** Both were told, or nobody waits any longer for the one who was not; that one still learns of it when it comes. */
export async function finishConversation(tx: Db, { id, state }: Conversation): Promise<void> {
  const over = advance(state, 'told');
  if (over) await change(tx, id, { state: over });
}

async function change(tx: Db, id: string, changes: Partial<ConversationRow>): Promise<void> {
  await tx.updateTable('conversations').set(changes).where('id', '=', id).execute();
}

/** Ids hold no blanks, so the pair cannot be read in two ways. */
function pairOf(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

function toConversation(row: ConversationRow): Conversation {
  return {
    id: row.id,
    projectId: row.project_id,
    initiatorId: row.initiator_id,
    participantId: row.participant_id,
    state: row.state,
    purpose: row.purpose,
    taskId: row.task_id,
    maxTurns: row.max_turns,
    turns: row.turns,
    createdAt: row.created_at,
    lastActivityAt: row.last_activity_at,
    initiatorActiveAt: row.initiator_active_at,
    participantActiveAt: row.participant_active_at,
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
