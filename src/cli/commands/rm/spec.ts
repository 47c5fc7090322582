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
  summary: 'Delete stopped agents and their messages',
  details: [
    'Deletes everything that Synapse keeps for an agent that is not running: how to start it, the messages it sent and received, its output and its log. Messages to it that are still queued at other agents fail. This cannot be undone.',
    'The history of the agents it exchanged messages with is kept, and so is its entry in projects. To remove it from a project, use `synapse agent remove`.',
  ],
  arguments: [{ usage: '<agent...>', description: 'The ids of stopped agents', completes: 'stopped' }],
  options: rmOptions,
  examples: [
    { command: 'synapse rm worker-a', meaning: 'Delete an agent, after a prompt' },
    { command: 'synapse rm worker-a worker-b --yes', meaning: 'Delete two agents without a prompt, for scripts' },
  ],
  load: async () => (await import('./run.js')).runRm,
};
