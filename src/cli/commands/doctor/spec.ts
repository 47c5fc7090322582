/** The help, options and examples of `synapse doctor`. */
import type { CommandSpec } from '../../spec/command.js';
import { jsonOptions } from '../../spec/shared-options.js';

export const doctor: CommandSpec = {
  path: 'doctor',
  group: 'setup',
  summary: 'Check the installation and say how to fix problems',
  details: ['Checks Node, the native modules, the home folder, the agents and the profiles. Changes nothing.'],
  arguments: [],
  options: jsonOptions,
  examples: [{ command: 'synapse doctor', meaning: 'List problems and their fixes' }],
  exits: { 1: 'A problem was found.' },
  load: async () => (await import('./run.js')).runDoctor,
};
