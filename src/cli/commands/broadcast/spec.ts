/** The help, options and examples of `synapse broadcast`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { message } from '../../spec/shared-arguments.js';
import { expires, from, json, noWait, priority, project, response, wait } from '../../spec/shared-options.js';

export const broadcastOptions = defineOptions(
  { ...project, description: 'Only to the agents of this project' },
  response,
  wait,
  noWait,
  from,
  priority,
  expires,
  json,
);

export const broadcast: CommandSpec = {
  path: 'broadcast',
  group: 'messages',
  summary: 'Send a message to all other agents',
  details: [
    'Sends the message to every running AI agent except the sender: those of your project if you are in one, otherwise all of them, also on other hosts, and the outside agents. With --response, prints each reply with its sender.',
    'It is safe to repeat the command within 10 minutes, for example if it was interrupted or some agents did not get the message: agents that already have the message do not get it twice.',
  ],
  arguments: [message],
  options: broadcastOptions,
  examples: [
    { command: 'synapse broadcast "main is frozen until noon"', meaning: 'Tell everyone' },
    { command: 'synapse broadcast "what are you working on?" --response --wait 60', meaning: 'Ask everyone' },
  ],
  exits: {
    0: 'Delivered to everyone. With --response: everyone replied.',
    4: 'At least one reply is still open.',
    5: 'At least one message is queued.',
    130: 'Interrupted.',
  },
  load: async () => (await import('./run.js')).runBroadcast,
};
