/** The help, options and examples of `synapse conversation` and its subcommands. */
import type { CommandSpec, Family } from '../../spec/command.js';
import { jsonOptions, projectOptions } from '../../spec/shared-options.js';

const list: CommandSpec = {
  path: 'conversation list',
  group: 'team',
  summary: 'List conversations between AI agents, newest first',
  details: ['Shows the state of each conversation and its number of messages.'],
  arguments: [],
  options: projectOptions,
  examples: [{ command: 'synapse conversation list --project shop', meaning: 'See who is talking to whom' }],
  isDefault: true,
  load: async () => (await import('./list.js')).runConversationList,
};

const show: CommandSpec = {
  path: 'conversation show',
  group: 'team',
  summary: 'Show a conversation and its messages',
  details: ['Also works for conversations that have ended.'],
  arguments: [
    {
      usage: '<id>',
      description: 'The id of a conversation, or at least its first 4 characters',
      completes: 'conversation',
    },
  ],
  options: jsonOptions,
  examples: [{ command: 'synapse conversation show conv_0a1b2c', meaning: 'Read all of its messages' }],
  load: async () => (await import('./show.js')).runConversationShow,
};

export const conversation: Family = {
  word: 'conversation',
  summary: 'View conversations between AI agents',
  commands: [list, show],
};
