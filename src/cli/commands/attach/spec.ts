/** The help, options and examples of `synapse attach`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { agent } from '../../spec/shared-arguments.js';
import { session } from '../../spec/shared-options.js';

export const attachOptions = defineOptions(session, {
  flag: '--read-only',
  key: 'readOnly',
  type: 'boolean',
  description: 'Watch without typing or resizing; press q, Ctrl-C or Ctrl-] to leave',
});

export const attach: CommandSpec = {
  path: 'attach',
  group: 'agents',
  summary: "Show an agent's terminal in this one, and type into it",
  details: [
    'Shows the current screen and all further output. Your keys go to the program. To detach and leave the agent running, press Ctrl-] or close this terminal.',
    'Several terminals can attach at once. The program takes the size of the terminal that was last typed in; a terminal of another size shows the part that fits. Earlier output is in the scrollback of your terminal.',
  ],
  arguments: [agent],
  options: attachOptions,
  examples: [
    { command: 'synapse attach worker-a', meaning: 'Attach to worker-a; press Ctrl-] to detach' },
    { command: 'synapse attach worker-a --read-only', meaning: 'Only watch' },
    { command: 'synapse attach worker-a --session chat', meaning: 'Attach to its chat terminal' },
  ],
  load: async () => (await import('./run.js')).runAttach,
};
