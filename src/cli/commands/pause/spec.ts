/** The help, options and examples of `synapse pause`. */
import type { CommandSpec } from '../../spec/command.js';
import { agent } from '../../spec/shared-arguments.js';
import { jsonOptions } from '../../spec/shared-options.js';

export const pause: CommandSpec = {
  path: 'pause',
  group: 'agents',
  summary: 'Hold back messages to an agent',
  details: ['Messages are still accepted and stored, but none is typed into the terminal until `synapse resume`.'],
  arguments: [agent],
  options: jsonOptions,
  examples: [{ command: 'synapse pause worker-a', meaning: 'Stop typing messages into its terminal for now' }],
  load: async () => (await import('./run.js')).runPause,
};
