/** The help, options and examples of `synapse start`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { commandWords } from '../../spec/shared-arguments.js';
import { json } from '../../spec/shared-options.js';
import { wrapOptions } from '../wrap/spec.js';

export const startOptions = defineOptions(...wrapOptions, json);

export const start: CommandSpec = {
  path: 'start',
  group: 'agents',
  summary: 'Start a program as an agent in the background, or a stopped agent again',
  details: [
    'Starts the program in its own terminal, together with a daemon that receives its messages. Returns once the daemon answers, and prints the id of the agent.',
    'With the shell profile, the words after -- are the program itself: anything that reads lines. With any other profile they are additional arguments. Interactive shells need --allow-shell, because they would execute every message they receive.',
    'Given the id of a stopped agent, starts it again as it was: its program, arguments, folder, environment, project and purpose.',
    'An agent with an --id keeps its address: messages to it are stored while it is not running. Otherwise its address is synapse-<profile>-<port>.',
  ],
  arguments: [
    {
      usage: '<profile|agent>',
      description: 'shell, or any profile that `synapse profiles` lists; or a stopped agent',
      completes: 'startable',
    },
    commandWords,
  ],
  options: startOptions,
  examples: [
    { command: 'synapse start shell -- ./my-agent.sh', meaning: 'Start a script that reads messages line by line' },
    {
      command: 'synapse start shell --id tester --role "runs the tests" -- node test.mjs',
      meaning: 'Give it a permanent address and a role',
    },
    { command: 'synapse start tester', meaning: 'Start a stopped agent again as it was' },
    { command: 'synapse start shell --json -- cat', meaning: 'Print id, port and pid as JSON' },
  ],
  load: async () => (await import('./run.js')).runStart,
};
