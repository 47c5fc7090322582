/** The help, options and examples of `synapse logs`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { agent } from '../../spec/shared-arguments.js';
import { session } from '../../spec/shared-options.js';

export const logsOptions = defineOptions(
  { flag: '-f, --follow', key: 'follow', type: 'boolean', description: 'Keep printing new lines' },
  { flag: '-n, --lines <count>', key: 'lines', type: 'integer', min: 0, description: 'Lines to show (default 50)' },
  {
    flag: '--since <time>',
    key: 'since',
    type: 'string',
    description: 'Only output since then: 10m, 2h, 3d, or a date such as 2026-05-01',
  },
  { ...session, description: 'Which terminal of the agent, if it has several: task or chat (default: task)' },
  { flag: '--daemon', key: 'daemon', type: 'boolean', description: "Print the log of the agent's daemon instead" },
);

export const logs: CommandSpec = {
  path: 'logs',
  group: 'agents',
  summary: "Print the output of an agent's program",
  details: [
    'Prints the last lines as plain text, without colors and other escape sequences. About 2 MB of output per terminal are kept, also after the program has ended. To see the current screen, use `synapse screen`.',
    'With --daemon, prints the log of the daemon: starts, ends and errors.',
  ],
  arguments: [agent],
  options: logsOptions,
  examples: [
    { command: 'synapse logs worker-a -n 20', meaning: 'Print the last 20 lines' },
    { command: 'synapse logs worker-a -f', meaning: 'Follow its output until you press Ctrl-C' },
    { command: 'synapse logs worker-a --since 10m', meaning: 'Print the last ten minutes' },
    { command: 'synapse logs worker-a --daemon', meaning: 'See why it did not start' },
  ],
  load: async () => (await import('./run.js')).runLogs,
};
