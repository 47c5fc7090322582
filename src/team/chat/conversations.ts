/** Changes conversations in the store: opens, joins, counts turns, ends, and marks who was told. */
import { fail } from '../../errors.js';
import { newNamedId } from '../../random-ids.js';
import { noteChange } from '../store/change-log.js';
import type { ConversationRow, Db, Told } from '../store/schema.js';
import type { TeamStore } from '../store/store.js';
import { tellOfEnd } from '../work/notifications.js';
import { tellIfBlocked } from '../work/wait-over.js';
import { advance, type Conversation, type ConversationEvent, type EndReason, untold } from './conversation.js';
import { BY, openBetween, pairOf, toConversation } from './conversation-reads.js';

export interface NewConversation {
  readonly projectId: string;
  readonly initiatorId: string;
  readonly participantId: string;
  readonly purpose: string | null;
  readonly taskId: string | null;
  readonly delegationId?: string | null;
  readonly maxTurns: number;
}

type Pair = Pick<NewConversation, 'projectId' | 'initiatorId' | 'participantId'>;

/** At most one per pair, whoever starts it; a unique index guarantees it between processes. */
export async function openConversation(tx: Db, wanted: NewConversation, now: number): Promise<Conversation> {
  const { projectId, initiatorId, participantId } = wanted;
  await mustNotBeOpen(tx, wanted);
  const row: ConversationRow = {
    id: newNamedId('conv'),
    project_id: projectId,
    initiator_id: initiatorId,
    participant_id: participantId,
    pair: pairOf(initiatorId, participantId),
    state: 'pending',
    purpose: wanted.purpose,
    task_id: wanted.taskId,
    delegation_id: wanted.delegationId ?? null,
    max_turns: wanted.maxTurns,
    turns: 0,
    created_at: now,
    last_activity_at: now,
    initiator_active_at: now,
    participant_active_at: now,
    joined_at: null,
    closed_at: null,
    ended_by: null,
    end_reason: null,
    request_seen: 0,
    initiator_told: 0,
    participant_told: 0,
  };
  await tx.insertInto('conversations').values(row).execute();
  noteChange(tx, 'chat', { projectId, agentIds: [initiatorId, participantId] });
  return toConversation(row);
}

export async function mustNotBeOpen(db: Db, { projectId, initiatorId, participantId }: Pair): Promise<void> {
  const open = await openBetween(db, projectId, initiatorId, participantId);
  if (open) throw alreadyOpen(participantId, open.id);
}

/** If two agents open the same conversation at once, the database refuses one of them, who is told so. */
export async function orAlreadyOpen<T>(store: TeamStore, pair: Pair, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!store.isConflict(error)) throw error;
    const { projectId, initiatorId, participantId } = pair;
    const open = await store.read((db) => openBetween(db, projectId, initiatorId, participantId));
    throw alreadyOpen(participantId, open?.id);
  }
}

function alreadyOpen(targetId: string, conversationId?: string) {
  return fail('conversation_already_active', {
    target_agent_id: targetId,
    ...(conversationId === undefined ? {} : { conversation_id: conversationId }),
  });
}

/** Activates the conversations that wait for the participant. The requests are still to be told. */
export async function joinPending(tx: Db, projectId: string, agentId: string, now: number): Promise<void> {
  const joined = await tx
    .updateTable('conversations')
    .set({ state: 'active', last_activity_at: now, participant_active_at: now, joined_at: now })
    .where('project_id', '=', projectId)
    .where('participant_id', '=', agentId)
    .where('state', '=', 'pending')
    .returning('initiator_id')
    .execute();
  noteChange(tx, 'chat', { projectId, agentIds: [agentId, ...joined.map((row) => row.initiator_id)] });
}

/** Marks the request as told, which also joins the conversation. */
export async function markRequestSeen(tx: Db, conversation: Conversation, now: number, how: Told): Promise<void> {
  const joined = advance(conversation.state, 'joined');
  await change(tx, conversation, [conversation.participantId], {
    request_seen: how,
    ...(joined ? { state: joined, last_activity_at: now, participant_active_at: now, joined_at: now } : {}),
  });
}

/** Counts a message as a turn. The participant's first one joins; the last possible one ends the conversation. */
export async function noteMessage(
  tx: Db,
  conversation: Conversation,
  senderId: string,
  now: number,
): Promise<{ readonly turns: number; readonly hasEnded: boolean }> {
  const isInitiator = senderId === conversation.initiatorId;
  const joined = isInitiator ? null : advance(conversation.state, 'joined');
  const turns = conversation.turns + 1;
  // The receiver is told about the message itself.
  await change(tx, conversation, [], {
    turns,
    last_activity_at: now,
    ...(joined ? { state: joined, request_seen: 1, joined_at: now } : {}),
    ...(isInitiator ? { initiator_active_at: now } : { participant_active_at: now }),
  });
  if (turns < conversation.maxTurns) return { turns, hasEnded: false };
  const joinedAt = joined ? now : conversation.joinedAt;
  const current = { ...conversation, turns, joinedAt, state: joined ?? conversation.state };
  await closeConversation(tx, current, { event: 'turns_used', reason: 'max_turns', endedBy: senderId }, now);
  return { turns, hasEnded: true };
}

export interface Closing {
  readonly event: ConversationEvent;
  readonly reason: EndReason | null;
  readonly endedBy: string | null;
  /** The agents that already know. */
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
  await change(tx, conversation, [conversation.initiatorId, conversation.participantId], {
    state,
    closed_at: now,
    ended_by: closing.endedBy,
    end_reason: closing.reason,
    // The participant never heard of a request that expired, so only the initiator is told.
    ...(state === 'expired' ? { participant_told: 1 } : {}),
  });
  await tellOfEnd(tx, conversation, now);
  if (conversation.joinedAt !== null) {
    const { taskId, id: conversationId, participantId: whoId } = conversation;
    await tellIfBlocked(tx, taskId, { message: null, conversationId, whoId }, now);
  }
  if (closing.told !== undefined) {
    await markTold(
      tx,
      { ...conversation, state, ...(state === 'expired' ? { isParticipantTold: true } : {}) },
      closing.told,
      BY.answer,
    );
  }
}

/** Marks that an agent knows of the end; once both do, the conversation has ended. */
export async function markTold(tx: Db, conversation: Conversation, agentId: string, how: Told): Promise<void> {
  const isInitiator = agentId === conversation.initiatorId;
  const left = untold(conversation).filter((id) => id !== agentId);
  const over = left.length === 0 ? advance(conversation.state, 'told') : null;
  await change(tx, conversation, [agentId], {
    ...(isInitiator ? { initiator_told: how } : { participant_told: how }),
    ...(over ? { state: over } : {}),
  });
}

/** Notes that the agent's own store has what it was told in its terminal. */
export async function markKept(tx: Db, conversationId: string, agentId: string): Promise<void> {
  const sides = [
    ['initiator_id', 'initiator_told'],
    ['participant_id', 'participant_told'],
    ['participant_id', 'request_seen'],
  ] as const;
  for (const [side, told] of sides) {
    await tx
      .updateTable('conversations')
      .set({ [told]: BY.answer })
      .where('id', '=', conversationId)
      .where(side, '=', agentId)
      .where(told, '=', BY.terminal)
      .execute();
  }
}

/** Ends it for good, even if one agent was not told in time; that one is told when it comes back. */
export async function finishConversation(tx: Db, conversation: Conversation): Promise<void> {
  const over = advance(conversation.state, 'told');
  if (over) await change(tx, conversation, untold(conversation), { state: over });
}

/** `agentIds` are the agents that may wait for this. */
async function change(
  tx: Db,
  { id, projectId }: Conversation,
  agentIds: readonly string[],
  changes: Partial<ConversationRow>,
): Promise<void> {
  await tx.updateTable('conversations').set(changes).where('id', '=', id).execute();
  noteChange(tx, 'chat', { projectId, agentIds });
}
