/** The help, options and examples of `synapse screen`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { agent } from '../../spec/shared-arguments.js';
import { json, session } from '../../spec/shared-options.js';

export const screenOptions = defineOptions(
  {
    flag: '--scrollback <lines>',
    key: 'scrollback',
    type: 'integer',
    min: 0,
    max: 200,
    description: 'Include lines that have scrolled off the screen',
  },
  session,
  json,
);

export const screen: CommandSpec = {
  path: 'screen',
  group: 'agents',
  summary: "Print what an agent's terminal shows now",
  details: ['Prints the text of the screen without colors. --json adds its size and the cursor.'],
  arguments: [agent],
  options: screenOptions,
  examples: [
    { command: 'synapse screen worker-a', meaning: 'See its screen without attaching' },
    { command: 'synapse screen worker-a --scrollback 50', meaning: 'See what came before, too' },
  ],
  load: async () => (await import('./run.js')).runScreen,
};
