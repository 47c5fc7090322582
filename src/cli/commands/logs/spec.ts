/** The help, options and examples of `synapse logs`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { agent } from '../../spec/shared-arguments.js';

export const logsOptions = defineOptions(
  { flag: '-f, --follow', key: 'follow', type: 'boolean', description: 'Keep printing new lines' },
  { flag: '-n, --lines <count>', key: 'lines', type: 'integer', min: 0, description: 'Lines to show (default 50)' },
);

export const logs: CommandSpec = {
  path: 'logs',
  group: 'agents',
  summary: "Print the log of an agent's daemon",
  details: ['Works for agents that are no longer running, too.'],
  arguments: [agent],
  options: logsOptions,
  examples: [
    { command: 'synapse logs worker-a -n 20', meaning: 'Print the last 20 lines' },
    { command: 'synapse logs worker-a -f', meaning: 'Follow the log until you press Ctrl-C' },
  ],
  load: async () => (await import('./run.js')).runLogs,
};
