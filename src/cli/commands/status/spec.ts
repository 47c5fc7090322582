/** The help, options and examples of `synapse status`. */
import type { CommandSpec } from '../../spec/command.js';
import { agent } from '../../spec/shared-arguments.js';
import { jsonOptions } from '../../spec/shared-options.js';

export const status: CommandSpec = {
  path: 'status',
  group: 'agents',
  summary: 'Show the details of an agent',
  details: ["Asks the agent's daemon. If the agent is not running, shows what is known from its files."],
  arguments: [agent],
  options: jsonOptions,
  examples: [
    { command: 'synapse status worker-a', meaning: 'Show its program, queue, port and folder' },
    { command: 'synapse status worker-a --json', meaning: 'Print the same as JSON' },
  ],
  load: async () => (await import('./run.js')).runStatus,
};
