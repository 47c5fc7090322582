/** The help, options and examples of `synapse reply`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { message } from '../../spec/shared-arguments.js';
import { from, json } from '../../spec/shared-options.js';

export const replyOptions = defineOptions(
  {
    flag: '--to <sender|id>',
    key: 'to',
    type: 'string',
    description: 'The request to reply to, by sender or id',
    completes: 'request',
  },
  { flag: '--latest', key: 'latest', type: 'boolean', description: 'Reply to the newest open request' },
  from,
  { flag: '--ask', key: 'ask', type: 'boolean', description: 'Ask a question back; the task stays open' },
  { flag: '--fail', key: 'fail', type: 'boolean', description: 'Close the request as failed; the message says why' },
  {
    flag: '--reject',
    key: 'reject',
    type: 'boolean',
    description: 'Close the request as rejected; the message says why',
  },
  {
    flag: '--partial',
    key: 'partial',
    type: 'boolean',
    description: 'Send a part of the reply; the task stays open until you send the last part without this option',
  },
  { flag: '--artifact <file>', key: 'artifact', type: 'list', description: 'Add a file to the reply (repeatable)' },
  {
    flag: '--artifact-url <url>',
    key: 'artifactUrl',
    type: 'list',
    description: 'Add the URL of a file to the reply (repeatable)',
  },
  { flag: '--data <json>', key: 'data', type: 'string', description: 'Add JSON to the reply' },
  {
    flag: '--message',
    key: 'message',
    type: 'boolean',
    description: 'Reply to an A2A client with a message instead of a finished task',
  },
  { flag: '--list-targets', key: 'listTargets', type: 'boolean', description: 'List the open requests' },
  json,
);

export const reply: CommandSpec = {
  path: 'reply',
  group: 'messages',
  summary: 'Reply to a request',
  details: [
    'Replies to the open request of the agent whose terminal this is. If several are open, choose one with --to, or the newest with --latest. A message that did not ask for a reply is not an open request.',
    'A reply can have files (--artifact, up to 1 MiB each; --artifact-url) and data, with or without a text. An A2A client gets parts (--partial) as they come; an agent gets the whole reply when it is complete.',
  ],
  arguments: [message],
  options: replyOptions,
  examples: [
    { command: 'synapse reply "all 212 tests pass"', meaning: 'Reply to the only open request' },
    { command: 'synapse reply --to 3f2a91c0 "done"', meaning: 'Reply to a particular request' },
    { command: 'synapse reply --ask "on which branch?"', meaning: 'Ask a question back' },
    { command: 'synapse reply "the report" --artifact report.pdf', meaning: 'Reply with a file' },
    { command: 'synapse reply --list-targets', meaning: 'See who is waiting for a reply' },
  ],
  exits: {
    3: 'No request is open, or several are.',
    5: 'Queued: the sender of the request is not running.',
  },
  load: async () => (await import('./run.js')).runReply,
};
