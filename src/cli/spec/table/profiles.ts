/** The commands about profiles: the kinds of programs that can be agents. */
import type { CommandSpec } from '../command.js';
import { jsonOptions, noOptions, profilesTestOptions } from '../options.js';

export const PROFILE_COMMANDS: readonly CommandSpec[] = [
  {
    path: 'profiles list',
    group: 'agents',
    summary: 'List the profiles',
    details: [
      'A profile tells how to start and address one kind of program. Profiles of your own are YAML files; a file of the same name replaces a built-in one.',
    ],
    arguments: [],
    options: jsonOptions,
    examples: [{ command: 'synapse profiles', meaning: 'what can be started, and where it is defined' }],
    exits: [0, 1],
    isDefault: true,
  },
  {
    path: 'profiles show',
    group: 'agents',
    summary: 'Print one profile as a file of its own would spell it',
    details: ['A good beginning for a profile of your own.'],
    arguments: [{ usage: '<name>', description: 'the name of a profile', completes: 'profile' }],
    options: jsonOptions,
    examples: [
      { command: 'synapse profiles show shell', meaning: 'every key with its value' },
      {
        command: 'synapse profiles show shell > "$(synapse profiles path)/mine.yaml"',
        meaning: 'a profile of your own to edit',
      },
    ],
    exits: [0, 2, 3],
  },
  {
    path: 'profiles test',
    group: 'agents',
    summary: 'Try a profile: start it, send it a message, show how far that came',
    details: [
      'Starts the program in a home of its own, waits until it is ready, sends one message, and reports whether it was typed, submitted and seen, with the screen at each step. Ends everything afterwards.',
    ],
    arguments: [
      { usage: '<name>', description: 'the name of a profile', completes: 'profile' },
      { usage: '[command...]', description: 'after --: further arguments of the program', completes: 'command' },
    ],
    options: profilesTestOptions,
    examples: [
      { command: 'synapse profiles test mine', meaning: 'does my profile work?' },
      { command: 'synapse profiles test shell -- cat', meaning: 'the same for a program that reads lines' },
    ],
    exits: [0, 1, 2, 3],
  },
  {
    path: 'profiles path',
    group: 'agents',
    summary: 'Print the folder of your own profiles',
    details: ['The folder is made if it is not there. A project can have more, in .synapse/profiles/.'],
    arguments: [],
    options: noOptions,
    examples: [{ command: 'cd "$(synapse profiles path)"', meaning: 'go there' }],
    exits: [0, 1],
  },
];
