/** Sends a chat message, for tools and people alike: checks it, stores it, counts the turn, and writes the files. */
import { fail } from '../../errors.js';
import { findAgent, mustFindTarget, type TeamAgent } from '../people/agents.js';
import { mustHaveFolder } from '../people/projects.js';
import type { Session } from '../sessions/session.js';
import type { Db } from '../store/schema.js';
import type { Team } from '../team.js';
import { delegationToTalk, takeUp } from '../work/delegations.js';
import { workOf } from '../work/session-work.js';
import { tellIfAnswer, tellIfBlocked } from '../work/wait-over.js';
import { mustFindWorkTask } from '../work/work-tasks.js';
import type { FileTrouble } from './chat-files.js';
import { type Conversation, DEFAULT_MAX_TURNS, takesPart } from './conversation.js';
import { findConversation, lastEnded, openBetween } from './conversation-reads.js';
import { noteMessage, openConversation, orAlreadyOpen } from './conversations.js';
import { addMessage, type ChatMessage, checkContentLength } from './messages.js';

export interface ChatDraft {
  /** Given if a command may repeat the message; otherwise it gets a new one. */
  readonly id?: string | undefined;
  readonly projectId: string;
  readonly senderId: string;
  readonly targetId: string;
  readonly content: string;
  readonly relatedTaskId: string | null;
  /** Null for the open conversation of the two, if they need one. */
  readonly conversationId: string | null;
  /** The session that starts a conversation if one is needed and none is open; null to refuse the message then. */
  readonly autoStart: Session | null;
}

export interface WrittenMessage {
  readonly message: ChatMessage;
  readonly conversation: Conversation | null;
  readonly turns: number | null;
  readonly hasEnded: boolean;
}

export interface SentChat extends WrittenMessage {
  /** Chat files that could not be written; the message is stored anyway. */
  readonly troubles: readonly FileTrouble[];
}

export async function sendChat(team: Team, draft: ChatDraft): Promise<SentChat> {
  const { targetId, senderId, projectId } = draft;
  if (draft.content.trim() === '') throw fail('missing_arguments', { missing: ['content'] });
  checkContentLength(draft.content);
  if (targetId === senderId) {
    throw fail('cannot_message_self', { agent: senderId, target_agent_id: targetId });
  }
  const pair = { projectId, initiatorId: senderId, participantId: targetId };
  const { project, unfinished, ...sent } = await orAlreadyOpen(team.store, pair, () =>
    team.change(async (tx, now) => {
      const target = await mustFindTarget(tx, projectId, targetId);
      const conversation = await conversationFor(tx, draft, target, now);
      const project = await mustHaveFolder(tx, projectId);
      if (draft.relatedTaskId !== null) await mustFindWorkTask(tx, projectId, draft.relatedTaskId);
      const written = await writeMessage(tx, draft, conversation, now);
      return { project, ...written, ...(await team.files.append(tx, project, [senderId, targetId])) };
    }),
  );
  // A long history that was missing in a file would keep the other daemons waiting.
  const troubles = unfinished.length === 0 ? [] : await team.files.write(project, unfinished);
  return { ...sent, troubles: [...sent.troubles, ...troubles] };
}

/** Adds the message, and counts it as a turn of its conversation. */
export async function writeMessage(
  tx: Db,
  draft: Pick<ChatDraft, 'id' | 'projectId' | 'senderId' | 'targetId' | 'content' | 'relatedTaskId'>,
  conversation: Conversation | null,
  now: number,
): Promise<WrittenMessage> {
  const { targetId: receiverId, ...rest } = draft;
  const { id, projectId, senderId, content, relatedTaskId } = rest;
  const conversationId = conversation?.id ?? null;
  const message = await addMessage(tx, {
    ...{ id, projectId, senderId, receiverId, content, relatedTaskId, conversationId },
    createdAt: now,
  });
  if (!conversation) {
    await tellIfAnswer(tx, message, now);
    return { message, conversation, turns: null, hasEnded: false };
  }
  // A conversation that a task session started itself has no delegation whose report would tell the task of the answer.
  if (conversation.delegationId === null && senderId === conversation.participantId) {
    const answer = { message: content, messageId: message.id, conversationId: conversation.id, whoId: senderId };
    await tellIfBlocked(tx, conversation.taskId, answer, now);
  }
  return { message, conversation, ...(await noteMessage(tx, conversation, senderId, now)) };
}

/** Two AI agents need a conversation; with a person on either side there is none. */
async function conversationFor(tx: Db, draft: ChatDraft, target: TeamAgent, now: number): Promise<Conversation | null> {
  const { projectId, senderId, targetId } = draft;
  if (draft.conversationId !== null) return conversationGiven(tx, draft, draft.conversationId);
  const open = await openBetween(tx, projectId, senderId, targetId);
  if (open) return open;
  const sender = await findAgent(tx, senderId);
  if (sender?.kind !== 'ai' || target.kind !== 'ai') return null;
  if (!draft.autoStart) {
    const ended = await lastEnded(tx, projectId, senderId, targetId);
    const over = ended === null ? {} : { ended_conversation_id: ended.id };
    throw fail('conversation_required_for_ai_to_ai', { from_agent_id: senderId, to_agent_id: targetId, ...over });
  }
  const wanted = { projectId, initiatorId: senderId, participantId: targetId };
  const about = await subjectOf(tx, draft.autoStart, targetId);
  return openConversation(tx, { ...wanted, ...about, purpose: null, maxTurns: DEFAULT_MAX_TURNS }, now);
}

/** A task session talks about its own work task, a chat session about what was delegated to it. */
async function subjectOf(
  tx: Db,
  session: Session,
  targetId: string,
): Promise<{ readonly taskId: string | null; readonly delegationId: string | null }> {
  if (session.purpose === 'task') {
    return { taskId: session.taskId ?? (await workOf(tx, session))?.taskId ?? null, delegationId: null };
  }
  const delegation = await delegationToTalk(tx, session, targetId);
  if (delegation) await takeUp(tx, delegation.id, session.id);
  return { taskId: delegation?.taskId ?? null, delegationId: delegation?.id ?? null };
}

async function conversationGiven(
  tx: Db,
  { projectId, senderId, targetId }: ChatDraft,
  id: string,
): Promise<Conversation> {
  const conversation = await findConversation(tx, id);
  if (conversation?.projectId !== projectId) throw fail('conversation_not_found', { conversation_id: id });
  for (const agentId of [senderId, targetId]) {
    if (!takesPart(conversation, agentId)) {
      throw fail('not_conversation_participant', { conversation_id: id, agent_id: agentId });
    }
  }
  const { state } = conversation;
  if (state !== 'pending' && state !== 'active') {
    throw fail('conversation_not_active', { conversation_id: id, state });
  }
  return conversation;
}
