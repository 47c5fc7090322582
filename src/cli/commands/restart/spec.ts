/** The help and examples of `synapse restart`. */
import type { CommandSpec } from '../../spec/command.js';
import { agent } from '../../spec/shared-arguments.js';
import { jsonOptions } from '../../spec/shared-options.js';

export const restart: CommandSpec = {
  path: 'restart',
  group: 'agents',
  summary: 'Stop an agent and start it again as it was',
  details: [
    'Stops the agent with everything it started, and starts it again with the same program, arguments, folder, environment, project and purpose. Messages that were not delivered yet are kept. An agent that is not running is only started.',
  ],
  arguments: [agent],
  options: jsonOptions,
  examples: [{ command: 'synapse restart worker-a', meaning: 'Restart an agent' }],
  load: async () => (await import('./run.js')).runRestart,
};
