/** The help, options and examples of `synapse down`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { json, teamFile } from '../../spec/shared-options.js';

export const downOptions = defineOptions(teamFile, json);

export const down: CommandSpec = {
  path: 'down',
  group: 'team',
  summary: 'Stop a whole team',
  details: [
    'Stops every agent of the project, including sessions that were started for waiting work, and pauses the project: nothing in it starts until the next `synapse up`. The declared agents, the chat and the work tasks are kept. If nothing else is running in this home, the daemons of people stop as well.',
  ],
  arguments: [],
  options: downOptions,
  examples: [{ command: 'synapse down', meaning: 'Stop the team of synapse.yaml in this folder' }],
  exits: { 1: 'At least one agent could not be stopped.' },
  load: async () => (await import('./run.js')).runDown,
};
