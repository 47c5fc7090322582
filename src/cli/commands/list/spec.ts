/** The help, options and examples of `synapse list`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { json } from '../../spec/shared-options.js';

export const listOptions = defineOptions(json, {
  flag: '-w, --watch',
  key: 'watch',
  type: 'boolean',
  description: 'Keep running and show changes as they happen',
});

export const list: CommandSpec = {
  path: 'list',
  group: 'agents',
  summary: 'List agents and what they are doing',
  details: [
    'Shows the id, type, name, status, current task, port and project of each agent, and how long it has had that status. The status is one of starting, ready, busy, waiting, paused, stopped and dead.',
  ],
  arguments: [],
  options: listOptions,
  examples: [
    { command: 'synapse list', meaning: 'List every agent' },
    { command: 'synapse list --watch', meaning: 'Show a live table until you press Ctrl-C' },
    { command: "synapse list --json | jq -r '.agents[].id'", meaning: 'Print only the ids' },
  ],
  load: async () => (await import('./run.js')).runList,
};
