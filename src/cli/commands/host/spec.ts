/** The help, options and examples of `synapse host` and its subcommands. */
import type { ArgumentSpec, CommandSpec, Family } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { json, jsonOptions } from '../../spec/shared-options.js';

export const hostAddOptions = defineOptions(
  {
    flag: '--command <path>',
    key: 'command',
    type: 'string',
    description: 'The synapse command there, if it is not on the PATH',
  },
  {
    flag: '--allow <what>',
    key: 'allow',
    type: 'string',
    description: 'What that host may do here: screen, answer, start, attach, or none',
  },
  json,
);

const name: ArgumentSpec = { usage: '<name>', description: 'The name of the host', completes: 'host' };

const add: CommandSpec = {
  path: 'host add',
  group: 'messages',
  summary: 'Link to another host over ssh',
  details: [
    'From then on, agents on both hosts can send each other messages: agent@NAME means an agent there. Your daemon runs `ssh TARGET synapse bridge` with your own ssh configuration and keys and keeps it running. Both directions use that one connection, so the other host need not add this one, and nothing listens on a port.',
    'ssh must be able to log in without asking. The first link notes the key of the home there, and later ones must show the same key. Messages wait while the host cannot be reached.',
    'The other host can exchange messages with your agents and see their names and status, and nothing else, unless `--allow` names more, separated by commas: to read the screens of agents here, to answer their dialogs, to start stopped ones again, or to attach to their terminals and type. What you may do there is set there in the same way. A host that only dials here needs no target.',
  ],
  arguments: [
    { usage: '<name>', description: 'What to call it here' },
    {
      usage: '[target]',
      description: 'What you would give to ssh: a host, user@host, or a name in your ssh configuration',
    },
  ],
  options: hostAddOptions,
  examples: [
    { command: 'synapse host add gpu mia@gpu.example', meaning: 'Link to a host' },
    {
      command: 'synapse host add gpu gpu --command /opt/synapse/bin/synapse',
      meaning: 'Link to a host on whose PATH synapse is not',
    },
    {
      command: 'synapse host add laptop --allow screen,answer',
      meaning: 'Let a host that has dialed here see screens and answer dialogs',
    },
  ],
  exits: { 0: 'Linked.', 5: 'Added, but it cannot be reached now; it is tried again.' },
  load: async () => (await import('./add.js')).runHostAdd,
};

const list: CommandSpec = {
  path: 'host list',
  group: 'messages',
  summary: 'List the hosts and their links',
  details: [
    'Shows the name of each host, whether its link is up or why not, how long a round trip takes, how many agents it lists, how many messages of your agents wait for it, and what it may do here.',
  ],
  arguments: [],
  options: jsonOptions,
  examples: [{ command: 'synapse host list', meaning: 'See which hosts can be reached' }],
  isDefault: true,
  load: async () => (await import('./list.js')).runHostList,
};

const check: CommandSpec = {
  path: 'host check',
  group: 'messages',
  summary: 'Check the link to a host',
  details: [
    'Tries at once to reach a host whose link is down, and says what is wrong. Run it after `ssh-add`: your daemon then uses the ssh agent of this terminal.',
  ],
  arguments: [name],
  options: jsonOptions,
  examples: [{ command: 'synapse host check gpu', meaning: 'Find out why a host cannot be reached' }],
  exits: { 0: 'The link is up.', 5: 'It cannot be reached now; it is tried again.' },
  load: async () => (await import('./check.js')).runHostCheck,
};

const remove: CommandSpec = {
  path: 'host remove',
  group: 'messages',
  summary: 'Remove a host',
  details: [
    'Ends its link and forgets its key. Messages that have not reached it fail. A host that can still log in here over ssh can link again, as a new host.',
  ],
  arguments: [name],
  options: jsonOptions,
  examples: [{ command: 'synapse host remove gpu', meaning: 'Forget a host' }],
  load: async () => (await import('./remove.js')).runHostRemove,
};

export const host: Family = {
  word: 'host',
  summary: 'Exchange messages with agents on other hosts',
  commands: [add, list, check, remove],
};
