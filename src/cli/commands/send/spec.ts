/** The help, options and examples of `synapse send`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { message } from '../../spec/shared-arguments.js';
import { expires, from, json, noWait, priority, quiet, response, wait } from '../../spec/shared-options.js';

export const file = {
  flag: '--file <path>',
  key: 'file',
  type: 'list',
  description: 'Attach a file (repeatable)',
} as const;
export const task = {
  flag: '--task <id>',
  key: 'task',
  type: 'string',
  description: 'Continue this task by answering its question',
  completes: 'task',
} as const;
export const when = {
  flag: '--when <moment>',
  key: 'when',
  type: 'string',
  choices: ['now', 'idle'],
  description: 'now: during its work, where possible; idle: when it is done (default: now from priority 3 on)',
} as const;

export const sendOptions = defineOptions(
  response,
  wait,
  noWait,
  {
    flag: '--reply-to <id>',
    key: 'replyTo',
    type: 'string',
    description: 'Reply to the request with this id',
    completes: 'request',
  },
  from,
  file,
  task,
  priority,
  when,
  {
    flag: '--until <state>',
    key: 'until',
    type: 'string',
    choices: ['delivered', 'typed', 'submitted', 'answered'],
    description: 'Wait for this receipt: delivered, typed, submitted or answered',
  },
  expires,
  json,
  quiet,
);

export const send: CommandSpec = {
  path: 'send',
  group: 'messages',
  summary: 'Send a message to an agent',
  details: [
    'Prints the short id of the message. With --response, waits for the reply and prints that instead. If the wait times out or you press Ctrl-C, the task stays open, and `synapse tasks wait` continues waiting.',
    'The target can be a name, an id, the beginning of an id, type-port, or a type. Agents of your own project take precedence, and the sender is never the target. If the target is not running, the message is queued and delivered later.',
    'It is safe to repeat a command that was killed, or that got no answer from its daemon: within ten minutes, the same command does not send the message again.',
  ],
  arguments: [{ usage: '<target>', description: 'The agent to send it to', completes: 'agent' }, message],
  options: sendOptions,
  examples: [
    { command: 'synapse send worker-a "please run the tests"', meaning: 'Send a message and move on' },
    {
      command: 'synapse send worker-a "do the tests pass?" --response',
      meaning: 'Ask, wait, and print the reply',
    },
    { command: 'git diff | synapse send reviewer - --response --wait 900', meaning: 'Read the message from stdin' },
    {
      command: 'synapse send worker-a "yes, all of them" --task 3f2a91c0',
      meaning: 'Answer a question that came back',
    },
  ],
  exits: {
    0: 'Delivered. With --response: the reply was printed.',
    1: 'Failed.',
    2: 'Usage error, or a missing or empty message.',
    3: 'The target was not found, or is ambiguous.',
    4: 'Still open: the wait ended first.',
    5: 'Queued: the target is not running.',
    6: 'The agent asked a question back; the question is on stdout.',
    130: 'Interrupted.',
  },
  load: async () => (await import('./run.js')).runSend,
};
