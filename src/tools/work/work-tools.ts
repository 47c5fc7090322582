/** Tools that read work tasks. */

import { briefTaskJson, fullTaskJson, listedTaskJson } from '../../team/json/work-json.js';
import { workOf } from '../../team/work/session-work.js';
import { countWorkTasks } from '../../team/work/work-counts.js';
import { detailsOf } from '../../team/work/work-details.js';
import { readStatus } from '../../team/work/work-task.js';
import { findWorkTask, listWorkTasks, mustFindWorkTask } from '../../team/work/work-tasks.js';
import type { Answer, ArgumentSchema, SessionCall, Tool } from '../tool.js';

const LARGEST_PAGE = 500;

/** Not an enum, because an unknown status is refused as `invalid_status`. */
const statusFilter: ArgumentSchema = {
  type: 'string',
  description: 'only tasks with this status: backlog, todo, in_progress, blocked, done or cancelled',
};

export const taskId: ArgumentSchema = { type: 'string', description: 'the work task' };

const limit = (preset: number): ArgumentSchema => ({
  type: 'integer',
  minimum: 1,
  maximum: LARGEST_PAGE,
  default: preset,
  description: 'maximum number of tasks',
});

export const WORK_TOOLS: readonly Tool[] = [
  {
    name: 'get_my_tasks',
    permission: 'authenticated',
    description: 'Returns the work tasks assigned to you.',
    properties: { status: statusFilter, limit: limit(20) },
    required: [],
    answers: ['agent_id', 'tasks', 'total_count', 'instruction'],
    handle: getMyTasks,
  },
  {
    name: 'get_my_task',
    permission: 'authenticated',
    description:
      'Returns the work task of this session, or the one you have in progress, with all its details; null if there is none.',
    properties: {},
    required: [],
    answers: ['task_id', 'task'],
    handle: getMyTask,
  },
  {
    name: 'list_tasks',
    permission: 'authenticated',
    description: 'Returns the work tasks of the project, oldest first.',
    properties: {
      status: statusFilter,
      assignee_id: { type: 'string', description: 'only tasks assigned to this agent' },
      limit: limit(100),
    },
    required: [],
    answers: ['tasks', 'total_count'],
    handle: listTasks,
  },
  {
    name: 'get_task',
    permission: 'authenticated',
    description: 'Returns a work task with all its details: dependencies, subtasks and changes made from chat.',
    properties: { task_id: taskId },
    required: ['task_id'],
    answers: ['task_id', 'task'],
    handle: getTask,
  },
];

async function getMyTasks({ team, session, args, say }: SessionCall): Promise<Answer> {
  const { projectId, agentId } = session;
  const filter = { projectId, assigneeId: agentId, ...statusOf(args.status) };
  return team.look(async (db) => ({
    agent_id: agentId,
    tasks: (await listWorkTasks(db, filter, args.limit)).map(briefTaskJson),
    total_count: await countWorkTasks(db, filter),
    instruction: say('my_tasks'),
  }));
}

async function getMyTask({ team, session }: SessionCall): Promise<Answer> {
  return team.look(async (db) => {
    const id = session.taskId ?? (await workOf(db, session))?.taskId ?? null;
    const task = id === null ? null : await findWorkTask(db, id);
    return { task_id: task?.id ?? null, task: task && fullTaskJson(await detailsOf(db, task)) };
  });
}

async function listTasks({ team, session, args }: SessionCall): Promise<Answer> {
  const filter = { projectId: session.projectId, assigneeId: args.assignee_id, ...statusOf(args.status) };
  return team.look(async (db) => ({
    tasks: (await listWorkTasks(db, filter, args.limit)).map(listedTaskJson),
    total_count: await countWorkTasks(db, filter),
  }));
}

async function getTask({ team, session, args }: SessionCall): Promise<Answer> {
  return team.look(async (db) => {
    const task = await mustFindWorkTask(db, session.projectId, args.task_id);
    return { task_id: task.id, task: fullTaskJson(await detailsOf(db, task)) };
  });
}

function statusOf(word: string | undefined) {
  return word === undefined ? {} : { status: readStatus(word) };
}
