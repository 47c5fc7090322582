/** The help, options and examples of `synapse keys`. */
import type { CommandSpec } from '../../spec/command.js';
import { agent } from '../../spec/shared-arguments.js';
import { sessionOptions } from '../../spec/shared-options.js';

export const keys: CommandSpec = {
  path: 'keys',
  group: 'agents',
  summary: "Type keys into an agent's terminal",
  details: [
    'Plain text is typed as is. Write other keys in angle brackets: <enter>, <esc>, <tab>, <shift-tab>, <space>, <backspace>, <delete>, <up>, <down>, <left>, <right>, <home>, <end>, <pageup>, <pagedown>, <f1> to <f12>, <ctrl-c>, <alt-x>. For a literal "<", write <lt>.',
  ],
  arguments: [agent, { usage: '<keys>', description: 'Text and named keys' }],
  options: sessionOptions,
  examples: [
    { command: "synapse keys worker-a 'yes<enter>'", meaning: 'Answer a question on its screen' },
    { command: "synapse keys worker-a '<ctrl-c>'", meaning: 'Interrupt it' },
  ],
  load: async () => (await import('./run.js')).runKeys,
};
