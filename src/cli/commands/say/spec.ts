/** The help, options and examples of `synapse say`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { message } from '../../spec/shared-arguments.js';
import { json, project } from '../../spec/shared-options.js';

export const sayOptions = defineOptions(
  { ...project, description: 'The project (default: the one of this folder, otherwise the only one of the agent)' },
  json,
);

export const say: CommandSpec = {
  path: 'say',
  group: 'team',
  summary: 'Write to an agent in the chat of its project, as a person',
  details: [
    "The message goes to the agent's chat session, which is started if necessary. The agent's answer goes to your inbox.",
    'Chat messages belong to the project and are kept in its chat files. To wait for a reply, use `synapse ask`.',
  ],
  arguments: [{ usage: '<agent>', description: 'An agent of the project', completes: 'agent' }, message],
  options: sayOptions,
  examples: [
    { command: 'synapse say worker-a "Please ask worker-b"', meaning: 'Write in the chat' },
    { command: 'synapse say manager-dev - < plan.md', meaning: 'Read the message from stdin' },
  ],
  load: async () => (await import('./run.js')).runSay,
};
