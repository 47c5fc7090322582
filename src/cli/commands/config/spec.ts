/** The help, options and examples of `synapse config` and its subcommands. */
import { SETTING_ROWS } from '../../config/keys.js';
import type { ArgumentSpec, CommandSpec, Family } from '../../spec/command.js';
import { jsonOptions, noOptions } from '../../spec/shared-options.js';

const key: ArgumentSpec = {
  usage: '<key>',
  description: 'The name of a setting, such as human or defaults.wait',
  choices: SETTING_ROWS.map(([name]) => name),
};
const tables = [{ title: 'Settings', rows: SETTING_ROWS }];

const list: CommandSpec = {
  path: 'config list',
  group: 'setup',
  summary: 'List the settings',
  details: [
    'Shows each setting and where it comes from: the file config.yaml in SYNAPSE_HOME, a variable of the environment, which comes first, or the default.',
  ],
  tables,
  arguments: [],
  options: jsonOptions,
  examples: [{ command: 'synapse config', meaning: 'See all settings' }],
  isDefault: true,
  load: async () => (await import('./list.js')).runConfigList,
};

const get: CommandSpec = {
  path: 'config get',
  group: 'setup',
  summary: 'Print one setting',
  details: ['Prints what holds now, and nothing if that is the default.'],
  tables,
  arguments: [key],
  options: jsonOptions,
  examples: [{ command: 'synapse config get human', meaning: 'See who you are in a plain shell' }],
  load: async () => (await import('./list.js')).runConfigGet,
};

const set: CommandSpec = {
  path: 'config set',
  group: 'setup',
  summary: 'Change one setting',
  details: ['Writes it into the file. Everything else in the file stays as it is, including comments.'],
  tables,
  arguments: [key, { usage: '<value>', description: 'The new value' }],
  options: jsonOptions,
  examples: [
    { command: 'synapse config set human owner', meaning: 'Be the person called owner' },
    { command: 'synapse config set defaults.wait 900', meaning: 'Wait for replies for 15 minutes' },
  ],
  load: async () => (await import('./change.js')).runConfigSet,
};

const unset: CommandSpec = {
  path: 'config unset',
  group: 'setup',
  summary: 'Go back to the default of one setting',
  details: ['Takes it out of the file.'],
  arguments: [key],
  options: jsonOptions,
  examples: [{ command: 'synapse config unset human', meaning: 'Be called like your user again' }],
  load: async () => (await import('./change.js')).runConfigUnset,
};

const path: CommandSpec = {
  path: 'config path',
  group: 'setup',
  summary: 'Print where the file with the settings is',
  details: ['The file may not exist yet.'],
  arguments: [],
  options: noOptions,
  examples: [{ command: '"$EDITOR" "$(synapse config path)"', meaning: 'Edit the settings' }],
  load: async () => (await import('./path.js')).runConfigPath,
};

export const config: Family = {
  word: 'config',
  summary: 'Show and change your settings',
  commands: [list, get, set, unset, path],
};
