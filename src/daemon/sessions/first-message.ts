/** The first message to a session: who it is, who wants what, and which commands to use. */
import type { Say } from '../../i18n.js';
import { partnerOf } from '../../team/chat/conversation.js';
import { conversationsOf } from '../../team/chat/conversation-reads.js';
import { unansweredMessages } from '../../team/chat/handing-out.js';
import { messagesOfConversation } from '../../team/chat/messages.js';
import { countExecutions } from '../../team/executions/executions.js';
import type { Member } from '../../team/people/agents.js';
import type { Db } from '../../team/store/schema.js';
import { openDelegations } from '../../team/work/delegations.js';
import { findWorkTask } from '../../team/work/work-tasks.js';

const LONGEST_QUOTE = 200;

/** Describes the work task of a task session. Its description comes last, because it may be cut off. */
export async function aboutTask(
  db: Db,
  { projectId, agentId }: Member,
  taskId: string,
  say: Say,
): Promise<string | null> {
  const task = await findWorkTask(db, taskId);
  if (!task) return null;
  const facts = {
    agent_id: agentId,
    project_id: projectId,
    task_id: taskId,
    title: oneLine(task.title),
    by: task.statusChangedBy ?? task.createdBy,
  };
  const isAgain = (await countExecutions(db, { agentId, taskId })) > 1;
  const parts = [
    say('started_for_task', facts),
    ...(isAgain ? [say('started_for_task_again', facts)] : []),
    ...(task.description.trim() === '' ? [] : [task.description.trim()]),
  ];
  return parts.join(' ');
}

/** Describes what a chat session is for, and what an earlier session left open, which it could not know otherwise. */
export async function aboutChat(db: Db, member: Member, why: string, say: Say): Promise<string> {
  const { projectId, agentId } = member;
  const parts = [say('started_for_chat', { agent_id: agentId, project_id: projectId, why }), say('chat_tools')];
  for (const conversation of await conversationsOf(db, projectId, agentId)) {
    if (conversation.state !== 'active' || !isKnown(conversation, agentId)) continue;
    const [last] = await messagesOfConversation(db, conversation.id, 1);
    const quote = last ? say('last_words', { sender_id: last.senderId, content: oneLine(last.content) }) : '';
    const facts = { conversation_id: conversation.id, partner_id: partnerOf(conversation, agentId), quote };
    parts.push(say('chat_goes_on', facts));
  }
  for (const { senderId, content } of await unansweredMessages(db, member)) {
    parts.push(say('chat_unanswered', { sender_id: senderId, content: oneLine(content) }));
  }
  if ((await openDelegations(db, member)).length > 0) parts.push(say('chat_delegations'));
  return parts.join(' ');
}

/** Whether an earlier session was told about the request. A new request is typed on its own. */
function isKnown(
  { initiatorId, isRequestSeen }: { readonly initiatorId: string; readonly isRequestSeen: boolean },
  agentId: string,
): boolean {
  return initiatorId === agentId || isRequestSeen;
}

function oneLine(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const characters = [...flat];
  return characters.length > LONGEST_QUOTE ? `${characters.slice(0, LONGEST_QUOTE).join('')}…` : flat;
}
