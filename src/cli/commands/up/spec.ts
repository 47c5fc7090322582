/** The help, options and examples of `synapse up`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { json, teamFile } from '../../spec/shared-options.js';
import { describeKeys } from '../../up/team-file/keys.js';

export const upOptions = defineOptions(
  teamFile,
  {
    flag: '--no-auto',
    key: 'auto',
    type: 'boolean',
    description: 'Do not start agents for waiting work, until the next `synapse up`',
  },
  json,
);

export const up: CommandSpec = {
  path: 'up',
  group: 'team',
  summary: 'Declare and start a whole team from one file',
  details: [
    'Reads synapse.yaml: the project, its agents, their hierarchy and their programs. If anything in the file is wrong, reports every mistake with its line and column and changes nothing. Otherwise updates the project and its agents to match the file, all or nothing, and starts every AI agent that is not "start: on-demand".',
    'Running it again is safe: it only touches what changed in the file, and restarts agents that died. A new profile, command, env or cwd restarts an agent; a new name, role, parent or auto does not. An agent that was removed from the file is stopped and leaves the project, and its open work tasks become unassigned. Agents that were added by hand stay. If one agent cannot be started, the others still are.',
    'With "store", the team is on a PostgreSQL server that several hosts share. Run `synapse up` with the same file on each of them: it starts the agents that are declared for that host.',
    'The "defaults" section accepts the keys profile, command, auto, env, cwd, start and host. They apply to every AI agent that does not set them itself.',
  ],
  tables: [
    { title: 'Keys under project', rows: describeKeys('project') },
    { title: 'Keys under agents, for each agent id', rows: describeKeys('agents') },
  ],
  arguments: [],
  options: upOptions,
  examples: [
    { command: 'synapse up', meaning: 'Start the team of synapse.yaml in this folder' },
    { command: 'synapse up -f teams/shop.yaml', meaning: 'Use another file' },
    { command: 'synapse up --no-auto', meaning: 'Start the team, but start no agents for waiting work' },
  ],
  exits: { 1: 'At least one agent could not be started.', 2: 'The file is wrong; nothing was changed.' },
  load: async () => (await import('./run.js')).runUp,
};
