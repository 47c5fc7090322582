/** The help, options and examples of `synapse notify` and its subcommands. */
import type { ArgumentSpec, CommandSpec, Family } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { json, jsonOptions } from '../../spec/shared-options.js';

export const notifyAddOptions = defineOptions(
  { flag: '--url <url>', key: 'url', type: 'string', description: 'The URL of the webhook or the ntfy topic' },
  {
    flag: '--on <topics>',
    key: 'on',
    type: 'string',
    description: 'What to notify about: needs-you, failed and done, separated by commas (default needs-you,failed)',
  },
  json,
);

const name: ArgumentSpec = { usage: '<name>', description: 'The name of the receiver', completes: 'receiver' };

const add: CommandSpec = {
  path: 'notify add',
  group: 'setup',
  summary: 'Add a receiver of notices',
  details: [
    'A receiver gets a notice when something happens and you have no page of Synapse in front of you. needs-you: an agent asks you something, a program shows a dialog, or work waits for your approval. failed: an agent refuses what you asked, a message did not get through, or an agent died or no longer starts. done: work is done, or an agent has replied to you.',
    'Each event is reported at most once, even if a daemon restarts. A broken receiver does not delay the others; `synapse notify list` and `synapse doctor` say what is wrong with it.',
    'desktop uses notify-send on Linux and osascript on macOS. webhook sends a POST with the JSON fields matter, on, agent, project, title, text and at. ntfy sends a POST with the text as its body, and the title, priority and tags in headers. The URL is stored in a file that only you can read.',
  ],
  arguments: [
    { usage: '<name>', description: 'A name for the receiver' },
    { usage: '<kind>', description: 'The kind of receiver', choices: ['desktop', 'webhook', 'ntfy'] },
  ],
  options: notifyAddOptions,
  examples: [
    { command: 'synapse notify add screen desktop', meaning: 'Show notices on this desktop' },
    {
      command: 'synapse notify add phone ntfy --url https://ntfy.example/my-topic',
      meaning: 'Send notices to a phone',
    },
    {
      command: 'synapse notify add chat webhook --url https://hooks.example/abc --on needs-you,failed,done',
      meaning: 'Send everything to a program of yours',
    },
  ],
  load: async () => (await import('./add.js')).runNotifyAdd,
};

const list: CommandSpec = {
  path: 'notify list',
  group: 'setup',
  summary: 'List the receivers of notices',
  details: [
    'Shows what each receiver is notified about, and whether the last notice arrived. Shows only the host of a URL.',
  ],
  arguments: [],
  options: jsonOptions,
  examples: [{ command: 'synapse notify list', meaning: 'See the receivers, and whether they work' }],
  isDefault: true,
  load: async () => (await import('./list.js')).runNotifyList,
};

const test: CommandSpec = {
  path: 'notify test',
  group: 'setup',
  summary: 'Send a notice to see whether it arrives',
  details: [],
  arguments: [name],
  options: jsonOptions,
  examples: [{ command: 'synapse notify test phone', meaning: 'See whether the phone gets notices' }],
  load: async () => (await import('./try.js')).runNotifyTest,
};

const remove: CommandSpec = {
  path: 'notify remove',
  group: 'setup',
  summary: 'Remove a receiver of notices',
  details: ['Also deletes its URL. Notices that were not sent yet are dropped.'],
  arguments: [name],
  options: jsonOptions,
  examples: [{ command: 'synapse notify remove phone', meaning: 'Send no more notices to the phone' }],
  load: async () => (await import('./remove.js')).runNotifyRemove,
};

export const notify: Family = {
  word: 'notify',
  summary: 'Get notified when an agent needs you',
  commands: [add, list, test, remove],
};
