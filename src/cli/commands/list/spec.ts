/** The help, options and examples of `synapse list`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { json } from '../../spec/shared-options.js';

export const listOptions = defineOptions(
  {
    flag: '-a, --all',
    key: 'all',
    type: 'boolean',
    description: 'Include stopped agents',
  },
  {
    flag: '--wide',
    key: 'wide',
    type: 'boolean',
    description: 'Also show the port, the channel and the project',
  },
  {
    flag: '-w, --watch',
    key: 'watch',
    type: 'boolean',
    description: 'Keep running and show changes as they happen; press q to quit',
  },
  json,
);

export const list: CommandSpec = {
  path: 'list',
  group: 'agents',
  aliases: ['ls', 'ps'],
  summary: 'List agents and what they are doing',
  details: [
    'Shows the id, program, role and status of each agent, what it is doing, and how long it has been running. The status is one of starting, ready, busy, waiting, paused, stopped and dead.',
    'Stopped agents are listed only with --all, in JSON too.',
  ],
  arguments: [],
  options: listOptions,
  examples: [
    { command: 'synapse list', meaning: 'List every agent' },
    { command: 'synapse list -a --wide', meaning: 'Include stopped agents, and show more columns' },
    { command: 'synapse list --watch', meaning: 'Show a live table until you press q' },
    { command: "synapse list --json | jq -r '.agents[].id'", meaning: 'Print only the ids' },
  ],
  load: async () => (await import('./run.js')).runList,
};
