/** The help, options and examples of `synapse demo`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';

export const demoOptions = defineOptions({
  flag: '--stay',
  key: 'stay',
  type: 'boolean',
  description: 'Leave Ada and Rex running here, to play with',
});

export const demo: CommandSpec = {
  path: 'demo',
  group: 'setup',
  summary: 'Watch agents talk to each other, without any AI',
  details: [
    'Runs a few scripted programs that ask each other questions and reply, then removes everything again. `synapse demo team` shows a manager who hands work to three workers.',
    'With --stay, starts Ada and Rex among your own agents instead and leaves them running. To stop them, run `synapse stop ada rex`.',
  ],
  arguments: [{ usage: '[play]', description: 'What to play', choices: ['talk', 'team'] }],
  options: demoOptions,
  examples: [
    { command: 'synapse demo', meaning: 'Takes a few seconds' },
    { command: 'synapse demo team', meaning: 'Watch a team do a piece of work' },
    { command: 'synapse demo --stay', meaning: 'Play with Ada and Rex yourself' },
  ],
  load: async () => (await import('./run.js')).runDemo,
};
