/** The help, options and examples of `synapse interrupt`. */
import type { CommandSpec } from '../../spec/command.js';
import { agent } from '../../spec/shared-arguments.js';
import { sessionOptions } from '../../spec/shared-options.js';

export const interrupt: CommandSpec = {
  path: 'interrupt',
  group: 'agents',
  summary: "Press the interrupt key in an agent's terminal",
  details: ["The agent's profile defines the key. For line-oriented programs it is Ctrl-C."],
  arguments: [agent],
  options: sessionOptions,
  examples: [
    { command: 'synapse interrupt worker-a', meaning: 'Stop what it is doing, as if you pressed the key there' },
  ],
  load: async () => (await import('./run.js')).runInterrupt,
};
