/** The help, options and examples of `synapse screen`. */
import type { CommandSpec } from '../../spec/command.js';
import { agent } from '../../spec/shared-arguments.js';
import { sessionOptions } from '../../spec/shared-options.js';

export const screen: CommandSpec = {
  path: 'screen',
  group: 'agents',
  summary: "Print what an agent's terminal shows now",
  details: ['Prints the text of the screen without colors. --json adds its size and the cursor.'],
  arguments: [agent],
  options: sessionOptions,
  examples: [{ command: 'synapse screen worker-a', meaning: 'See its screen without attaching' }],
  load: async () => (await import('./run.js')).runScreen,
};
