/** The help, options and examples of `synapse tasks` and its subcommands. */
import type { CommandSpec, Family } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { taskId } from '../../spec/shared-arguments.js';
import { from, json, limit, wait } from '../../spec/shared-options.js';

export const tasksListOptions = defineOptions(
  from,
  {
    flag: '--state <state>',
    key: 'state',
    type: 'string',
    description:
      'Only tasks in this state: submitted, working, input-required, completed, failed, canceled or rejected',
  },
  limit,
  { flag: '--after <cursor>', key: 'after', type: 'string', description: 'Continue after the previous page' },
  json,
);
export const tasksWaitOptions = defineOptions(wait, from, json);
export const tasksCancelOptions = defineOptions(from, json);

export const tasksList: CommandSpec = {
  path: 'tasks list',
  group: 'messages',
  summary: 'List tasks, newest first',
  details: ['Shows the tasks you sent and those sent to you, with their state and receipt.'],
  arguments: [],
  options: tasksListOptions,
  examples: [
    { command: 'synapse tasks', meaning: 'List your tasks' },
    { command: 'synapse tasks --from worker-a --state working', meaning: 'See what another agent is working on' },
  ],
  isDefault: true,
  load: async () => (await import('./list.js')).runTasksList,
};

const tasksWait: CommandSpec = {
  path: 'tasks wait',
  group: 'messages',
  summary: 'Wait for the reply to a task and print it',
  details: ['Continues where `synapse send --response` stopped waiting.'],
  arguments: [taskId],
  options: tasksWaitOptions,
  examples: [{ command: 'synapse tasks wait 3f2a91c0 --wait 60', meaning: 'Wait for up to a minute' }],
  exits: {
    0: 'The reply was printed.',
    4: 'Still open: the wait ended first.',
    6: 'The agent asked a question back; the question is on stdout.',
    130: 'Interrupted.',
  },
  load: async () => (await import('./wait.js')).runTasksWait,
};

const tasksCancel: CommandSpec = {
  path: 'tasks cancel',
  group: 'messages',
  summary: 'Cancel a task',
  details: [
    "Withdraws the message if it has not been typed yet; otherwise presses the interrupt key of the agent's profile, if it has one.",
    'If the agent is not running, the cancellation is delivered when it starts again.',
  ],
  arguments: [taskId],
  options: tasksCancelOptions,
  examples: [{ command: 'synapse tasks cancel 3f2a91c0', meaning: 'Cancel a task that you no longer need' }],
  load: async () => (await import('./cancel.js')).runTasksCancel,
};

export const tasks: Family = {
  word: 'tasks',
  summary: 'List tasks, wait for one, or cancel one',
  commands: [tasksList, tasksWait, tasksCancel],
};
