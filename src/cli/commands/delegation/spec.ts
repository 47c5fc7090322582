/** The help, options and examples of `synapse delegation` and its subcommands. */
import type { CommandSpec, Family } from '../../spec/command.js';
import { projectOptions } from '../../spec/shared-options.js';

const list: CommandSpec = {
  path: 'delegation list',
  group: 'team',
  summary: 'List what task sessions have delegated to chat sessions, newest first',
  details: ['Shows the status and the result of each.'],
  arguments: [],
  options: projectOptions,
  examples: [{ command: 'synapse delegation list --project shop', meaning: 'See who was asked to talk to whom' }],
  isDefault: true,
  load: async () => (await import('./list.js')).runDelegationList,
};

export const delegation: Family = {
  word: 'delegation',
  summary: 'View what task sessions delegate to chat sessions',
  commands: [list],
};
