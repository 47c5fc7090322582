/** Tools that start and change work tasks from chat, on the request of somebody above. */
import { fail } from '../../errors.js';
import type { Say } from '../../i18n.js';
import { unverifiedMark } from '../../team/json/work-json.js';
import { editTask, moveTask } from '../../team/work/work-changes.js';
import { PRIORITIES, readStatus, type WorkTask } from '../../team/work/work-task.js';
import { mustFindWorkTask } from '../../team/work/work-tasks.js';
import { invalidArgument } from '../call/arguments.js';
import type { Answer, Arguments, SessionCall, Tool } from '../tool.js';
import { noteOn } from '../waiting-note.js';
import { requestedBy } from './requester.js';
import { taskId } from './work-tools.js';

const requester = { type: 'string', description: 'the agent or person above you who asked for this in chat' } as const;

export const CHAT_TASK_TOOLS: readonly Tool[] = [
  {
    name: 'start_task_from_chat',
    permission: 'chatOnly',
    description: 'Starts one of your work tasks because an agent or person above you asked for it in chat.',
    properties: { task_id: taskId, requester_id: requester },
    required: ['task_id', 'requester_id'],
    answers: [
      'task_id',
      'previous_status',
      'new_status',
      'requester_id',
      'requester_unverified',
      'instruction',
      'note',
    ],
    handle: startTaskFromChat,
  },
  {
    name: 'update_task_from_chat',
    permission: 'chatOnly',
    description:
      'Changes a work task assigned to or created by you because an agent or person above you asked for it in chat. Give at least one field to change.',
    properties: {
      task_id: taskId,
      requester_id: requester,
      title: { type: 'string', description: 'the new title' },
      description: { type: 'string', description: 'the new description' },
      status: { type: 'string', description: 'backlog, todo, in_progress, blocked, done or cancelled' },
      priority: { type: 'string', enum: PRIORITIES, description: 'the new priority' },
      blocked_reason: { type: 'string', description: 'why it is blocked' },
    },
    required: ['task_id', 'requester_id'],
    answers: ['task_id', 'updated_fields', 'requester_id', 'requester_unverified', 'instruction'],
    handle: updateTaskFromChat,
  },
];

async function startTaskFromChat({ team, session, args, say }: SessionCall): Promise<Answer> {
  const { projectId, agentId } = session;
  const { task_id: id, requester_id: requesterId } = args;
  const { previous, by } = await team.change(async (tx, now) => {
    const task = await mustFindWorkTask(tx, projectId, id);
    const by = await requestedBy(tx, session, requesterId, say);
    if (task.assigneeId !== agentId) {
      const reason = say('not_assignee', { assignee_id: task.assigneeId ?? '-' });
      throw fail('unauthorized', { agent_id: agentId, task_id: id, reason });
    }
    const changes = { startedFromConversationId: by.conversationId };
    await moveTask(tx, task, 'in_progress', { by, now, changes });
    return { previous: task.status, by };
  });
  return {
    task_id: id,
    previous_status: previous,
    new_status: 'in_progress',
    requester_id: requesterId,
    ...unverifiedMark(by.isUnverified),
    instruction: say('task_started_from_chat'),
    ...(await team.store.read((db) => noteOn(db, { projectId, agentId, purpose: 'task' }, say))),
  };
}

async function updateTaskFromChat({ team, session, args, say }: SessionCall): Promise<Answer> {
  const { projectId, agentId } = session;
  const { task_id: id, requester_id: requesterId } = args;
  const { status, ...changes } = readChanges(args, say);
  const by = await team.change(async (tx, now) => {
    const task = await mustFindWorkTask(tx, projectId, id);
    const by = await requestedBy(tx, session, requesterId, say);
    if (task.assigneeId !== agentId && task.createdBy !== agentId) {
      const reason = say('not_assignee_or_creator');
      throw fail('unauthorized', { agent_id: agentId, task_id: id, reason });
    }
    const after = status ?? task.status;
    if (changes.blockedReason !== undefined && after !== 'blocked') {
      throw invalidArgument(say, 'reason_without_block', { name: 'blocked_reason', status: after });
    }
    if (status === undefined) await editTask(tx, task, changes, { by, now });
    else await moveTask(tx, task, status, { by, now, changes });
    return by;
  });
  return {
    task_id: id,
    updated_fields: FIELDS.filter((field) => args[field] !== undefined),
    requester_id: requesterId,
    ...unverifiedMark(by.isUnverified),
    instruction: say('task_updated'),
  };
}

const FIELDS = ['title', 'description', 'status', 'priority', 'blocked_reason'] as const;

function readChanges(args: Arguments, say: Say): Partial<WorkTask> {
  const { title, description, status, priority, blocked_reason: blockedReason } = args;
  if (FIELDS.every((field) => args[field] === undefined)) {
    throw fail('missing_arguments', { missing: [FIELDS.join('|')] });
  }
  if (title !== undefined && title.trim() === '') throw invalidArgument(say, 'must_not_be_empty', { name: 'title' });
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(priority === undefined ? {} : { priority }),
    ...(blockedReason === undefined ? {} : { blockedReason }),
    ...(status === undefined ? {} : { status: readStatus(status) }),
  };
}
