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
    'Shows each setting and where it comes from: an environment variable, the file config.yaml in SYNAPSE_HOME, or the default. Environment variables take precedence.',
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
  details: ['Prints the current value, or nothing if the setting has its default.'],
  tables,
  arguments: [key],
  options: jsonOptions,
  examples: [{ command: 'synapse config get human', meaning: 'See your agent id in a plain shell' }],
  load: async () => (await import('./list.js')).runConfigGet,
};

const set: CommandSpec = {
  path: 'config set',
  group: 'setup',
  summary: 'Change one setting',
  details: [
    'Writes the setting to config.yaml in SYNAPSE_HOME. Everything else in the file stays as it is, including comments.',
  ],
  tables,
  arguments: [key, { usage: '<value>', description: 'The new value' }],
  options: jsonOptions,
  examples: [
    { command: 'synapse config set human owner', meaning: 'Act as the person called owner' },
    { command: 'synapse config set defaults.wait 900', meaning: 'Wait for replies for 15 minutes' },
  ],
  load: async () => (await import('./change.js')).runConfigSet,
};

const unset: CommandSpec = {
  path: 'config unset',
  group: 'setup',
  summary: 'Reset one setting to its default',
  details: ['Removes the setting from config.yaml in SYNAPSE_HOME.'],
  arguments: [key],
  options: jsonOptions,
  examples: [{ command: 'synapse config unset human', meaning: 'Use your user name as your agent id again' }],
  load: async () => (await import('./change.js')).runConfigUnset,
};

const path: CommandSpec = {
  path: 'config path',
  group: 'setup',
  summary: 'Print the path of the settings file',
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
