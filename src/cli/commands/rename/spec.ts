/** The help, options and examples of `synapse rename`. */
import type { CommandSpec } from '../../spec/command.js';
import { agent } from '../../spec/shared-arguments.js';
import { jsonOptions } from '../../spec/shared-options.js';

export const rename: CommandSpec = {
  path: 'rename',
  group: 'agents',
  summary: 'Give an agent another name',
  details: ['The name is a second way to address the agent. Its id stays the same.'],
  arguments: [agent, { usage: '<name>', description: 'The new name, which no other agent may have' }],
  options: jsonOptions,
  examples: [
    { command: 'synapse rename synapse-shell-8150 tester', meaning: 'Make `synapse send tester "…"` reach it' },
  ],
  load: async () => (await import('./run.js')).runRename,
};
