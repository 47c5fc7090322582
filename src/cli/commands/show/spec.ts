/** The help, options and examples of `synapse show`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { taskId } from '../../spec/shared-arguments.js';
import { from, json } from '../../spec/shared-options.js';

export const showOptions = defineOptions(
  {
    flag: '--save <dir>',
    key: 'save',
    type: 'string',
    description: 'Write the files and data that the other side sent into this folder',
  },
  from,
  json,
);

export const show: CommandSpec = {
  path: 'show',
  group: 'messages',
  summary: 'Show a task or message in full: text, receipts and reply',
  details: [
    'Also shows the rest of a text that was too long to be typed into a terminal.',
    'With --save, writes the reply of an agent you asked, or the message of one that asked you: its text as reply.txt, its data as data.json, its files under their own names. No file is overwritten; a name that is taken gets a number. Files that are only named by a web address are not fetched; the address is printed.',
  ],
  arguments: [taskId],
  options: showOptions,
  examples: [
    { command: 'synapse show 3f2a91c0', meaning: 'See everything about a task' },
    { command: 'synapse show 3f2a91c0 --save results', meaning: 'Get the files of a reply' },
    { command: 'synapse show 3f2a91c0 --json | jq -r .task.message.text', meaning: 'Print the exact text' },
  ],
  load: async () => (await import('./run.js')).runShow,
};
