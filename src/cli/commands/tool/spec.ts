/** The help, options and examples of `synapse tool`. */
import type { CommandSpec } from '../../spec/command.js';
import { noOptions } from '../../spec/shared-options.js';

export const tool: CommandSpec = {
  path: 'tool',
  group: 'team',
  summary: 'Call a tool with this session, or list the tools',
  details: [
    'Prints the result as JSON. Uses the session of this terminal (SYNAPSE_SESSION_TOKEN), or the one that you pass with --session TOKEN. Each argument of a tool is an option of the same name; `synapse tool <name> --help` lists them.',
  ],
  arguments: [
    { usage: '[name]', description: 'The name of a tool; without it, lists the tools', completes: 'tool' },
    { usage: '[--key value...]', description: 'The arguments of the tool' },
  ],
  options: noOptions,
  examples: [
    { command: 'synapse tool', meaning: 'List the tools' },
    { command: 'synapse tool get_next_action --timeout_seconds 30', meaning: 'Wait for something to do' },
    {
      command: 'synapse tool send_message --target_agent_id worker-b --content Done.',
      meaning: 'Write to another agent',
    },
  ],
  readsItself: true,
  load: async () => (await import('./run.js')).runTool,
};
