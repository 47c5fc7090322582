/** The help, options and examples of `synapse feed`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';

export const feedOptions = defineOptions(
  { flag: '--agent <agent>', key: 'agent', type: 'string', description: 'Only what this agent does, gets or is asked' },
  {
    flag: '--project <id>',
    key: 'project',
    type: 'string',
    description: 'Only what happens in this project',
    completes: 'project',
  },
  {
    flag: '--since <duration>',
    key: 'since',
    type: 'duration',
    max: 30 * 86_400_000,
    description: 'Begin with what happened in this time, such as 10m or 2h',
  },
  {
    flag: '--json',
    key: 'json',
    type: 'boolean',
    description: 'Print one JSON object per line, with every change of an agent and every receipt',
  },
);

export const feed: CommandSpec = {
  path: 'feed',
  group: 'messages',
  summary: 'Watch everything that happens, live',
  details: [
    'Shows who says what to whom, messages that get stuck, conversations that begin and end, work that starts and finishes, dialogs, and agents that come and go. Each line begins with whoever does it.',
    'Keeps running until you press Ctrl-C. If your own daemon is restarted, the feed goes on where it stopped.',
    'On a terminal each entry takes one line; in a pipe the beginning of the text is not cut to the width.',
  ],
  arguments: [],
  options: feedOptions,
  examples: [
    { command: 'synapse feed', meaning: 'Watch everything' },
    { command: 'synapse feed --agent claude --since 10m', meaning: 'The last ten minutes of one agent, then live' },
    {
      command: 'synapse feed --json | jq -c \'select(.event == "message")\'',
      meaning: 'Let a script watch all messages',
    },
  ],
  load: async () => (await import('./run.js')).runFeed,
};
