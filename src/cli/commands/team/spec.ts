/** The help, options and examples of `synapse team` and its subcommands. */
import type { CommandSpec, Family } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { json, jsonOptions } from '../../spec/shared-options.js';

export const teamMoveOptions = defineOptions(
  {
    flag: '--to <store>',
    key: 'to',
    type: 'string',
    description: 'Where to: postgres://user@server/database, or sqlite for the file in this home',
  },
  json,
);

const show: CommandSpec = {
  path: 'team show',
  group: 'team',
  summary: 'Show where the teams of this home are stored',
  details: [
    'Shows the store and its projects. If several hosts share it, shows them with their projects and agents, and whether each is there: a host renews its lease every four seconds, and is away when that ends.',
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
    'Takes all projects of this home with their agents, chat, conversations, work, executions and passkeys to a PostgreSQL server, so that other hosts can share them. It happens completely or not at all, also if the command is killed, and can be repeated. Stop the agents first: `synapse stop --all`.',
    'The file in which the teams were is set aside, not deleted. Projects and agents that the server already has are refused; a person may be there already.',
    '`--to sqlite` takes the teams back into a file of this home. This works as long as no other host has projects or agents in the store.',
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
