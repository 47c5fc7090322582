/** The help, options and examples of `synapse resume`. */
import type { CommandSpec } from '../../spec/command.js';
import { agent } from '../../spec/shared-arguments.js';
import { jsonOptions } from '../../spec/shared-options.js';

export const resume: CommandSpec = {
  path: 'resume',
  group: 'agents',
  summary: 'Deliver messages to a paused agent again',
  details: ['Delivers the messages that were held back, in order.'],
  arguments: [agent],
  options: jsonOptions,
  examples: [{ command: 'synapse resume worker-a', meaning: 'Deliver the messages that were held back' }],
  load: async () => (await import('./run.js')).runResume,
};
