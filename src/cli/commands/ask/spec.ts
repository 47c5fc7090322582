/** The help, options and examples of `synapse ask`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { message } from '../../spec/shared-arguments.js';
import { expires, from, json, priority, quiet, wait } from '../../spec/shared-options.js';
import { file, task, when } from '../send/spec.js';

export const askOptions = defineOptions(wait, from, file, task, priority, when, expires, json, {
  ...quiet,
  description: 'Print the reply and nothing else',
});

export const ask: CommandSpec = {
  path: 'ask',
  group: 'messages',
  summary: 'Ask an agent and wait for its reply',
  details: [
    'The same as `synapse send <target> "…" --response`: sends the message, waits for the reply and prints it.',
    'On a terminal, a line shows how the question is doing: who was asked, how far the message is, what the agent does and since when, and the id. Press Ctrl-C to stop waiting; the question stays open, and `synapse tasks wait` continues waiting.',
  ],
  arguments: [{ usage: '<target>', description: 'The agent to ask', completes: 'agent' }, message],
  options: askOptions,
  examples: [
    { command: 'synapse ask claude "Do the tests pass?"', meaning: 'Ask, wait, and print the reply' },
    { command: 'git diff | synapse ask reviewer - --wait 900', meaning: 'Ask about what another command prints' },
    { command: 'synapse ask claude "yes, all of them" --task 3f2a91c0', meaning: 'Answer a question that came back' },
  ],
  exits: {
    0: 'The reply was printed.',
    1: 'Failed.',
    2: 'Usage error, or a missing or empty message.',
    3: 'The target was not found, or is ambiguous.',
    4: 'Still open: the wait ended first.',
    5: 'Queued: the target is not running.',
    6: 'The agent asked a question back; the question is on stdout.',
    130: 'Interrupted.',
  },
  load: async () => (await import('./run.js')).runAsk,
};
