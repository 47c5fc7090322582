/** The options of `send`, apart from all others: its bundle carries nothing else. */
import { expires, from, json, noWait, priority, quiet, response, table, wait } from './shared-options.js';

export const sendOptions = table(
  response,
  wait,
  noWait,
  { flag: '--reply-to <id>', key: 'replyTo', type: 'string', description: 'answer the request with this id' },
  from,
  { flag: '--file <path>', key: 'file', type: 'list', description: 'add a file to the message (may be repeated)' },
  { flag: '--task <id>', key: 'task', type: 'string', description: 'go on with this task: answer a question it asked' },
  priority,
  {
    flag: '--until <state>',
    key: 'until',
    type: 'string',
    choices: ['delivered', 'typed', 'submitted', 'answered'],
    description: 'wait for this receipt: delivered, typed, submitted or answered',
  },
  expires,
  json,
  quiet,
);
