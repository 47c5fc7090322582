/** The help and examples of `synapse version`. */
import type { CommandSpec } from '../../spec/command.js';
import { jsonOptions } from '../../spec/shared-options.js';

export const version: CommandSpec = {
  path: 'version',
  group: 'setup',
  summary: 'Print the version of Synapse',
  details: ['The same as synapse --version.'],
  arguments: [],
  options: jsonOptions,
  examples: [{ command: 'synapse version', meaning: 'Print the version' }],
  load: async () => (await import('./run.js')).runVersion,
};
