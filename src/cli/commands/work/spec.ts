/** The help, options and examples of `synapse work` and its subcommands. */
import type { ArgumentSpec, CommandSpec, Family } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { all, json, jsonOptions, project } from '../../spec/shared-options.js';

const id: ArgumentSpec = {
  usage: '<id>',
  description: 'The id of a work task, or at least its first 4 characters',
  completes: 'work',
};

const status = {
  flag: '--status <status>',
  key: 'status',
  type: 'string',
  choices: ['backlog', 'todo', 'in_progress', 'blocked', 'done', 'cancelled'],
  description: 'Only work tasks with this status',
} as const;

export const workCreateOptions = defineOptions(
  { ...project, description: 'The project it belongs to (default: the one of this folder)' },
  { flag: '--assignee <agent>', key: 'assignee', type: 'string', description: 'Who does it' },
  {
    flag: '--priority <priority>',
    key: 'priority',
    type: 'string',
    choices: ['urgent', 'high', 'medium', 'low'],
    description: 'urgent, high, medium (default) or low',
  },
  { flag: '--description <text>', key: 'description', type: 'string', description: 'What it is about' },
  {
    flag: '--parent <task>',
    key: 'parent',
    type: 'string',
    description: 'The work task it is part of',
    completes: 'work',
  },
  {
    ...status,
    choices: ['backlog', 'todo', 'in_progress'],
    description: 'The status to start with: backlog, todo (default) or in_progress',
  },
  { flag: '--start', key: 'start', type: 'boolean', description: 'Start it now, like --status in_progress' },
  { flag: '--wait', key: 'wait', type: 'boolean', description: 'With --start: wait until it is done or blocked' },
  json,
);
export const workListOptions = defineOptions(
  project,
  all,
  status,
  { flag: '--assignee <agent>', key: 'assignee', type: 'string', description: 'Only work tasks of this agent' },
  json,
);
export const workReasonOptions = defineOptions(
  { flag: '--reason <text>', key: 'reason', type: 'string', description: 'Why' },
  json,
);

const WAIT_EXITS = {
  0: 'Success. If the command waited, the work is done.',
  1: 'Failed: the work task failed, is blocked or was cancelled, or the command failed.',
  4: 'Still open: the wait ended first.',
  130: 'Interrupted.',
} as const;

const create: CommandSpec = {
  path: 'work create',
  group: 'team',
  summary: 'Create a work task',
  details: [
    'Prints the id. With --start, the assignee works on it next. With --start and --wait, also waits until it is over and prints how it ended, like `synapse work wait`.',
    'When it is done, failed or blocked, you get a message in your inbox.',
  ],
  arguments: [{ usage: '<title>', description: 'What needs to be done' }],
  options: workCreateOptions,
  examples: [
    { command: 'synapse work create "Review the orders page"', meaning: 'Create it in the project of this folder' },
    {
      command: 'synapse work create "Fix login" --assignee worker-a --start --wait',
      meaning: 'Give it to an agent and wait until it is done',
    },
  ],
  exits: WAIT_EXITS,
  load: async () => (await import('./create.js')).runWorkCreate,
};

const list: CommandSpec = {
  path: 'work list',
  group: 'team',
  summary: 'List work tasks as a tree',
  details: ['Shows each work task under its parent, with its status and assignee.'],
  arguments: [],
  options: workListOptions,
  examples: [
    { command: 'synapse work list', meaning: 'List the work of the project of this folder' },
    { command: 'synapse work list --status blocked', meaning: 'See what is blocked' },
  ],
  isDefault: true,
  load: async () => (await import('./list.js')).runWorkList,
};

const show: CommandSpec = {
  path: 'work show',
  group: 'team',
  summary: 'Show a work task and its history',
  details: ['Lists every change, who made it, who asked for it, and in which conversation.'],
  arguments: [id],
  options: jsonOptions,
  examples: [{ command: 'synapse work show tsk_0a1b2c', meaning: 'See a work task and its history' }],
  load: async () => (await import('./show.js')).runWorkShow,
};

const wait: CommandSpec = {
  path: 'work wait',
  group: 'team',
  summary: 'Wait until a work task is over',
  details: [
    'Prints the work task and its summary, or why it is blocked. Without a time limit, waits as long as the work takes.',
  ],
  arguments: [id, { usage: '[seconds]', description: 'The longest time to wait' }],
  options: jsonOptions,
  examples: [
    { command: 'synapse work wait tsk_0a1b2c', meaning: 'Wait until it is done or blocked' },
    { command: 'synapse work wait tsk_0a1b2c 60', meaning: 'Wait for up to a minute' },
  ],
  exits: WAIT_EXITS,
  load: async () => (await import('./wait.js')).runWorkWait,
};

const changeStatus: CommandSpec = {
  path: 'work status',
  group: 'team',
  summary: 'Change the status of a work task',
  details: [
    'Allowed changes: backlog → todo; todo → in_progress or backlog; in_progress → done or blocked; blocked → in_progress or todo; any of these → cancelled. A work task can start only when it is approved and its dependencies are done, and it can be done only when it has no open subtasks.',
    'The reason is kept in the history of the work task and included in notifications about the change.',
  ],
  arguments: [id, { usage: '<status>', description: 'The new status' }],
  options: workReasonOptions,
  examples: [
    { command: 'synapse work status tsk_0a1b2c blocked --reason "no access"', meaning: 'Mark it as blocked' },
    { command: 'synapse work status tsk_0a1b2c todo --reason "after the release"', meaning: 'Put it back on the list' },
  ],
  load: async () => (await import('./status.js')).runWorkStatus,
};

const assign: CommandSpec = {
  path: 'work assign',
  group: 'team',
  summary: 'Assign a work task to an agent, or to nobody',
  details: ['Without an agent, unassigns it.'],
  arguments: [id, { usage: '[agent]', description: 'An agent of the project', completes: 'agent' }],
  options: jsonOptions,
  examples: [{ command: 'synapse work assign tsk_0a1b2c worker-a', meaning: 'Assign it to worker-a' }],
  load: async () => (await import('./assign.js')).runWorkAssign,
};

const approve: CommandSpec = {
  path: 'work approve',
  group: 'team',
  summary: 'Approve a work task that an agent asked for',
  details: ['Notifies the agent, which may then start.'],
  arguments: [id],
  options: jsonOptions,
  examples: [{ command: 'synapse work approve tsk_0a1b2c', meaning: 'Allow it to start' }],
  load: async () => (await import('./approve.js')).runWorkApprove,
};

const reject: CommandSpec = {
  path: 'work reject',
  group: 'team',
  summary: 'Reject a work task that an agent asked for',
  details: ['Cancels the work task and tells the agent why.'],
  arguments: [id],
  options: workReasonOptions,
  examples: [{ command: 'synapse work reject tsk_0a1b2c --reason "not now"', meaning: 'Reject it with a reason' }],
  load: async () => (await import('./reject.js')).runWorkReject,
};

export const work: Family = {
  word: 'work',
  summary: 'Manage work tasks',
  commands: [create, list, show, wait, changeStatus, assign, approve, reject],
};
