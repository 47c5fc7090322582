/** Options that several commands have. */
import { defineOptions } from './option.js';

export const json = { flag: '--json', key: 'json', type: 'boolean', description: 'Print JSON' } as const;
export const from = {
  flag: '--from <agent>',
  key: 'from',
  type: 'string',
  description: 'Act as this agent (default: the agent that owns this terminal, otherwise you)',
} as const;
export const wait = {
  flag: '--wait <seconds>',
  key: 'wait',
  type: 'seconds',
  description: 'How long to wait for the reply (default 300)',
} as const;
export const noWait = {
  flag: '--no-wait',
  key: 'wait',
  type: 'boolean',
  description: 'Print the task id and return at once',
} as const;
export const response = {
  flag: '--response',
  key: 'response',
  type: 'boolean',
  description: 'Ask for a reply, wait for it and print it',
} as const;
export const quiet = {
  flag: '-q, --quiet',
  key: 'quiet',
  type: 'boolean',
  description: 'Print only the short id',
} as const;
export const priority = {
  flag: '--priority <1-5>',
  key: 'priority',
  type: 'integer',
  min: 1,
  max: 5,
  description: '5 interrupts the agent first, 4 jumps the queue, 1 to 3 are normal (default 3)',
} as const;
export const expires = {
  flag: '--expires <duration>',
  key: 'expires',
  type: 'duration',
  min: 1,
  description: 'Give up if it cannot be delivered within this time (default 24h)',
} as const;
export const limit = {
  flag: '--limit <count>',
  key: 'limit',
  type: 'integer',
  min: 1,
  max: 500,
  description: 'Show at most this many entries (default 50)',
} as const;
export const all = {
  flag: '--all',
  key: 'all',
  type: 'boolean',
  description: 'All projects, not only the one of this folder',
} as const;
export const project = {
  flag: '--project <id>',
  key: 'project',
  type: 'string',
  description: 'Only this project (default: the one of this folder, otherwise all)',
  completes: 'project',
} as const;
export const teamFile = {
  flag: '-f, --file <path>',
  key: 'file',
  type: 'string',
  description: 'The team file (default: synapse.yaml in this folder)',
} as const;

export const session = {
  flag: '--session <name>',
  key: 'session',
  type: 'string',
  description: 'Which terminal of the agent, if it has several: task or chat (default: task, if it runs)',
} as const;

export const noOptions = defineOptions();
export const jsonOptions = defineOptions(json);
export const sessionOptions = defineOptions(session, json);
export const projectOptions = defineOptions(project, all, json);

/** Accepted by every command, before or after its name. */
export const globalOptions = defineOptions({
  flag: '--no-color',
  key: 'color',
  type: 'boolean',
  description: 'Print without colors, like NO_COLOR',
});
