/** The help, options and examples of `synapse history`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { from, json, limit } from '../../spec/shared-options.js';

export const historyOptions = defineOptions(
  { flag: '--with <agent>', key: 'with', type: 'string', description: 'Only messages from or to this agent' },
  {
    flag: '--since <time>',
    key: 'since',
    type: 'string',
    description: 'Only messages since then: 2h, 3d, or a date such as 2026-05-01',
  },
  { flag: '--grep <regex>', key: 'grep', type: 'string', description: 'Only messages whose text matches' },
  limit,
  from,
  json,
);

export const history: CommandSpec = {
  path: 'history',
  group: 'messages',
  summary: 'Show messages sent and received',
  details: ['Prints the oldest message first.'],
  arguments: [],
  options: historyOptions,
  examples: [
    { command: 'synapse history --with worker-a --since 2h', meaning: 'See the last two hours with worker-a' },
    { command: 'synapse history --grep "fail(ed|ure)"', meaning: 'Find messages about failures' },
  ],
  load: async () => (await import('./run.js')).runHistory,
};
