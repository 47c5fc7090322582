/** The help, options and examples of `synapse execution` and its subcommands. */
import type { CommandSpec, Family } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { all, json, project } from '../../spec/shared-options.js';

export const executionListOptions = defineOptions(
  project,
  all,
  {
    flag: '--task <id>',
    key: 'task',
    type: 'string',
    description: 'Only runs for this work task',
    completes: 'work',
  },
  json,
);
export const executionLogOptions = defineOptions(
  {
    flag: '--tail <count>',
    key: 'tail',
    type: 'integer',
    min: 1,
    description: 'Print this many lines from the end (default 100)',
  },
  {
    flag: '--offset <line>',
    key: 'offset',
    type: 'integer',
    min: 0,
    description: 'Print 100 lines, starting with this one (the first is 0)',
  },
  json,
);

const list: CommandSpec = {
  path: 'execution list',
  group: 'team',
  summary: 'List the runs of agents for work tasks, newest first',
  details: ['Shows how each run ended.'],
  arguments: [],
  options: executionListOptions,
  examples: [{ command: 'synapse execution list --task tsk_0a1b2c', meaning: 'See every attempt at a work task' }],
  isDefault: true,
  load: async () => (await import('./list.js')).runExecutionList,
};

const log: CommandSpec = {
  path: 'execution log',
  group: 'team',
  summary: 'Print the terminal output of an execution',
  details: ['Prints the last 100 lines, without colors and other escape sequences.'],
  arguments: [{ usage: '<id>', description: 'The id of an execution', completes: 'execution' }],
  options: executionLogOptions,
  examples: [
    { command: 'synapse execution log exec_0a1b2c --tail 20', meaning: 'Print the last 20 lines' },
    { command: 'synapse execution log exec_0a1b2c --offset 0', meaning: 'Print the beginning' },
  ],
  load: async () => (await import('./log.js')).runExecutionLog,
};

export const execution: Family = {
  word: 'execution',
  summary: 'View runs for work tasks, and their logs',
  commands: [list, log],
};
