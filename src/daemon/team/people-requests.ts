/** Chat for people: reads and writes an agent's chat, asks for its chat session, and lists unread messages. */

import { fail, SynapseError } from '../../errors.js';
import { sayIn } from '../../i18n.js';
import { wantChat } from '../../team/chat/chat-work.js';
import { handOut, pendingMessages } from '../../team/chat/handing-out.js';
import { messageById, messagesOf } from '../../team/chat/messages.js';
import { sendChat } from '../../team/chat/send-chat.js';
import { chatMailJson, chatMessageJson } from '../../team/json/message-json.js';
import { findAgent, isAssigned, mustFindTarget, projectsOf } from '../../team/people/agents.js';
import { mustFindProject } from '../../team/people/projects.js';
import { liveSession } from '../../team/sessions/live-sessions.js';
import { SESSION_PREFIX } from '../../team/sessions/session.js';
import { requestExit } from '../../team/sessions/session-ends.js';
import { forgetFailures } from '../../team/sessions/session-starts.js';
import type { Db } from '../../team/store/schema.js';
import type { Team } from '../../team/team.js';
import { readArguments } from '../../tools/call/arguments.js';
import { requireSession } from '../../tools/call/call.js';
import { sentAnswer } from '../../tools/chat/chat-answer.js';
import { CHAT_TOOLS } from '../../tools/chat/chat-tools.js';
import { fieldsOf, textsField, wrong } from '../http/door/fields.js';
import { type Exchange, NOBODY } from '../http/exchange.js';
import { pageSize } from '../http/page-size.js';
import { readNotices, unreadNotices } from '../sessions/people-notices.js';
import type { TeamAccess } from './team-access.js';
import { bearerOf, wantedLanguage } from './tool-requests.js';

/** Translates failures into the caller's language, as the tools do. */
export async function withTranslatedErrors(
  access: TeamAccess,
  exchange: Pick<Exchange, 'request'>,
  work: () => unknown,
): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof SynapseError ? error.in(wantedLanguage(access, exchange)) : error;
  }
}

/** Returns a page of the agent's chat: the newest messages, or those after or before a given one. */
export async function readChat(access: TeamAccess, exchange: Exchange<ByAgent>): Promise<unknown> {
  const { team, member } = await visit(access, exchange);
  const limit = pageSize(exchange.query);
  const messages = await team.look(async (db) => {
    const after = await seqNamed(db, member.projectId, exchange.query.get('after'));
    const before = await seqNamed(db, member.projectId, exchange.query.get('before'));
    const page = { ...(after === null ? {} : { after }), ...(before === null ? {} : { before }), limit: limit + 1 };
    return messagesOf(db, member, page);
  });
  const hasMore = messages.length > limit;
  const page = exchange.query.has('after') ? messages.slice(0, limit) : messages.slice(-limit);
  return { success: true, messages: page.map(chatMessageJson), has_more: hasMore };
}

export async function writeChat(access: TeamAccess, exchange: Exchange<ByAgent>): Promise<unknown> {
  const { team, member, personId } = await visit(access, exchange);
  const tool = CHAT_TOOLS.find(({ name }) => name === 'send_message') as (typeof CHAT_TOOLS)[0];
  const given = fieldsOf(await exchange.body());
  const say = sayIn(wantedLanguage(access, exchange));
  const args = readArguments(tool, { ...given, target_agent_id: member.agentId }, say);
  // Somebody wants this, so the agent is started again, however often that failed before.
  await team.change((tx) => forgetFailures(tx, member.agentId));
  const draft = {
    projectId: member.projectId,
    senderId: personId,
    targetId: member.agentId,
    content: args.content,
    relatedTaskId: args.related_task_id ?? null,
    conversationId: null,
    autoStart: null,
  };
  return { success: true, ...(await sentAnswer(team, await sendChat(team, draft), say)) };
}

/** Asks for the agent's chat session; a daemon of the team starts it. */
export async function startChat(access: TeamAccess, exchange: Exchange<ByAgent>): Promise<unknown> {
  const { team, member } = await visit(access, exchange);
  const isLive = await team.change(async (tx, now) => {
    const live = await liveSession(tx, { ...member, purpose: 'chat' });
    if (!live) await wantChat(tx, member, now);
    await forgetFailures(tx, member.agentId);
    return live !== null;
  });
  return { success: true, agent_id: member.agentId, status: isLive ? 'active' : 'pending' };
}

/** Tells the agent's chat session to exit at its next `get_next_action`. */
export async function endChat(access: TeamAccess, exchange: Exchange<ByAgent>): Promise<unknown> {
  const { team, member } = await visit(access, exchange);
  const isLive = await team.change(async (tx, now) => {
    await wantChat(tx, member, null);
    return requestExit(tx, member.agentId, member.projectId, now);
  });
  return { success: true, agent_id: member.agentId, status: isLive ? 'ending' : 'ended' };
}

/** Returns the unread chat messages and notices of this daemon's owner, in the form of inbox mail. */
export async function unreadChat(access: TeamAccess, exchange: Exchange): Promise<unknown> {
  const team = await access.ifThere();
  if (!team) return { messages: [] };
  const agentId = access.context.self.id;
  const limit = pageSize(exchange.query);
  const say = sayIn(wantedLanguage(access, exchange), 'command');
  return team.look(async (db) => {
    const messages = [];
    for (const projectId of await projectsOf(db, agentId)) {
      const person = { projectId, agentId };
      messages.push(...(await pendingMessages(db, person, limit)).map(chatMailJson));
      messages.push(...(await unreadNotices(db, person, limit, say)));
    }
    return { messages };
  });
}

/** Marks what the inbox has shown as read. */
export async function markChatRead(access: TeamAccess, { body }: Exchange): Promise<unknown> {
  const fields = fieldsOf(await body());
  if (!Array.isArray(fields.ids)) throw wrong('ids', 'a list of message ids');
  const wanted = new Set(textsField(fields, 'ids'));
  const team = await access.ifThere();
  if (!team) return { read: 0 };
  const agentId = access.context.self.id;
  const read = await team.change(async (tx, now) => {
    let count = 0;
    for (const projectId of await projectsOf(tx, agentId)) {
      count += await readNotices(tx, { projectId, agentId }, wanted, now);
      const waiting = await pendingMessages(tx, { projectId, agentId }, wanted.size);
      const shown = waiting.findIndex(({ id }) => !wanted.has(id));
      const { messages } = await handOut(tx, { projectId, agentId }, shown < 0 ? waiting.length : shown);
      count += messages.length;
    }
    return count;
  });
  return { read };
}

/** The params of a route about an agent's chat in a project. */
interface ByAgent {
  readonly id: string;
  readonly agent: string;
}

interface Visit {
  readonly team: Team;
  readonly member: { readonly projectId: string; readonly agentId: string };
  readonly personId: string;
}

/** Checks that the caller is a person in this project, by credential or session. */
async function visit(access: TeamAccess, exchange: Exchange<ByAgent>): Promise<Visit> {
  const { id: projectId, agent: agentId } = exchange.params;
  const token = exchange.caller === NOBODY ? bearerOf(exchange.request.headers.authorization) : null;
  if (exchange.caller === NOBODY && !token?.startsWith(SESSION_PREFIX)) throw fail('authentication_required');
  const team = await access.ifThere();
  if (!team) throw fail('project_not_found', { project_id: projectId });
  const session = token === null ? null : await requireSession(team, token);
  if (session) exchange.trust();
  const personId = session?.agentId ?? exchange.caller.id;
  await team.look(async (db) => {
    await mustFindProject(db, projectId);
    const isOutside = session === null && exchange.caller.kind === 'outside';
    const person = isOutside ? null : await findAgent(db, personId);
    if (person?.kind !== 'human') throw fail('unauthorized', { agent_id: personId });
    const isElsewhere = session !== null && session.projectId !== projectId;
    if (isElsewhere || !(await isAssigned(db, projectId, personId))) {
      throw fail('agent_not_assigned_to_project', { agent_id: personId, project_id: projectId });
    }
    await mustFindTarget(db, projectId, agentId);
  });
  return { team, member: { projectId, agentId }, personId };
}

/** The position of a message in the chat, given by its id or its number. */
async function seqNamed(db: Db, projectId: string, word: string | null): Promise<number | null> {
  if (word === null) return null;
  if (/^\d{1,15}$/.test(word)) return Number(word);
  const message = await messageById(db, word);
  if (message?.projectId !== projectId) throw fail('invalid_request', { reason: `There is no message ${word}.` });
  return message.seq;
}
