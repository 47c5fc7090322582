/** The help, options and examples of `synapse whoami`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { from, json } from '../../spec/shared-options.js';

export const whoamiOptions = defineOptions(from, json);

export const whoami: CommandSpec = {
  path: 'whoami',
  group: 'messages',
  summary: 'Show who you are to other agents, and what you can do next',
  details: [
    'Prints your id, type, role, project and session, the requests that wait for your reply, and what you can run next. In the terminal of an agent you are that agent, even in a sandbox; elsewhere you are a person.',
  ],
  arguments: [],
  options: whoamiOptions,
  examples: [
    { command: 'synapse whoami', meaning: 'Show your id and your open requests' },
    { command: 'synapse whoami --json', meaning: 'Print the same as JSON' },
  ],
  load: async () => (await import('./run.js')).runWhoami,
};
