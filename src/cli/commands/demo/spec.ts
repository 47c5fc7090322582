/** The help, options and examples of `synapse demo`. */
import type { CommandSpec } from '../../spec/command.js';
import { noOptions } from '../../spec/shared-options.js';

export const demo: CommandSpec = {
  path: 'demo',
  group: 'setup',
  summary: 'Watch agents talk to each other, without any AI',
  details: ['Runs a few scripted programs that ask each other questions and reply, then removes everything again.'],
  arguments: [],
  options: noOptions,
  examples: [{ command: 'synapse demo', meaning: 'Takes a few seconds' }],
  load: async () => (await import('./run.js')).runDemo,
};
