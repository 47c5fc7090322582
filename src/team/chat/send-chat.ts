/** How a chat message is sent: every check in its order, then message, conversation and files. Tools and people share it. */
import { fail } from '../errors.js';
import { type Language, textOf } from '../i18n.js';
import type { FileTrouble } from '../team/chat/chat-files.js';
import { type Conversation, DEFAULT_MAX_TURNS, takesPart } from '../team/chat/conversation.js';
import { findConversation, openBetween } from '../team/chat/conversation-reads.js';
import { alreadyOpen, noteMessage, openConversation } from '../team/chat/conversations.js';
import { addMessage, type ChatMessage, checkContentLength } from '../team/chat/messages.js';
import { findAgent, isAssigned, type TeamAgent } from '../team/people/agents.js';
import { mustFindProject, type Project } from '../team/people/projects.js';
import type { Db } from '../team/store/schema.js';
import type { Team } from '../team/team.js';
import { delegatedTask } from '../team/work/delegations.js';
import type { Answer, ToolCall } from './tool.js';
import { noteOn } from './waiting-note.js';

export interface Sending {
  readonly projectId: string;
  readonly senderId: string;
  readonly targetId: string;
  readonly content: string;
  readonly relatedTaskId: string | null;
  readonly conversationId: string | null;
  readonly autoStart: boolean;
}

export async function sendChat(team: Team, sending: Sending, language: Language): Promise<Answer> {
  const { targetId, senderId, projectId } = sending;
  if (sending.content.trim() === '') throw fail('missing_arguments', { missing: ['content'] });
  checkContentLength(sending.content);
  if (targetId === senderId) {
    throw fail('cannot_message_self', { agent: senderId, target_agent_id: targetId });
  }
  const { message, conversation, turns, hasEnded, project } = await opening(team, targetId, () =>
    team.change(async (tx, now) => {
      const target = await mustFindTarget(tx, projectId, targetId);
      const conversation = await conversationFor(tx, sending, target, now);
      const project = await mustHaveFolder(tx, projectId);
      return { project, ...(await say(tx, sending, conversation, now)) };
    }),
  );
  const troubles = await team.files.write(project, [senderId, targetId]);
  const tell: ToolCall['say'] = (key, facts) => textOf(language, key, facts);
  const note = await team.store.read((db) => noteOn(db, { projectId, agentId: targetId, purpose: 'chat' }, tell));
  return {
    message_id: message.id,
    target_agent_id: targetId,
    conversation_id: conversation?.id ?? null,
    current_turns: turns,
    max_turns: conversation?.maxTurns ?? null,
    ...(hasEnded ? { conversation_ended: true } : {}),
    ...warningOf(troubles, language),
    ...note,
  };
}

/** What is said lies in the store, whatever becomes of the files; that it does not lie in them is no secret. */
export function warningOf(troubles: readonly FileTrouble[], language: Language): { readonly warning?: string } {
  const [first] = troubles;
  if (!first) return {};
  return { warning: textOf(language, 'chat_file_trouble', { agent_id: first.agentId, reason: first.reason }) };
}

/** A text of blanks is none: nobody could answer it, and no terminal takes it. */
export function wordsOf(text: string | undefined): string | null {
  return text === undefined || text.trim() === '' ? null : text;
}

export interface Said {
  readonly message: ChatMessage;
  readonly conversation: Conversation | null;
  readonly turns: number | null;
  readonly hasEnded: boolean;
}

/** The message itself, and its turn in the conversation. */
export async function say(
  tx: Db,
  sending: Pick<Sending, 'projectId' | 'senderId' | 'targetId' | 'content' | 'relatedTaskId'>,
  conversation: Conversation | null,
  now: number,
): Promise<Said> {
  const message = await addMessage(tx, {
    projectId: sending.projectId,
    senderId: sending.senderId,
    receiverId: sending.targetId,
    content: sending.content,
    createdAt: now,
    relatedTaskId: sending.relatedTaskId,
    conversationId: conversation?.id ?? null,
  });
  if (!conversation) return { message, conversation, turns: null, hasEnded: false };
  return { message, conversation, ...(await noteMessage(tx, conversation, sending.senderId, now)) };
}

export async function mustFindTarget(db: Db, projectId: string, targetId: string): Promise<TeamAgent> {
  const target = await mustFindAgent(db, targetId);
  await mustBeInProject(db, projectId, targetId);
  return target;
}

export async function mustFindAgent(db: Db, targetId: string): Promise<TeamAgent> {
  const target = await findAgent(db, targetId);
  if (!target) throw fail('agent_not_found', { target: targetId, target_agent_id: targetId });
  return target;
}

export async function mustBeInProject(db: Db, projectId: string, targetId: string): Promise<void> {
  if (await isAssigned(db, projectId, targetId)) return;
  throw fail('target_agent_not_in_project', { target_agent_id: targetId, project_id: projectId });
}

export async function mustHaveFolder(db: Db, projectId: string): Promise<Project> {
  const project = await mustFindProject(db, projectId);
  if (project.workingDirectory === null) throw fail('working_directory_not_set', { project_id: projectId });
  return project;
}

/** Two who open the same conversation at the same moment: the database lets one of them. */
export async function opening<T>(team: Team, targetId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw team.store.isConflict(error) ? alreadyOpen(targetId) : error;
  }
}

/** Between AI agents there must be one; with a person on either side there is none. */
async function conversationFor(tx: Db, sending: Sending, target: TeamAgent, now: number): Promise<Conversation | null> {
  const { projectId, senderId, targetId } = sending;
  if (sending.conversationId !== null) return conversationGiven(tx, sending, sending.conversationId);
  const open = await openBetween(tx, projectId, senderId, targetId);
  if (open) return open;
  const sender = await findAgent(tx, senderId);
  if (sender?.kind !== 'ai' || target.kind !== 'ai') return null;
  if (!sending.autoStart) {
    throw fail('conversation_required_for_ai_to_ai', { from_agent_id: senderId, to_agent_id: targetId });
  }
  const wanted = { projectId, initiatorId: senderId, participantId: targetId };
  const taskId = await delegatedTask(tx, { projectId, agentId: senderId }, targetId);
  return openConversation(tx, { ...wanted, purpose: null, taskId, maxTurns: DEFAULT_MAX_TURNS }, now);
}

async function conversationGiven(
  tx: Db,
  { projectId, senderId, targetId }: Sending,
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
