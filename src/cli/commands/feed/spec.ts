/** The help, options and examples of `synapse feed`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';

export const feedOptions = defineOptions(
  { flag: '--agent <agent>', key: 'agent', type: 'string', description: 'Show only events that concern this agent' },
  {
    flag: '--project <id>',
    key: 'project',
    type: 'string',
    description: 'Show only events in this project',
    completes: 'project',
  },
  {
    flag: '--since <duration>',
    key: 'since',
    type: 'duration',
    max: 30 * 86_400_000,
    description: 'Start with events of the recent past, such as 10m or 2h',
  },
  {
    flag: '--json',
    key: 'json',
    type: 'boolean',
    description: 'Print one JSON object per line, including every change of an agent and every receipt',
  },
);

export const feed: CommandSpec = {
  path: 'feed',
  group: 'messages',
  summary: 'Watch what all agents say and do, live',
  details: [
    'Shows messages and those that get stuck, conversations that begin and end, work that starts and finishes, dialogs, and agents that start and stop. Each line begins with the time and the agent.',
    'Keeps running until you press Ctrl-C. If your own daemon is restarted, the feed continues where it stopped.',
    'On a terminal, each entry is cut to the width of one line. In a pipe, only very long texts are shortened.',
  ],
  arguments: [],
  options: feedOptions,
  examples: [
    { command: 'synapse feed', meaning: 'Watch everything' },
    { command: 'synapse feed --agent claude --since 10m', meaning: 'Watch one agent, starting ten minutes ago' },
    {
      command: 'synapse feed --json | jq -c \'select(.event == "message")\'',
      meaning: 'Print all messages as JSON',
    },
  ],
  load: async () => (await import('./run.js')).runFeed,
};
