/** The help, options and examples of `synapse init`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { json } from '../../spec/shared-options.js';

/** As in the table of set-ups, which is not loaded for the help. */
export const INIT_AGENTS = ['claude', 'codex', 'gemini', 'opencode'] as const;

export const initOptions = defineOptions(
  {
    flag: '--agent <name>',
    key: 'agent',
    type: 'list',
    description: 'Same as naming the agent (repeatable)',
    choices: INIT_AGENTS,
  },
  {
    flag: '--project',
    key: 'project',
    type: 'boolean',
    description: 'Write only to the project, for everybody who works on it (default inside a repository)',
  },
  {
    flag: '--user',
    key: 'user',
    type: 'boolean',
    description: 'Write to your own settings, for all your projects (default elsewhere)',
  },
  { flag: '--remove', key: 'remove', type: 'boolean', description: 'Undo all changes' },
  { flag: '--dry-run', key: 'dryRun', type: 'boolean', description: 'Show the changes and write nothing' },
  { flag: '-y, --yes', key: 'yes', type: 'boolean', description: 'Write without asking' },
  { flag: '--team', key: 'team', type: 'boolean', description: 'Also write a synapse.yaml to start from' },
  json,
);

export const init: CommandSpec = {
  path: 'init',
  group: 'setup',
  summary: 'Set up coding agents to read and answer messages',
  details: [
    'For each agent, writes a short block between markers to its instruction file, an entry for the MCP server of Synapse, and the permission to run the commands that carry messages without a dialog. Without names it sets up the agents that are on your PATH.',
    'Shows the changes as a diff and asks before it writes. Comments, formatting and everything else in your files stay as they are, and a second run changes nothing. If one of the files cannot be parsed, nothing is written.',
    '--remove restores every file as it was, and deletes the files and folders that init created, except synapse.yaml. From files that you have edited since, it removes only the parts of Synapse. What was added is recorded in .synapse/init.json in the project, or with --user in ~/.synapse/init.json.',
    'Agents still ask before they run commands that start programs, type into terminals or change the team.',
  ],
  arguments: [
    {
      usage: '[agent...]',
      description: 'claude, codex, gemini or opencode (default: those on your PATH)',
      choices: INIT_AGENTS,
    },
  ],
  options: initOptions,
  examples: [
    { command: 'synapse init', meaning: 'Set up the agents on your PATH, in this project' },
    { command: 'synapse init claude codex --user', meaning: 'Set up two agents for all your projects' },
    { command: 'synapse init --dry-run', meaning: 'See what would be written' },
    { command: 'synapse init --yes --team', meaning: 'Write without asking, with a synapse.yaml to start from' },
    { command: 'synapse init --remove', meaning: 'Undo all changes' },
  ],
  exits: {
    1: 'Failed, or you answered no.',
    2: 'Usage error, or there is no terminal to ask on and --yes was not given.',
  },
  load: async () => (await import('./run.js')).runInit,
};
