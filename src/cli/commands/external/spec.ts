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
    flag: '--ca <path>',
    key: 'ca',
    type: 'string',
    description: 'Trust the certificates in this PEM file, instead of those that the system knows',
  },
  {
    flag: '--allow-other-host',
    key: 'allowOtherHost',
    type: 'boolean',
    description: 'Accept a card that names a host other than its own',
  },
  {
    flag: '--allow-http',
    key: 'allowHttp',
    type: 'boolean',
    description: 'Accept a URL without TLS on another machine',
  },
  { flag: '--replace', key: 'replace', type: 'boolean', description: 'Replace the outside agent of this name' },
  json,
);

const name: ArgumentSpec = { usage: '<name>', description: 'The name of the outside agent', completes: 'external' };

const add: CommandSpec = {
  path: 'external add',
  group: 'messages',
  summary: 'Add an outside agent by its URL',
  details: [
    'Reads the card of an A2A agent. You can then send it messages by its name, like any agent: synapse send NAME "…" --response.',
    'The token is read once and stored in a file that only you can read. It is sent to this agent only. Certificates are always checked; if no public authority has signed the certificate, pass it, or its authority, with --ca.',
  ],
  arguments: [
    { usage: '<name>', description: 'What to call it here' },
    { usage: '<url>', description: 'The URL of its card, or of the agent itself' },
  ],
  options: externalAddOptions,
  examples: [
    {
      command: 'synapse external add helper https://a.example/.well-known/agent-card.json',
      meaning: 'Add an agent by its card',
    },
    {
      command: 'synapse external add helper https://a.example --token-env HELPER_TOKEN',
      meaning: 'Add an agent that needs a token',
    },
    {
      command: 'synapse external add rex https://agents.example:8443/agents/rex/ --token-env REX_TOKEN --ca cert.pem',
      meaning: 'Add an agent of `synapse serve` with a certificate of its own',
    },
  ],
  load: async () => (await import('./add.js')).runExternalAdd,
};

const list: CommandSpec = {
  path: 'external list',
  group: 'messages',
  summary: 'List the outside agents',
  details: ['Shows the name of each, its own title, whether it answered the last call, and the URL of its card.'],
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
  details: ['Reads its card again and makes one call that changes nothing, to find a wrong token.'],
  arguments: [name],
  options: jsonOptions,
  examples: [{ command: 'synapse external check helper', meaning: 'Find out why it does not answer' }],
  load: async () => (await import('./check.js')).runExternalCheck,
};

const remove: CommandSpec = {
  path: 'external remove',
  group: 'messages',
  summary: 'Remove an outside agent',
  details: ['Deletes its token, too. Messages that have not reached it yet fail. Its replies are kept.'],
  arguments: [name],
  options: jsonOptions,
  examples: [{ command: 'synapse external remove helper', meaning: 'Forget an agent and its token' }],
  load: async () => (await import('./remove.js')).runExternalRemove,
};

export const external: Family = {
  word: 'external',
  summary: 'Send messages to A2A agents elsewhere',
  commands: [add, list, check, remove],
};
