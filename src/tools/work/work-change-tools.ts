/** Tools that assign work tasks, change their status, and report results. */
import { fail, SynapseError } from '../../errors.js';
import { finishExecution } from '../../team/executions/executions.js';
import { listAgents } from '../../team/people/agents.js';
import { isAncestor } from '../../team/people/hierarchy.js';
import { sessionOf } from '../../team/sessions/session.js';
import { endSession } from '../../team/sessions/session-ends.js';
import type { Db } from '../../team/store/schema.js';
import { workOf } from '../../team/work/session-work.js';
import { assignTask, editTask, moveTask, mustBeMember } from '../../team/work/work-changes.js';
import {
  KEEPS_REASON,
  mayChangeStatus,
  mayReassign,
  RESULTS,
  readStatus,
  type WorkResult,
  type WorkStatus,
  type WorkTask,
} from '../../team/work/work-task.js';
import { mustFindWorkTask } from '../../team/work/work-tasks.js';
import { invalidArgument } from '../call/arguments.js';
import { openTalksOf } from '../open-talks.js';
import type { Answer, SessionCall, Tool } from '../tool.js';
import { noteOnTask } from '../waiting-note.js';
import { taskId } from './work-tools.js';

export const WORK_CHANGE_TOOLS: readonly Tool[] = [
  {
    name: 'assign_task',
    permission: 'managerOnly',
    description: 'Assigns a work task to an agent below you, or unassigns it.',
    properties: {
      task_id: taskId,
      assignee_id: { type: 'string', description: 'an agent below you; omit it to unassign the task' },
    },
    required: ['task_id'],
    answers: ['task_id', 'assignee_id', 'previous_assignee_id'],
    handle: assign,
  },
  {
    name: 'update_task_status',
    permission: 'taskOnly',
    description:
      'Changes the status of a work task. Its assignee, its creator and agents above the assignee may do this.',
    properties: {
      task_id: taskId,
      status: { type: 'string', description: 'backlog, todo, in_progress, blocked, done or cancelled' },
      reason: { type: 'string', description: 'why it is blocked or cancelled' },
    },
    required: ['task_id', 'status'],
    aliases: { blocked_reason: 'reason' },
    answers: ['task_id', 'previous_status', 'status', 'note'],
    handle: updateTaskStatus,
  },
  {
    name: 'report_completed',
    permission: 'taskOnly',
    description: 'Reports the result of the work task of this session, and ends the session.',
    properties: {
      result: {
        type: 'string',
        enum: RESULTS,
        description: 'the result; failed and blocked both set the task to blocked',
      },
      summary: { type: 'string', description: 'what was done, or what prevents it' },
      next_steps: { type: 'string', description: 'what is left to do' },
    },
    required: ['result'],
    answers: ['action', 'task_id', 'status', 'open_conversations', 'open_delegations', 'instruction'],
    handle: reportCompleted,
  },
];

async function assign({ team, session, args }: SessionCall): Promise<Answer> {
  const { projectId, agentId } = session;
  const assigneeId: string | null = args.assignee_id ?? null;
  const previous = await team.change(async (tx, now) => {
    const task = await mustFindWorkTask(tx, projectId, args.task_id);
    if (assigneeId !== null) await mustBeMember(tx, projectId, assigneeId);
    const members = await listAgents(tx);
    const isTheirs = assigneeId === null || isAncestor(agentId, assigneeId, members);
    if (!isTheirs || !mayReassign(task, agentId, members)) {
      throw fail('unauthorized', { agent_id: agentId, task_id: task.id });
    }
    await assignTask(tx, task, assigneeId, { by: { executorId: agentId, via: session.purpose }, now });
    return task.assigneeId;
  });
  return { task_id: args.task_id, assignee_id: assigneeId, previous_assignee_id: previous };
}

async function updateTaskStatus({ team, session, args, say }: SessionCall): Promise<Answer> {
  const { projectId, agentId } = session;
  const to = readStatus(args.status);
  if (args.reason !== undefined && !KEEPS_REASON.includes(to)) {
    throw invalidArgument(say, 'reason_without_block', { name: 'reason', status: to });
  }
  const previous = await team.change(async (tx, now) => {
    const task = await mustFindWorkTask(tx, projectId, args.task_id);
    if (!mayChangeStatus(task, agentId, await listAgents(tx))) {
      throw fail('unauthorized', { agent_id: agentId, task_id: task.id });
    }
    const changes = { blockedReason: args.reason ?? null };
    await moveTask(tx, task, to, { by: { executorId: agentId, via: 'task' }, now, changes });
    return task.status;
  });
  const note = await team.store.read(async (db) =>
    noteOnTask(db, await mustFindWorkTask(db, projectId, args.task_id), say),
  );
  return { task_id: args.task_id, previous_status: previous, status: to, ...note };
}

const STATUS_AFTER: Readonly<Record<WorkResult, WorkStatus>> = {
  success: 'done',
  failed: 'blocked',
  blocked: 'blocked',
};

async function reportCompleted({ team, session, token, args, say }: SessionCall): Promise<Answer> {
  const result = args.result as WorkResult;
  const summary: string | null = args.summary ?? null;
  const status = STATUS_AFTER[result];
  const { task, open } = await team.change(async (tx, now) => {
    // Of two reports at the same time, one ends the session and the other is refused.
    await sessionOf(tx, token, { now, rules: team.rules.sessions });
    const own = await ownTask(tx, session);
    const by = { executorId: session.agentId, via: 'task' } as const;
    const outcome = {
      ...{ result, summary, nextSteps: args.next_steps ?? null },
      ...(status === 'blocked' ? { blockedReason: summary ?? result } : {}),
    };
    // A task whose status was set by hand can still be reported on.
    if (own.status === status) await editTask(tx, own, outcome, { by, now });
    else await moveTask(tx, own, status, { by, now, changes: outcome });
    await finishExecution(tx, session.id, result === 'success' ? 0 : 1, now);
    await endSession(tx, session.id, now, 'logout');
    return { task: own, open: await openTalksOf(tx, session, own.id) };
  });
  const ids = [
    ...open.open_conversations.map((each) => each.conversation_id),
    ...open.open_delegations.map((each) => each.delegation_id),
  ];
  const instruction = ids.length > 0 ? say('reported_open', { open: ids }) : say('reported');
  return { action: 'exit', task_id: task.id, status, ...open, instruction };
}

async function ownTask(tx: Db, session: SessionCall['session']): Promise<WorkTask> {
  const id = session.taskId ?? (await workOf(tx, session))?.taskId;
  if (id === undefined) throw noOwnTask(session.agentId);
  const task = await mustFindWorkTask(tx, session.projectId, id);
  // The task was reassigned in the meantime, so its new assignee reports on it.
  if (task.assigneeId !== session.agentId) throw fail('unauthorized', { agent_id: session.agentId, task_id: id });
  return task;
}

function noOwnTask(agentId: string): SynapseError {
  const message = {
    en: `${agentId} has no work task in progress.`,
    ja: `${agentId} には進行中のタスクがありません。`,
  };
  return new SynapseError('task_not_found', { task: null, task_id: null }, { message });
}
