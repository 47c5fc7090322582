/** Tools with which agents request work tasks and managers decide on them. */
import { fail } from '../../errors.js';
import { latestSender } from '../../team/chat/handing-out.js';
import { listAgents } from '../../team/people/agents.js';
import { isAncestor } from '../../team/people/hierarchy.js';
import { approversOf } from '../../team/people/superiors.js';
import { notify } from '../../team/work/notifications.js';
import { decideRequest } from '../../team/work/work-changes.js';
import { PRIORITIES } from '../../team/work/work-task.js';
import { addWorkTask, mustFindWorkTask } from '../../team/work/work-tasks.js';
import type { Answer, SessionCall, Tool } from '../tool.js';
import { mustBeAllowedToDivide } from './parent-task.js';
import { conversationWith } from './requester.js';
import { taskId } from './work-tools.js';

export const TASK_REQUEST_TOOLS: readonly Tool[] = [
  {
    name: 'request_task',
    permission: 'authenticated',
    description:
      'Requests a work task for yourself. It is approved at once if the last person or agent to write to you in chat is above you.',
    properties: {
      title: { type: 'string', description: 'what is to be done' },
      description: { type: 'string', description: 'details' },
      priority: { type: 'string', enum: PRIORITIES, default: 'medium', description: 'how urgent it is' },
      parent_task_id: {
        type: 'string',
        description:
          'the work task to create it under; you or whoever above you asks for it must be its assignee, its creator or above the assignee',
      },
    },
    required: ['title'],
    answers: ['task_id', 'approval_status', 'approvers'],
    handle: requestTask,
  },
  {
    name: 'approve_task_request',
    permission: 'managerOnly',
    description: 'Approves a work task that an agent below you has requested.',
    properties: { task_id: taskId },
    required: ['task_id'],
    answers: ['task_id', 'approval_status'],
    handle: (call) => decide(call, 'approved'),
  },
  {
    name: 'reject_task_request',
    permission: 'managerOnly',
    description: 'Rejects a work task that an agent below you has requested.',
    properties: { task_id: taskId, reason: { type: 'string', description: 'why it is rejected; shown to the agent' } },
    required: ['task_id'],
    answers: ['task_id', 'approval_status'],
    handle: (call) => decide(call, 'rejected'),
  },
];

async function requestTask({ team, session, args, say }: SessionCall): Promise<Answer> {
  const { projectId, agentId } = session;
  return team.change(async (tx, now) => {
    const parentTaskId: string | null = args.parent_task_id ?? null;
    const members = await listAgents(tx);
    const requesterId = session.purpose === 'chat' ? await latestSender(tx, session) : null;
    const isAsked = requesterId !== null && isAncestor(requesterId, agentId, members);
    await mustBeAllowedToDivide(tx, session, { parentTaskId, requesterId: isAsked ? requesterId : null }, say);
    const approval = isAsked ? 'approved' : 'pending_approval';
    const conversationId = requesterId === null ? null : await conversationWith(tx, session, requesterId);
    const by = { executorId: agentId, via: session.purpose, requesterId, conversationId };
    const { title, description, priority } = args;
    const wanted = { projectId, title, description, priority, assigneeId: agentId, parentTaskId, approval } as const;
    const task = await addWorkTask(tx, wanted, by, now);
    const approvers = await approversOf(tx, projectId, agentId);
    if (approval === 'pending_approval') {
      const about = { type: 'status_change', action: 'task_requested', taskId: task.id, message: title } as const;
      for (const id of approvers) await notify(tx, { projectId, agentId: id, ...about }, now);
    }
    return { task_id: task.id, approval_status: approval, approvers };
  });
}

async function decide({ team, session, args }: SessionCall, approval: 'approved' | 'rejected'): Promise<Answer> {
  const { projectId, agentId } = session;
  await team.change(async (tx, now) => {
    const task = await mustFindWorkTask(tx, projectId, args.task_id);
    const isAbove = task.assigneeId !== null && isAncestor(agentId, task.assigneeId, await listAgents(tx));
    if (!isAbove) throw fail('unauthorized', { agent_id: agentId, task_id: task.id });
    const by = { executorId: agentId, via: session.purpose };
    await decideRequest(tx, task, approval, { by, now, reason: args.reason ?? null });
  });
  return { task_id: args.task_id, approval_status: approval };
}
