/** The help, options and examples of `synapse external` and its subcommands. */
import type { ArgumentSpec, CommandSpec, Family } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { json, jsonOptions } from '../../spec/shared-options.js';

export const externalAddOptions = defineOptions(
  {
    flag: '--token-env <variable>',
    key: 'tokenEnv',
    type: 'string',
    description: 'Take the token from this environment variable',
  },
  { flag: '--token-file <path>', key: 'tokenFile', type: 'string', description: 'Take the token from this file' },
  {
    flag: '--allow-other-host',
    key: 'allowOtherHost',
    type: 'boolean',
    description: 'Accept a card that sends messages to another host than its own',
  },
  {
    flag: '--allow-http',
    key: 'allowHttp',
    type: 'boolean',
    description: 'Accept an address that is not encrypted, on another machine',
  },
  { flag: '--replace', key: 'replace', type: 'boolean', description: 'Replace the outside agent of this name' },
  json,
);

const name: ArgumentSpec = { usage: '<name>', description: 'The name of the outside agent', completes: 'external' };

const add: CommandSpec = {
  path: 'external add',
  group: 'messages',
  summary: 'Add an A2A agent from elsewhere',
  details: [
    'Reads the card of the agent. From then on you write to it by its name, as to any agent: synapse send NAME "…" --response.',
    'The token is read once and kept in a file that only you can read. It is sent to this agent and to nobody else. Certificates are always checked.',
  ],
  arguments: [
    { usage: '<name>', description: 'What to call it here' },
    { usage: '<url>', description: 'The address of its card, or of the agent itself' },
  ],
  options: externalAddOptions,
  examples: [
    {
      command: 'synapse external add helper https://a.example/.well-known/agent-card.json',
      meaning: 'Add an agent by its card',
    },
    {
      command: 'synapse external add helper https://a.example --token-env HELPER_TOKEN',
      meaning: 'Add an agent that wants a token',
    },
  ],
  load: async () => (await import('./add.js')).runExternalAdd,
};

const list: CommandSpec = {
  path: 'external list',
  group: 'messages',
  summary: 'List the outside agents',
  details: ['Shows the name of each, what it calls itself, whether it answered when it was last called, and its card.'],
  arguments: [],
  options: jsonOptions,
  examples: [{ command: 'synapse external list', meaning: 'See which outside agents you can write to' }],
  isDefault: true,
  load: async () => (await import('./list.js')).runExternalList,
};

const check: CommandSpec = {
  path: 'external check',
  group: 'messages',
  summary: 'Check whether an outside agent can be reached',
  details: ['Reads its card again and makes one call that changes nothing, so that a wrong token is noticed.'],
  arguments: [name],
  options: jsonOptions,
  examples: [{ command: 'synapse external check helper', meaning: 'Find out why it does not answer' }],
  load: async () => (await import('./check.js')).runExternalCheck,
};

const remove: CommandSpec = {
  path: 'external remove',
  group: 'messages',
  summary: 'Remove an outside agent',
  details: ['Deletes its token, too. Messages that have not reached it yet fail. What it has answered stays.'],
  arguments: [name],
  options: jsonOptions,
  examples: [{ command: 'synapse external remove helper', meaning: 'Forget an agent and its token' }],
  load: async () => (await import('./remove.js')).runExternalRemove,
};

export const external: Family = {
  word: 'external',
  summary: 'Write to A2A agents from elsewhere',
  commands: [add, list, check, remove],
};
