/** The help, options and examples of `synapse rm`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { json } from '../../spec/shared-options.js';

export const rmOptions = defineOptions(
  { flag: '-y, --yes', key: 'yes', type: 'boolean', description: 'Do not ask; required without a terminal' },
  json,
);

export const rm: CommandSpec = {
  path: 'rm',
  group: 'agents',
  summary: 'Forget stopped agents, with their messages',
  details: [
    'Deletes everything that is kept about an agent that is not running: how it is started, its messages in both directions, what it printed and its log. Messages that wait for it elsewhere fail. This cannot be undone.',
    'What others know stays: the history of those it wrote with, and its place in a project. To take it out of a project, use `synapse agent remove`.',
  ],
  arguments: [{ usage: '<agent...>', description: 'The ids of stopped agents', completes: 'stopped' }],
  options: rmOptions,
  examples: [
    { command: 'synapse rm worker-a', meaning: 'Forget an agent, after a question' },
    { command: 'synapse rm worker-a worker-b --yes', meaning: 'Forget two agents in a script' },
  ],
  load: async () => (await import('./run.js')).runRm,
};
