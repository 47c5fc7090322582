/** The help, options and examples of `synapse inbox`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { from, json } from '../../spec/shared-options.js';

export const inboxOptions = defineOptions(
  { flag: '--peek', key: 'peek', type: 'boolean', description: 'Do not mark the messages as read' },
  { flag: '--watch', key: 'watch', type: 'boolean', description: 'Keep running and print messages as they arrive' },
  from,
  json,
);

export const inbox: CommandSpec = {
  path: 'inbox',
  group: 'messages',
  summary: 'Read messages sent to you',
  details: [
    'Prints the unread messages and marks them as read.',
    'With --watch, --json prints one object per line: {"event":"message","at":…,"message":{…}}.',
  ],
  arguments: [],
  options: inboxOptions,
  examples: [
    { command: 'synapse inbox', meaning: 'Read new messages' },
    { command: 'synapse inbox --watch', meaning: 'Print messages as they arrive, until you press Ctrl-C' },
  ],
  load: async () => (await import('./run.js')).runInbox,
};
