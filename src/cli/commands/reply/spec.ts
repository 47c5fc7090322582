/** The help, options and examples of `synapse reply`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { message } from '../../spec/shared-arguments.js';
import { from, json } from '../../spec/shared-options.js';

export const replyOptions = defineOptions(
  { flag: '--to <sender|id>', key: 'to', type: 'string', description: 'The request to reply to, by sender or id' },
  { flag: '--latest', key: 'latest', type: 'boolean', description: 'Reply to the newest open request' },
  from,
  { flag: '--ask', key: 'ask', type: 'boolean', description: 'Ask a question back; the task stays open' },
  { flag: '--fail', key: 'fail', type: 'boolean', description: 'Close the request as failed; the message says why' },
  { flag: '--list-targets', key: 'listTargets', type: 'boolean', description: 'List the open requests' },
  json,
);

export const reply: CommandSpec = {
  path: 'reply',
  group: 'messages',
  summary: 'Reply to a request',
  details: [
    'Replies to the open request of the agent whose terminal this is. If several are open, choose one with --to, or the newest with --latest. A message that did not ask for a reply is not an open request.',
  ],
  arguments: [message],
  options: replyOptions,
  examples: [
    { command: 'synapse reply "all 212 tests pass"', meaning: 'Reply to the only open request' },
    { command: 'synapse reply --to 3f2a91c0 "done"', meaning: 'Reply to a particular request' },
    { command: 'synapse reply --ask "on which branch?"', meaning: 'Ask a question back' },
    { command: 'synapse reply --list-targets', meaning: 'See who is waiting for a reply' },
  ],
  exits: {
    3: 'No request is open, or several are.',
    5: 'Queued: the sender of the request is not running.',
  },
  load: async () => (await import('./run.js')).runReply,
};
