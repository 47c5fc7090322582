/** The help, options and examples of `synapse <profile>`. The folder is called `wrap` because the user types a profile's name. */
import { CHANNEL_NAMES } from '../../../profiles/profile.js';
import { type CommandSpec, WRAP } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { program } from '../../spec/shared-arguments.js';

/** `synapse start` has these too. */
export const wrapOptions = defineOptions(
  { flag: '--id <id>', key: 'id', type: 'string', description: 'A permanent address of your choice' },
  { flag: '--name <name>', key: 'name', type: 'string', description: 'A second name to reach it by' },
  { flag: '--role <text>', key: 'role', type: 'string', description: 'What it does, for others to see' },
  {
    flag: '--port <number>',
    key: 'port',
    type: 'integer',
    min: 1,
    max: 65_535,
    description: 'Use this port instead of the next free one',
  },
  {
    flag: '--project <id>',
    key: 'project',
    type: 'string',
    description: 'The project it works in',
    completes: 'project',
  },
  {
    flag: '--purpose <purpose>',
    key: 'purpose',
    type: 'string',
    choices: ['task', 'chat'],
    description: 'What its project session is for: task (default) or chat',
  },
  {
    flag: '--parent <agent>',
    key: 'parent',
    type: 'string',
    description: 'Who it reports to, if it is new to the project',
  },
  { flag: '--cwd <dir>', key: 'cwd', type: 'string', description: 'The folder to run it in (default: this one)' },
  { flag: '--env <K=V>', key: 'env', type: 'list', description: 'Set an environment variable (repeatable)' },
  {
    flag: '--channel <name>',
    key: 'channel',
    type: 'list',
    choices: CHANNEL_NAMES,
    description: 'Use only this channel of the profile; typing stays the fallback (repeatable)',
  },
  {
    flag: '--allow-shell',
    key: 'allowShell',
    type: 'boolean',
    description: 'Allow interactive shells, which will execute every message',
  },
);

export const wrap: CommandSpec = {
  path: WRAP,
  group: 'agents',
  summary: 'Run a program in this terminal, as an agent',
  details: [
    'The program looks and feels as if you had started it directly, and other agents can send it messages. The exit code is that of the program.',
    'Closing the terminal stops the agent. Ctrl-] detaches from it and leaves it running in the background; `synapse attach` brings it back.',
    'With the shell profile, the words after -- are the program itself. With any other profile they are additional arguments. Interactive shells need --allow-shell.',
  ],
  arguments: program,
  options: wrapOptions,
  examples: [
    { command: 'synapse shell -- python3', meaning: 'Run a program that others can write to' },
    {
      command: 'synapse claude --id reviewer -- --continue',
      meaning: 'Give it a permanent address, and pass it an argument',
    },
  ],
  load: async () => (await import('./run.js')).runWrap,
};
