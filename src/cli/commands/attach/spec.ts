/** The help, options and examples of `synapse attach`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { agent } from '../../spec/shared-arguments.js';
import { session } from '../../spec/shared-options.js';

export const attachOptions = defineOptions(session, {
  flag: '--read-only',
  key: 'readOnly',
  type: 'boolean',
  description: 'Watch without typing or resizing; q, Ctrl-C or Ctrl-] leaves',
});

export const attach: CommandSpec = {
  path: 'attach',
  group: 'agents',
  summary: "Show an agent's terminal in this one, and type into it",
  details: [
    'Shows the current screen and everything that follows. Your keys go to the program. Ctrl-], or closing this terminal, detaches and leaves the agent running.',
    'Several people can attach at once. The size follows the terminal that was typed in last; a terminal of another size shows the part that fits. What has scrolled away is in the scrollback of your terminal.',
  ],
  arguments: [agent],
  options: attachOptions,
  examples: [
    { command: 'synapse attach worker-a', meaning: 'Use the terminal of worker-a; Ctrl-] leaves it' },
    { command: 'synapse attach worker-a --read-only', meaning: 'Only watch' },
    { command: 'synapse attach worker-a --session chat', meaning: 'Use the terminal in which it chats' },
  ],
  load: async () => (await import('./run.js')).runAttach,
};
