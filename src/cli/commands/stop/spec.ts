/** The help, options and examples of `synapse stop`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { agent } from '../../spec/shared-arguments.js';
import { json, session } from '../../spec/shared-options.js';

export const stopOptions = defineOptions(
  { flag: '--all', key: 'all', type: 'boolean', description: 'Stop every agent, including the daemons of people' },
  { flag: '--force', key: 'force', type: 'boolean', description: 'Kill at once, without asking the daemon' },
  { ...session, description: 'Stop only this terminal of the agent: task or chat' },
  json,
);

export const stop: CommandSpec = {
  path: 'stop',
  group: 'agents',
  aliases: ['kill'],
  summary: 'Stop agents, their programs and everything those started',
  details: [
    'Asks the daemon to end its program, the descendants of that program, and itself. Whatever is still running after 5 seconds is killed. Queued messages for an agent with a permanent address are kept for its next start.',
  ],
  arguments: [{ ...agent, usage: '[agent...]' }],
  options: stopOptions,
  examples: [
    { command: 'synapse stop worker-a worker-b', meaning: 'Stop two agents' },
    { command: 'synapse stop --all', meaning: 'Stop everything' },
    { command: 'synapse stop worker-a --session chat', meaning: 'End its chat session and keep its task session' },
    { command: 'synapse stop worker-a --force', meaning: 'Kill an agent that hangs' },
  ],
  load: async () => (await import('./run.js')).runStop,
};
