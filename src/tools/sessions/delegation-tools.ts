/** Tools with which a task session delegates conversations to its agent's chat session and follows them. */
import { fail } from '../../errors.js';
import { MOST_TURNS, wasNeverJoined } from '../../team/chat/conversation.js';
import { messagesOfConversation } from '../../team/chat/messages.js';
import { conversationsFor, conversationsOfTasks } from '../../team/chat/task-conversations.js';
import { delegatedConversationJson, taskConversationJson } from '../../team/json/conversation-json.js';
import { delegationJson } from '../../team/json/delegation-json.js';
import { listAgents, mustFindTarget } from '../../team/people/agents.js';
import type { Db } from '../../team/store/schema.js';
import {
  addDelegation,
  type Delegation,
  finishDelegation,
  mustBeOpen,
  nextPending,
  openDelegations,
  takeUp,
} from '../../team/work/delegations.js';
import { notify } from '../../team/work/notifications.js';
import { workOf } from '../../team/work/session-work.js';
import { talkScope } from '../../team/work/talk-scope.js';
import { mayChangeStatus } from '../../team/work/work-task.js';
import { mustFindWorkTask } from '../../team/work/work-tasks.js';
import type { Answer, SessionCall, Tool } from '../tool.js';
import { noteOn } from '../waiting-note.js';

export const DELEGATION_TOOLS: readonly Tool[] = [
  {
    name: 'delegate_to_chat_session',
    permission: 'taskOnly',
    description: 'Asks your own chat session to talk with another agent or a person.',
    properties: {
      target_agent_id: { type: 'string', description: 'the agent or person to talk with' },
      purpose: { type: 'string', description: 'the goal of the conversation' },
      context: { type: 'string', description: 'background the chat session needs' },
    },
    required: ['target_agent_id', 'purpose'],
    answers: ['delegation_id', 'target_agent_id', 'task_id', 'instruction', 'note'],
    handle: delegate,
  },
  {
    name: 'get_pending_delegations',
    permission: 'chatOnly',
    description:
      'Returns the delegations from your task session that you have not reported as completed, oldest first.',
    properties: {},
    required: [],
    answers: ['delegations'],
    handle: getPendingDelegations,
  },
  {
    name: 'report_delegation_completed',
    permission: 'chatOnly',
    description: 'Reports that a delegation is finished.',
    properties: {
      delegation_id: { type: 'string', description: 'the delegation' },
      result: { type: 'string', description: 'the outcome, for your task session' },
      status: {
        type: 'string',
        enum: ['completed', 'failed'],
        default: 'completed',
        description: 'whether it succeeded',
      },
    },
    required: ['delegation_id'],
    answers: ['delegation_id', 'status'],
    handle: reportDelegationCompleted,
  },
  {
    name: 'get_task_conversations',
    permission: 'taskOnly',
    description:
      'Returns the conversations held for a work task and its parent tasks, with their messages. The task must be assigned to you or to an agent below you, or created by you.',
    properties: { task_id: { type: 'string', description: 'the work task; by default the one of this session' } },
    required: [],
    answers: ['task_id', 'conversations', 'total_conversations'],
    handle: getTaskConversations,
  },
];

async function delegate({ team, session, args, say }: SessionCall): Promise<Answer> {
  const { projectId, agentId } = session;
  const targetId: string = args.target_agent_id;
  if (targetId === agentId) throw fail('cannot_message_self', { agent: agentId, target_agent_id: targetId });
  const { delegation, target } = await team.change(async (tx, now) => {
    const target = await mustFindTarget(tx, projectId, targetId);
    const taskId = await taskOf(tx, session);
    const wanted = { projectId, agentId, taskId, targetId, purpose: args.purpose, context: args.context ?? null };
    return { target, delegation: await addDelegation(tx, wanted, now) };
  });
  return {
    delegation_id: delegation.id,
    target_agent_id: targetId,
    task_id: delegation.taskId,
    instruction: say(target.kind === 'ai' ? 'delegated_to_ai' : 'delegated_to_human', {
      target_name: target.name,
      task_id: delegation.taskId ?? '<task>',
    }),
    ...(await team.store.read((db) => noteOn(db, { projectId, agentId, purpose: 'chat' }, say))),
  };
}

/** The session's work task; a session opened before its agent had work takes the one now in progress. */
async function taskOf(db: Db, session: SessionCall['session']): Promise<string | null> {
  return session.taskId ?? (await workOf(db, session))?.taskId ?? null;
}

/** Writes only if there is something new, because polling must not wake other daemons. */
async function getPendingDelegations({ team, session }: SessionCall): Promise<Answer> {
  const isNew = (await team.look((db) => nextPending(db, session))) !== null;
  if (!isNew) return { delegations: await team.store.read((db) => describeTaken(db, session)) };
  const delegations = await team.change(async (tx) => {
    for (const { id } of await openDelegations(tx, session)) await takeUp(tx, id, session.id);
    return describeTaken(tx, session);
  });
  return { delegations };
}

/** Leaves out delegations that have just arrived; the next call takes them up. */
async function describeTaken(db: Db, session: SessionCall['session']): Promise<Answer[]> {
  const found = [];
  for (const delegation of await openDelegations(db, session)) {
    if (delegation.status === 'pending') continue;
    const begun = await conversationsFor(db, delegation);
    found.push({ ...delegationJson(delegation), conversations: begun.map(delegatedConversationJson) });
  }
  return found;
}

async function reportDelegationCompleted({ team, session, args }: SessionCall): Promise<Answer> {
  const { delegation_id: id, status } = args;
  const result: string | null = args.result ?? null;
  await team.change(async (tx, now) => {
    const delegation = await mustBeOpen(tx, session, id);
    await finishDelegation(tx, id, { status, result }, now);
    const talks = await conversationsFor(tx, delegation);
    // The task session hears of a conversation's end anyway, so a report without a result would only repeat it.
    const isTold = status === 'completed' && result === null && talks.length > 0;
    if (!isTold) await tellTaskSession(tx, delegation, result ?? status, now);
  });
  return { delegation_id: id, status };
}

async function tellTaskSession(
  tx: Db,
  { projectId, agentId, taskId }: Delegation,
  message: string,
  now: number,
): Promise<void> {
  const what = { type: 'chat_session_notification', action: 'delegation_finished' } as const;
  await notify(tx, { projectId, agentId, taskId, message, ...what }, now);
}

async function getTaskConversations({ team, session, args, say }: SessionCall): Promise<Answer> {
  return team.look(async (db) => {
    const taskId: string | null = args.task_id ?? (await taskOf(db, session));
    if (taskId === null) throw fail('missing_arguments', { missing: ['task_id'] });
    const task = await mustFindWorkTask(db, session.projectId, taskId);
    if (!mayChangeStatus(task, session.agentId, await listAgents(db))) {
      const reason = say('not_your_task');
      throw fail('unauthorized', { agent_id: session.agentId, task_id: task.id, reason });
    }
    const tasks = await talkScope(db, task, session.agentId);
    const found = await conversationsOfTasks(
      db,
      tasks.map(({ id }) => id),
    );
    const conversations = [];
    for (const each of found) {
      // A final message may exceed the turns by one.
      const messages = await messagesOfConversation(db, each.id, MOST_TURNS + 1);
      const note = wasNeverJoined(each) ? { note: say('nobody_joined', { target_agent_id: each.participantId }) } : {};
      conversations.push({ ...taskConversationJson(each, messages, session.agentId), ...note });
    }
    return { task_id: taskId, conversations, total_conversations: conversations.length };
  });
}
