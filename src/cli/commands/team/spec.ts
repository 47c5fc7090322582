/** The help, options and examples of `synapse team` and its subcommands. */
import type { CommandSpec, Family } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { json, jsonOptions } from '../../spec/shared-options.js';

export const teamMoveOptions = defineOptions(
  {
    flag: '--to <store>',
    key: 'to',
    type: 'string',
    description: 'The new store: postgres://user@server/database, or sqlite for a file in this home',
  },
  json,
);

const show: CommandSpec = {
  path: 'team show',
  group: 'team',
  summary: 'Show where the teams of this home are stored',
  details: [
    'Shows the store and its projects. If several hosts share it, shows them with their projects and agents, and whether each is available: a host renews its lease every four seconds, and is away when the lease expires.',
  ],
  arguments: [],
  options: jsonOptions,
  examples: [{ command: 'synapse team show', meaning: 'See which hosts share the team' }],
  isDefault: true,
  load: async () => (await import('./show.js')).runTeamShow,
};

const move: CommandSpec = {
  path: 'team move',
  group: 'team',
  summary: 'Move the teams of this home to a server, or back',
  details: [
    'Takes all projects of this home with their agents, chat, conversations, work, executions and passkeys to a PostgreSQL server, so that other hosts can share them. The move happens completely or not at all, even if the command is killed, and can be repeated. Stop the agents first: `synapse stop --all`.',
    'The old file is renamed, not deleted. The move is refused if the server already has one of the projects or AI agents; people may exist on both sides.',
    '`--to sqlite` moves the teams back to a file in this home. This works only while no other host has projects or agents in the store.',
  ],
  arguments: [],
  options: teamMoveOptions,
  examples: [
    { command: 'synapse team move --to postgres://synapse@db.example/team', meaning: 'Let other hosts join the teams' },
    { command: 'synapse team move --to sqlite', meaning: 'Take them back' },
  ],
  load: async () => (await import('./move.js')).runTeamMove,
};

export const team: Family = {
  word: 'team',
  summary: 'Share teams between hosts',
  commands: [show, move],
};
