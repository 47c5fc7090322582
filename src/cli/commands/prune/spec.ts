/** The help, options and examples of `synapse prune`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { json } from '../../spec/shared-options.js';

export const pruneOptions = defineOptions(
  {
    flag: '--older-than <duration>',
    key: 'olderThan',
    type: 'duration',
    description: 'Delete what ended at least this long ago (default 30d)',
  },
  json,
);

export const prune: CommandSpec = {
  path: 'prune',
  group: 'setup',
  summary: 'Delete old messages, executions and folders of past agents',
  details: [
    'Deletes closed tasks with their messages, finished executions with their logs, and the folders of agents that will not come back. Leaves everything that is open or running alone.',
    'In projects, deletes ended sessions, read notifications and finished delegations. Keeps chat, conversations and work tasks.',
    'Daemons delete old data by themselves, too; see SYNAPSE_KEEP_DAYS in `man synapse`.',
  ],
  arguments: [],
  options: pruneOptions,
  examples: [
    { command: 'synapse prune', meaning: 'Delete what ended more than 30 days ago' },
    { command: 'synapse prune --older-than 7d', meaning: 'Delete what ended more than a week ago' },
  ],
  load: async () => (await import('./run.js')).runPrune,
};
