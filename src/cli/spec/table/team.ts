/** The commands about projects and teams: who belongs to them, what they talk about, and the tools they call. */

import { describeKeys } from '../../up/team-file/keys.js';
import type { ArgumentSpec, CommandSpec } from '../command.js';
import {
  agentAddOptions,
  downOptions,
  jsonOptions,
  noOptions,
  projectCreateOptions,
  teamOptions,
  upOptions,
} from '../options.js';

const project: ArgumentSpec = { usage: '<id>', description: 'the id of a project' };
const agent: ArgumentSpec = { usage: '<id>', description: 'the id of an agent of the team', completes: 'agent' };
const conversation: ArgumentSpec = { usage: '<id>', description: 'the id of a conversation' };

export const TEAM_COMMANDS: readonly CommandSpec[] = [
  {
    path: 'up',
    group: 'team',
    summary: 'Declare and start a whole team from one file',
    details: [
      'Reads synapse.yaml: the project, its agents, who stands above whom, and their programs. Everything that is wrong with it is named at once, by line and column, and then nothing is changed. Else the project and its agents become what the file says, all or nothing, and every AI agent that is not "start: on-demand" is started.',
      'Twice changes nothing. After a change of the file only what changed is touched: another profile, command, env or cwd restarts the agent; another name, role, parent or auto does not. An agent that is no longer in the file is stopped and leaves the project, and its open work tasks have no assignee then; agents that were added by hand stay. What is dead is started again. If one cannot be started the others are, and the exit code is 1.',
      'With --no-auto nobody is started by work that comes for them; the next up without it allows that again.',
      `Of the project: ${describeKeys('project')}`,
      `Of an agent, keyed by its id: ${describeKeys('agents')} Under "defaults" stand those from profile on, for every AI agent that does not say otherwise.`,
    ],
    arguments: [],
    options: upOptions,
    examples: [
      { command: 'synapse up', meaning: 'the team of synapse.yaml in this folder' },
      { command: 'synapse up -f teams/shop.yaml', meaning: 'another file' },
      { command: 'synapse up --no-auto', meaning: 'declared and started, but nothing starts by itself' },
    ],
    exits: [0, 1, 2, 3],
  },
  {
    path: 'down',
    group: 'team',
    summary: 'Stop a whole team',
    details: [
      'Stops every agent of the project, with the sessions that started themselves, and pauses the project: nothing of it starts until the next up. What was declared, the chat and the work stay. If nothing else runs in this home, the daemons of people end as well.',
    ],
    arguments: [],
    options: downOptions,
    examples: [{ command: 'synapse down', meaning: 'the team of synapse.yaml in this folder' }],
    exits: [0, 1, 2, 3],
  },
  {
    path: 'project create',
    group: 'team',
    summary: 'Make a project',
    details: [
      'A project is a working directory with assigned agents. You are its first human. The chat of its agents is written to .ai-pm/ in that directory.',
    ],
    arguments: [project],
    options: projectCreateOptions,
    examples: [
      { command: 'synapse project create shop', meaning: 'this folder is the project' },
      { command: 'synapse project create shop --dir ../shop --name "The shop"', meaning: 'another folder' },
    ],
    exits: [0, 1, 2],
  },
  {
    path: 'project list',
    group: 'team',
    summary: 'List the projects',
    details: ['Their ids, names and working directories.'],
    arguments: [],
    options: jsonOptions,
    examples: [{ command: 'synapse project list', meaning: 'what there is' }],
    exits: [0, 1],
    isDefault: true,
  },
  {
    path: 'project show',
    group: 'team',
    summary: 'Show a project and its agents',
    details: ['With the hierarchy of its agents.'],
    arguments: [project],
    options: jsonOptions,
    examples: [{ command: 'synapse project show shop', meaning: 'who works there' }],
    exits: [0, 1, 3],
  },
  {
    path: 'agent add',
    group: 'team',
    summary: 'Add an agent to a project, or change one',
    details: [
      'An agent that is known already is assigned to the project as well, and what is given of it is changed. Nobody can stand above themselves.',
    ],
    arguments: [agent],
    options: agentAddOptions,
    examples: [
      { command: 'synapse agent add worker-a --project shop --parent lead', meaning: 'an AI worker' },
      { command: 'synapse agent add lead --project shop --manager', meaning: 'one that assigns work' },
      { command: 'synapse agent add ken --project shop --kind human', meaning: 'another person' },
    ],
    exits: [0, 1, 2, 3],
  },
  {
    path: 'agent list',
    group: 'team',
    summary: 'List the agents of the teams',
    details: ['Of all projects, or of one. Which of them run, `synapse list` shows.'],
    arguments: [],
    options: teamOptions,
    examples: [{ command: 'synapse agent list --project shop', meaning: 'who works there' }],
    exits: [0, 1, 3],
    isDefault: true,
  },
  {
    path: 'agent tree',
    group: 'team',
    summary: 'Show who stands above whom',
    details: [
      'Managers are marked. Below each agent stands in which session it is and why: the work task, or whom it talks with; or what waits for a session of it.',
    ],
    arguments: [],
    options: teamOptions,
    examples: [{ command: 'synapse agent tree --project shop', meaning: 'the hierarchy of a project' }],
    exits: [0, 1, 3],
  },
  {
    path: 'agent remove',
    group: 'team',
    summary: 'Take an agent out of a project, or out of all',
    details: ['Its sessions and conversations there end. Agents below it move up. What it wrote stays.'],
    arguments: [agent],
    options: teamOptions,
    examples: [{ command: 'synapse agent remove worker-a --project shop', meaning: 'it leaves the project' }],
    exits: [0, 1, 3],
  },
  {
    path: 'agent passkey',
    group: 'team',
    summary: 'Make a new passkey for an agent',
    details: [
      'Prints it once; only a slow hash is kept, and the passkey before it is no longer valid. With it a program outside calls authenticate.',
    ],
    arguments: [agent],
    options: jsonOptions,
    examples: [{ command: 'synapse agent passkey worker-a', meaning: 'for a program without a terminal here' }],
    exits: [0, 1, 3],
  },
  {
    path: 'conversation list',
    group: 'team',
    summary: 'List conversations between AI agents',
    details: ['The newest first, with their state and number of messages.'],
    arguments: [],
    options: teamOptions,
    examples: [{ command: 'synapse conversation list --project shop', meaning: 'who talks with whom' }],
    exits: [0, 1, 3],
    isDefault: true,
  },
  {
    path: 'conversation show',
    group: 'team',
    summary: 'Show a conversation and what was said',
    details: ['Also one that has ended.'],
    arguments: [conversation],
    options: jsonOptions,
    examples: [{ command: 'synapse conversation show conv_0a1b2c', meaning: 'all of its messages' }],
    exits: [0, 1, 3],
  },
  {
    path: 'tool',
    group: 'team',
    summary: 'Call a tool with this session, or list the tools',
    details: [
      'Prints the answer as JSON. The session is that of the terminal this runs in (SYNAPSE_SESSION_TOKEN), or the one named with --session TOKEN. Every argument of a tool is an option of its name; --help after the name of a tool lists them.',
    ],
    arguments: [
      { usage: '[name]', description: 'the name of a tool; without it they are listed' },
      { usage: '[--key value...]', description: 'its arguments' },
    ],
    options: noOptions,
    examples: [
      { command: 'synapse tool', meaning: 'what there is' },
      { command: 'synapse tool get_next_action --timeout_seconds 30', meaning: 'wait for something to do' },
      {
        command: 'synapse tool send_message --target_agent_id worker-b --content "Done."',
        meaning: 'write to a colleague',
      },
    ],
    exits: [0, 1, 2, 3],
    readsItself: true,
  },
];
