/** The help, options and examples of `synapse project` and its subcommands. */
import type { ArgumentSpec, CommandSpec, Family } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { json, jsonOptions } from '../../spec/shared-options.js';

const id: ArgumentSpec = { usage: '<id>', description: 'The id of the project' };

export const projectCreateOptions = defineOptions(
  {
    flag: '--dir <dir>',
    key: 'dir',
    type: 'string',
    description: 'The working directory (default: this one); "" for none, which also means no chat',
  },
  { flag: '--name <name>', key: 'name', type: 'string', description: 'A display name (default: the id)' },
  {
    flag: '--require-conversations',
    key: 'requireConversations',
    type: 'boolean',
    description: 'Let its AI agents write to each other only in conversations',
  },
  json,
);

const create: CommandSpec = {
  path: 'project create',
  group: 'team',
  summary: 'Create a project',
  details: [
    'A project is a working directory with the agents assigned to it. You are added to it as a person. The chat of its agents is stored in .ai-pm/ in that directory.',
  ],
  arguments: [id],
  options: projectCreateOptions,
  examples: [
    { command: 'synapse project create shop', meaning: 'Create a project for this folder' },
    {
      command: 'synapse project create shop --dir ../shop --name "The shop"',
      meaning: 'Use another folder and a display name',
    },
  ],
  load: async () => (await import('./create.js')).runProjectCreate,
};

const list: CommandSpec = {
  path: 'project list',
  group: 'team',
  summary: 'List projects',
  details: ['Shows the id, name, status and working directory of each project.'],
  arguments: [],
  options: jsonOptions,
  examples: [{ command: 'synapse project list', meaning: 'List all projects' }],
  isDefault: true,
  load: async () => (await import('./list.js')).runProjectList,
};

const show: CommandSpec = {
  path: 'project show',
  group: 'team',
  summary: 'Show a project and its agents',
  details: ['Shows the agents as a tree.'],
  arguments: [{ ...id, completes: 'project' }],
  options: jsonOptions,
  examples: [{ command: 'synapse project show shop', meaning: 'See who works in the project' }],
  load: async () => (await import('./show.js')).runProjectShow,
};

export const project: Family = {
  word: 'project',
  summary: 'Manage projects: a working directory and its agents',
  commands: [create, list, show],
};
