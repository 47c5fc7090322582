/** The commands around it: trying it out, checking it, cleaning up. */
import type { CommandSpec } from '../command.js';
import { jsonOptions, noOptions, pruneOptions } from '../options.js';

export const AROUND_COMMANDS: readonly CommandSpec[] = [
  {
    path: 'demo',
    group: 'around',
    summary: 'See agents talk to each other, without any AI',
    details: [
      'Small scripted programs in terminals of their own ask and answer each other; afterwards nothing is left.',
    ],
    arguments: [],
    options: noOptions,
    examples: [{ command: 'synapse demo', meaning: 'takes a few seconds' }],
    exits: [0, 1, 130],
  },
  {
    path: 'doctor',
    group: 'around',
    summary: 'Check this installation and say what to do about what is wrong',
    details: ['Looks at Node, the native parts, the home folder, the agents and the profiles. Changes nothing.'],
    arguments: [],
    options: jsonOptions,
    examples: [{ command: 'synapse doctor', meaning: 'each finding with its remedy' }],
    exits: [0, 1],
  },
  {
    path: 'prune',
    group: 'around',
    summary: 'Delete old messages and executions, and what ended agents left behind',
    details: [
      'Closed tasks and their messages, executions that ended and their logs, and the folders of agents that ended for good. Nothing that is open or running is touched.',
      'Of the teams: sessions that ended, notices that were read, delegations that are done. The chat of projects, their conversations and their work tasks are kept.',
    ],
    arguments: [],
    options: pruneOptions,
    examples: [
      { command: 'synapse prune', meaning: 'what ended more than 30 days ago' },
      { command: 'synapse prune --older-than 7d', meaning: 'more than a week ago' },
    ],
    exits: [0, 1, 2],
  },
  {
    path: 'completion',
    group: 'around',
    summary: 'Print the completion script for a shell',
    details: ['Completes commands, options, profiles and the ids and names of agents.'],
    arguments: [{ usage: '<shell>', description: 'bash, zsh or fish', completes: 'shell' }],
    options: noOptions,
    examples: [
      { command: 'source <(synapse completion bash)', meaning: 'in ~/.bashrc' },
      { command: 'source <(synapse completion zsh)', meaning: 'in ~/.zshrc, after compinit' },
      { command: 'synapse completion fish > ~/.config/fish/completions/synapse.fish', meaning: 'once, for fish' },
    ],
    exits: [0, 2],
  },
];
