/** Handles `synapse reply` to a chat message: sends the answer as chat to its sender, in its conversation. */
import { fail, SynapseError } from '../../errors.js';
import { namedIdFor, shortNamedId } from '../../ids.js';
import type { Task } from '../../taskstore/task.js';
import { latestSender } from '../../team/chat/handing-out.js';
import { type ChatMessage, messageById, receivedByPrefix } from '../../team/chat/messages.js';
import { sendChat } from '../../team/chat/send-chat.js';
import type { Team } from '../../team/team.js';
import { sentAnswer } from '../../tools/chat/chat-answer.js';
import type { DaemonContext } from '../context.js';
import { requestToAnswer } from '../mail/incoming/open-requests.js';
import type { ReplyRequest } from '../mail/outgoing/sent.js';
import type { TeamAccess } from '../team/team-access.js';

interface ChatTarget {
  readonly projectId: string;
  readonly targetId: string;
  readonly conversationId: string | null;
}

/** What decides which message a reply means. */
export interface ChatReply extends Pick<ReplyRequest, 'messageId' | 'to' | 'latest'> {
  /** Whether it comes from a terminal into which chat is typed. */
  readonly isFromChat: boolean;
  readonly isOwn: (task: Task) => boolean;
}

/** Null if the reply is not for a chat message. */
export async function replyInChat(
  access: TeamAccess,
  request: ChatReply,
  content: string,
): Promise<Record<string, unknown> | null> {
  const id = request.messageId === undefined ? undefined : namedIdFor('msg', request.messageId);
  const before = id === undefined ? null : await saidBefore(access, id);
  if (before) return { ...delivered(before.id, before.receiverId), repeated: true };
  const target = await targetOf(access, request);
  if (!target) return null;
  const draft = { id, ...target, senderId: access.context.self.id, content, relatedTaskId: null, autoStart: null };
  const team = await access.open();
  const answer = await sentAnswer(team, await sendChat(team, draft), access.say);
  return { ...answer, ...delivered(String(answer.message_id), target.targetId) };
}

function delivered(id: string, target: string): Record<string, unknown> {
  return { outcome: 'delivered', target, late: false, task_gone: false, task: { id, short_id: shortNamedId(id) } };
}

/** What a repeated command has said already. */
async function saidBefore(access: TeamAccess, id: string): Promise<ChatMessage | null> {
  const team = await readableTeam(access);
  const message = team && (await team.store.read((db) => messageById(db, id)));
  return message?.senderId === access.context.self.id ? message : null;
}

/** Finds mail without the team, so that its answers go out even if the team store cannot be read. */
async function targetOf(access: TeamAccess, request: ChatReply): Promise<ChatTarget | null> {
  const { context } = access;
  const { to } = request;
  const mail = mailMeant(context, request);
  if (!(mail instanceof SynapseError)) {
    const chat = chatOf(mail);
    if (!chat && to !== null) await mustNotBeChat(access, to, mail);
    return chat;
  }
  const isForLatest = mail.code === 'no_open_request' && to === null && request.isFromChat;
  const isNamed = mail.code === 'task_not_found' && to !== null;
  const team = isForLatest || isNamed ? await readableTeam(access) : null;
  if (!team) return null;
  return isNamed ? messageNamed(team, to, context.self.id) : latestOf(team, context.project, context.self.id);
}

/** The mail that the reply is for, or why there is none. */
function mailMeant(context: DaemonContext, request: ChatReply): Task | SynapseError {
  try {
    return requestToAnswer(context, request, request.isOwn);
  } catch (error) {
    if (error instanceof SynapseError) return error;
    throw error;
  }
}

/** The sender of a mail chooses its id, so it could be that of a chat message. */
async function mustNotBeChat(access: TeamAccess, word: string, task: Task): Promise<void> {
  const team = CHAT_ID.test(word) ? await readableTeam(access) : null;
  if (!team) return;
  const [message] = await messagesNamed(team, word, access.context.self.id);
  if (message) throw fail('ambiguous_id', { task: word, matches: [task.id, message.id] });
}

async function readableTeam(access: TeamAccess): Promise<Team | null> {
  try {
    return await access.ifThere();
  } catch (error) {
    access.context.log.error('team', { reason: (error as Error).message });
    return null;
  }
}

/** The chat that a message was typed from; null if it is ordinary mail. */
function chatOf({ metadata, peer }: Task): ChatTarget | null {
  const { _chat: isChat, chat_project: projectId, conversation_id: conversationId } = metadata;
  if (isChat !== true || typeof projectId !== 'string') return null;
  return {
    projectId,
    targetId: peer.id,
    conversationId: typeof conversationId === 'string' ? conversationId : null,
  };
}

/** The last sender, so that a chat terminal need not name the message it answers. */
async function latestOf(team: Team, projectId: string | null, agentId: string): Promise<ChatTarget | null> {
  const targetId = projectId === null ? null : await team.store.read((db) => latestSender(db, { projectId, agentId }));
  return projectId === null || targetId === null ? null : { projectId, targetId, conversationId: null };
}

/** A person sees chat messages in the inbox, with the beginning of their ids. */
async function messageNamed(team: Team, word: string, agentId: string): Promise<ChatTarget | null> {
  const [message, ...others] = await messagesNamed(team, word, agentId);
  if (others.length > 0)
    throw fail('ambiguous_id', { task: word, matches: [message?.id, ...others.map(({ id }) => id)] });
  return message
    ? { projectId: message.projectId, targetId: message.senderId, conversationId: message.conversationId }
    : null;
}

const CHAT_ID = /^(?:msg_)?([0-9a-f]{4,})$/;

async function messagesNamed(team: Team, word: string, agentId: string): Promise<readonly ChatMessage[]> {
  const hex = CHAT_ID.exec(word)?.[1];
  return hex === undefined ? [] : team.store.read((db) => receivedByPrefix(db, agentId, `msg_${hex}`));
}
