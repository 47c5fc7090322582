/** The help, options and examples of `synapse agent` and its subcommands. */
import type { ArgumentSpec, CommandSpec, Family } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { json, jsonOptions, project, projectOptions } from '../../spec/shared-options.js';

const id: ArgumentSpec = { usage: '<id>', description: 'The id of the agent', completes: 'agent' };

export const agentAddOptions = defineOptions(
  { ...project, description: 'The project it works in (default: the one of this folder)' },
  {
    flag: '--kind <kind>',
    key: 'kind',
    type: 'string',
    choices: ['ai', 'human'],
    description: 'ai (default) or human',
  },
  { flag: '--name <name>', key: 'name', type: 'string', description: 'A display name (default: the id)' },
  { flag: '--parent <agent>', key: 'parent', type: 'string', description: 'Who it reports to' },
  { flag: '--manager', key: 'manager', type: 'boolean', description: 'Allow it to assign work to others' },
  { flag: '--profile <name>', key: 'profile', type: 'string', description: 'The profile of its program' },
  { flag: '--command <line>', key: 'command', type: 'string', description: 'The command line of its program' },
  { flag: '--no-auto', key: 'auto', type: 'boolean', description: 'Do not start it when work is waiting for it' },
  { flag: '--role <text>', key: 'role', type: 'string', description: 'What it does, for others to see' },
  {
    flag: '--cwd <dir>',
    key: 'cwd',
    type: 'string',
    description: "The folder to run its program in, relative to the project's",
  },
  { flag: '--env <K=V>', key: 'env', type: 'list', description: 'Set an environment variable (repeatable)' },
  json,
);

const add: CommandSpec = {
  path: 'agent add',
  group: 'team',
  summary: 'Add an agent to a project, or change one',
  details: ['If the agent already exists, assigns it to the project and changes only the settings you give.'],
  arguments: [id],
  options: agentAddOptions,
  examples: [
    { command: 'synapse agent add worker-a --project shop --parent lead', meaning: 'Add an AI worker' },
    { command: 'synapse agent add lead --project shop --manager', meaning: 'Add an agent that assigns work' },
    { command: 'synapse agent add ken --project shop --kind human', meaning: 'Add a person' },
  ],
  load: async () => (await import('./add.js')).runAgentAdd,
};

const list: CommandSpec = {
  path: 'agent list',
  group: 'team',
  summary: 'List the agents of projects',
  details: ['Shows the agents of all projects, or of one. To see which are running, use `synapse list`.'],
  arguments: [],
  options: projectOptions,
  examples: [{ command: 'synapse agent list --project shop', meaning: 'See who works in a project' }],
  isDefault: true,
  load: async () => (await import('./list.js')).runAgentList,
};

const tree: CommandSpec = {
  path: 'agent tree',
  group: 'team',
  summary: 'Show who reports to whom',
  details: [
    'Marks managers. Below each agent, shows its sessions, each with its work task or who it is talking to, and any work that is waiting for a session.',
  ],
  arguments: [],
  options: projectOptions,
  examples: [{ command: 'synapse agent tree --project shop', meaning: 'See the hierarchy of a project' }],
  load: async () => (await import('./tree.js')).runAgentTree,
};

const remove: CommandSpec = {
  path: 'agent remove',
  group: 'team',
  summary: 'Remove an agent from one project, or from all of them',
  details: [
    'Ends its sessions and conversations there. Agents that reported to it move up one level. What it wrote is kept.',
  ],
  arguments: [id],
  options: projectOptions,
  examples: [{ command: 'synapse agent remove worker-a --project shop', meaning: 'Remove it from one project' }],
  load: async () => (await import('./remove.js')).runAgentRemove,
};

const passkey: CommandSpec = {
  path: 'agent passkey',
  group: 'team',
  summary: 'Create a new passkey for an agent',
  details: [
    'Prints the passkey once; only a hash is stored. The previous passkey stops working. An outside program passes it to the tool `authenticate`.',
  ],
  arguments: [id],
  options: jsonOptions,
  examples: [{ command: 'synapse agent passkey worker-a', meaning: 'Let an outside program act as worker-a' }],
  load: async () => (await import('./passkey.js')).runAgentPasskey,
};

export const agent: Family = {
  word: 'agent',
  summary: 'Manage the agents of a project and their hierarchy',
  commands: [add, list, tree, remove, passkey],
};
