/** The help, options and examples of `synapse answer`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { agent } from '../../spec/shared-arguments.js';
import { json, session } from '../../spec/shared-options.js';

export const answerOptions = defineOptions(
  { flag: '--dialog <id>', key: 'dialog', type: 'string', description: 'Answer only if this dialog is still open' },
  session,
  json,
);

export const answer: CommandSpec = {
  path: 'answer',
  group: 'agents',
  summary: 'Answer a dialog that an agent has opened',
  details: [
    'Without a choice, prints the question and the choices. With a choice, answers the dialog. If the dialog has changed in the meantime, nothing is answered.',
    'Give a choice by its key or by the beginning of its text.',
  ],
  arguments: [agent, { usage: '[choice]', description: 'The key of a choice, or the beginning of its text' }],
  options: answerOptions,
  examples: [
    { command: 'synapse answer claude', meaning: 'Show the question and the choices' },
    { command: 'synapse answer claude 1', meaning: 'Take the first choice' },
    { command: 'synapse answer claude yes --dialog 3f2a91bc', meaning: 'Answer only if that dialog is still open' },
  ],
  exits: { 1: 'No dialog was open, or it is still open.' },
  load: async () => (await import('./run.js')).runAnswer,
};
