/** The help, options and examples of `synapse token` and its subcommands. */
import type { CommandSpec, Family } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { json, jsonOptions } from '../../spec/shared-options.js';

export const tokenCreateOptions = defineOptions(
  { flag: '--name <name>', key: 'name', type: 'string', description: 'A name for the program that uses it (required)' },
  { flag: '--agent <agent>', key: 'agent', type: 'string', description: 'Give access to this agent only' },
  json,
);

const create: CommandSpec = {
  path: 'token create',
  group: 'messages',
  summary: 'Create an access token for an outside program',
  details: ['Prints the token once; only its hash is stored. Messages sent with it come from ext:NAME.'],
  arguments: [],
  options: tokenCreateOptions,
  examples: [
    { command: 'synapse token create --name ci', meaning: 'Give access to all agents' },
    { command: 'synapse token create --name ci --agent worker-a', meaning: 'Give access to one agent' },
  ],
  load: async () => (await import('./create.js')).runTokenCreate,
};

const list: CommandSpec = {
  path: 'token list',
  group: 'messages',
  summary: 'List the access tokens',
  details: ['Shows the name of each token, what it gives access to, and when it was created.'],
  arguments: [],
  options: jsonOptions,
  examples: [{ command: 'synapse token list', meaning: 'See who has access' }],
  isDefault: true,
  load: async () => (await import('./list.js')).runTokenList,
};

const revoke: CommandSpec = {
  path: 'token revoke',
  group: 'messages',
  summary: 'Revoke an access token',
  details: ['Takes effect immediately.'],
  arguments: [{ usage: '<name>', description: 'The name of the token' }],
  options: jsonOptions,
  examples: [{ command: 'synapse token revoke ci', meaning: 'Revoke the token named ci' }],
  load: async () => (await import('./revoke.js')).runTokenRevoke,
};

export const token: Family = {
  word: 'token',
  summary: 'Manage access for outside programs',
  commands: [create, list, revoke],
};
