/** The help, options and examples of `synapse completion`. */
import type { CommandSpec } from '../../spec/command.js';
import { noOptions } from '../../spec/shared-options.js';

export const completion: CommandSpec = {
  path: 'completion',
  group: 'setup',
  summary: 'Print a shell completion script',
  details: [
    'Completes commands, options, profiles, the ids and names of agents, the ids of recent tasks, work, conversations, executions and projects, and the names of tools.',
    'Ids and tools come from running daemons. Completion never starts a daemon.',
  ],
  arguments: [{ usage: '<shell>', description: 'bash, zsh or fish', completes: 'shell' }],
  options: noOptions,
  examples: [
    { command: 'eval "$(synapse completion bash)"', meaning: 'Add this line to ~/.bashrc' },
    { command: 'eval "$(synapse completion zsh)"', meaning: 'Add this line to ~/.zshrc, after compinit' },
    { command: 'synapse completion fish > ~/.config/fish/completions/synapse.fish', meaning: 'Run this once' },
  ],
  load: async () => (await import('./run.js')).runCompletion,
};
