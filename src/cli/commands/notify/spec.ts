/** The help, options and examples of `synapse notify` and its subcommands. */
import type { ArgumentSpec, CommandSpec, Family } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { json, jsonOptions } from '../../spec/shared-options.js';

export const notifyAddOptions = defineOptions(
  { flag: '--url <url>', key: 'url', type: 'string', description: 'Where a webhook, or the topic of ntfy, is' },
  {
    flag: '--on <topics>',
    key: 'on',
    type: 'string',
    description: 'What to tell: needs-you, failed and done, separated by commas (default needs-you,failed)',
  },
  json,
);

const name: ArgumentSpec = { usage: '<name>', description: 'The name of the receiver', completes: 'receiver' };

const add: CommandSpec = {
  path: 'notify add',
  group: 'setup',
  summary: 'Add a receiver of notices',
  details: [
    'From then on it is told when somebody needs you and you have no page of Synapse in front of you: an agent asks you or asks back, a program shows a dialog, work waits for your approval (needs-you); a message did not get through, an agent died or does not start any more (failed); work is done, or an agent has answered you (done).',
    'Each matter is told at most once, also if a daemon restarts. A receiver that is broken delays nothing; `notify list` and `doctor` say what is wrong with it.',
    'desktop uses notify-send on Linux and osascript on macOS. webhook gets a POST with JSON: matter, on, agent, project, title, text, at. ntfy gets a POST with the text, and the title, priority and tags in headers. The URL is stored in a file that only you can read.',
  ],
  arguments: [
    { usage: '<name>', description: 'What to call it' },
    { usage: '<kind>', description: 'How it is told', choices: ['desktop', 'webhook', 'ntfy'] },
  ],
  options: notifyAddOptions,
  examples: [
    { command: 'synapse notify add screen desktop', meaning: 'Show a notice on this desktop' },
    { command: 'synapse notify add phone ntfy --url https://ntfy.example/my-topic', meaning: 'Tell a phone' },
    {
      command: 'synapse notify add chat webhook --url https://hooks.example/abc --on needs-you,failed,done',
      meaning: 'Tell a program of yours everything',
    },
  ],
  load: async () => (await import('./add.js')).runNotifyAdd,
};

const list: CommandSpec = {
  path: 'notify list',
  group: 'setup',
  summary: 'List the receivers of notices',
  details: ['Shows what each is told, and how it went last. Of a URL only the host is shown.'],
  arguments: [],
  options: jsonOptions,
  examples: [{ command: 'synapse notify list', meaning: 'See who is told, and whether it works' }],
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
  details: ['Deletes its URL, too. What it was not told yet is dropped.'],
  arguments: [name],
  options: jsonOptions,
  examples: [{ command: 'synapse notify remove phone', meaning: 'Tell the phone nothing more' }],
  load: async () => (await import('./remove.js')).runNotifyRemove,
};

export const notify: Family = {
  word: 'notify',
  summary: 'Be told when somebody needs you',
  commands: [add, list, test, remove],
};
