/** The help, options and examples of `synapse profiles` and its subcommands. */
import type { CommandSpec, Family } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { json, jsonOptions, noOptions, wait } from '../../spec/shared-options.js';

export const profilesTestOptions = defineOptions(
  { ...wait, description: 'How long each step may take (default 60)' },
  json,
);

const list: CommandSpec = {
  path: 'profiles list',
  group: 'agents',
  summary: 'List the profiles',
  details: [
    'A profile says how to start one kind of program and how to type into it. Your own profiles are YAML files; one with the name of a built-in profile replaces it.',
  ],
  arguments: [],
  options: jsonOptions,
  examples: [{ command: 'synapse profiles', meaning: 'List what you can start, and where each profile comes from' }],
  exits: { 1: 'A profile file cannot be read.' },
  isDefault: true,
  load: async () => (await import('./list.js')).runProfilesList,
};

const show: CommandSpec = {
  path: 'profiles show',
  group: 'agents',
  summary: 'Print a profile as YAML',
  details: ['Use the output as a starting point for your own profile.'],
  arguments: [{ usage: '<name>', description: 'The name of a profile', completes: 'profile' }],
  options: jsonOptions,
  examples: [
    { command: 'synapse profiles show shell', meaning: 'See every key and its value' },
    {
      command: 'synapse profiles show shell > "$(synapse profiles path)/mine.yaml"',
      meaning: 'Start your own profile from a built-in one',
    },
  ],
  load: async () => (await import('./show.js')).runProfilesShow,
};

const test: CommandSpec = {
  path: 'profiles test',
  group: 'agents',
  summary: 'Test every channel of a profile with its program',
  details: [
    'Starts the program in a temporary home, once for each channel of the profile, and sends it messages: while it is idle, while it works, and while its input box contains a draft. Prints a table of the results, and the screen of each failure. Stops everything afterwards.',
    'If the agent uses a paid model, its replies to these messages cost a little.',
  ],
  arguments: [
    { usage: '<name>', description: 'The name of a profile', completes: 'profile' },
    { usage: '[command...]', description: 'After --: additional arguments for the program', completes: 'command' },
  ],
  options: profilesTestOptions,
  examples: [
    {
      command: 'synapse profiles test claude',
      meaning: 'See which of its channels work with your version of Claude Code',
    },
    { command: 'synapse profiles test mine', meaning: 'Check that your profile works' },
    { command: 'synapse profiles test shell -- cat', meaning: 'Check a program that reads lines' },
  ],
  exits: { 1: 'At least one check failed.' },
  load: async () => (await import('./test.js')).runProfilesTest,
};

const path: CommandSpec = {
  path: 'profiles path',
  group: 'agents',
  summary: 'Print the folder for your own profiles',
  details: ['Creates the folder if it does not exist. A project can have more profiles in .synapse/profiles/.'],
  arguments: [],
  options: noOptions,
  examples: [{ command: 'cd "$(synapse profiles path)"', meaning: 'Go to the folder' }],
  load: async () => (await import('./path.js')).runProfilesPath,
};

export const profiles: Family = {
  word: 'profiles',
  summary: 'List, show and test the kinds of programs you can start',
  commands: [list, show, test, path],
};
