/** The help, options and examples of `synapse host` and its subcommands. */
import type { ArgumentSpec, CommandSpec, Family } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { json, jsonOptions } from '../../spec/shared-options.js';

export const hostAddOptions = defineOptions(
  {
    flag: '--command <path>',
    key: 'command',
    type: 'string',
    description: 'Path of synapse on that host, if it is not on its PATH',
  },
  {
    flag: '--allow <what>',
    key: 'allow',
    type: 'string',
    description: 'What else that host may do here: screen, answer, start, attach, or none',
  },
  json,
);

const name: ArgumentSpec = { usage: '<name>', description: 'The name of the host', completes: 'host' };

const add: CommandSpec = {
  path: 'host add',
  group: 'messages',
  summary: 'Link to another host over ssh',
  details: [
    'Agents on both hosts can then send each other messages; write agent@NAME to reach an agent on the other host. Your daemon keeps `ssh TARGET synapse bridge` running, with your own ssh configuration and keys. This one connection serves both directions: no port is opened, and you need not add this host on the other one.',
    'ssh must be able to log in without a prompt. The key of the other home is pinned the first time, and later connections must show the same key. While the host cannot be reached, messages wait.',
    'By default, the other host can only exchange messages with your agents and see their names and status. With --allow, it can also read the screens of your agents (screen), answer their dialogs (answer), start stopped agents again (start), or attach to their terminals and type (attach). Separate several with commas. To get the same access there, run `synapse host add` with --allow on the other host. Leave out the target if only the other host connects to this one.',
  ],
  arguments: [
    { usage: '<name>', description: 'A name for it on this host' },
    {
      usage: '[target]',
      description: 'The destination for ssh: a host, user@host, or a name in your ssh configuration',
    },
  ],
  options: hostAddOptions,
  examples: [
    { command: 'synapse host add gpu mia@gpu.example', meaning: 'Link to a host' },
    {
      command: 'synapse host add gpu gpu --command /opt/synapse/bin/synapse',
      meaning: 'Link to a host where synapse is not on the PATH',
    },
    {
      command: 'synapse host add laptop --allow screen,answer',
      meaning: 'Let a host that connects to this one see screens and answer dialogs',
    },
  ],
  exits: { 0: 'Linked.', 5: 'Added, but it cannot be reached yet. Your daemon keeps trying.' },
  load: async () => (await import('./add.js')).runHostAdd,
};

const list: CommandSpec = {
  path: 'host list',
  group: 'messages',
  summary: 'List the hosts and their links',
  details: [
    'Shows the name of each host, whether its link is up or why not, the round-trip time, the number of its agents, how many messages are waiting for it, and what it may do here.',
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
    'If the link is down, tries to connect now and says what is wrong. After `ssh-add`, run this command to let your daemon use the ssh agent of this terminal.',
  ],
  arguments: [name],
  options: jsonOptions,
  examples: [{ command: 'synapse host check gpu', meaning: 'Find out why a host cannot be reached' }],
  exits: { 0: 'The link is up.', 5: 'The host cannot be reached. Your daemon keeps trying.' },
  load: async () => (await import('./check.js')).runHostCheck,
};

const remove: CommandSpec = {
  path: 'host remove',
  group: 'messages',
  summary: 'Remove a host',
  details: [
    'Ends the link and forgets the key of the host. Messages that have not reached it fail. If the host can still log in here over ssh, it can link again as a new host.',
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
