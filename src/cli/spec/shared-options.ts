/** Options that several commands have. */
import type { OptionSpec } from './option.js';

export const json = { flag: '--json', key: 'json', type: 'boolean', description: 'print JSON on stdout' } as const;
export const from = {
  flag: '--from <agent>',
  key: 'from',
  type: 'string',
  description: 'act as this agent (default: the agent whose terminal this is, else you)',
} as const;
export const wait = {
  flag: '--wait <seconds>',
  key: 'wait',
  type: 'seconds',
  description: 'how long to wait for the answer (default 300)',
} as const;
export const noWait = {
  flag: '--no-wait',
  key: 'noWait',
  type: 'boolean',
  description: 'do not wait; print the id of the task',
} as const;
export const response = {
  flag: '--response',
  key: 'response',
  type: 'boolean',
  description: 'ask for an answer, wait for it and print it',
} as const;
export const quiet = {
  flag: '-q, --quiet',
  key: 'quiet',
  type: 'boolean',
  description: 'print only the short id',
} as const;
export const priority = {
  flag: '--priority <1-5>',
  key: 'priority',
  type: 'integer',
  min: 1,
  max: 5,
  description: '5 interrupts first, 4 goes to the front of the queue, 1-3 are ordinary (default 3)',
} as const;
export const expires = {
  flag: '--expires <duration>',
  key: 'expires',
  type: 'duration',
  min: 1,
  description: 'give up when it could not be delivered for so long (default 24h)',
} as const;

export const limit = {
  flag: '--limit <count>',
  key: 'limit',
  type: 'integer',
  min: 1,
  max: 500,
  description: 'at most so many (default 50)',
} as const;

export const table = <const Specs extends readonly OptionSpec[]>(...specs: Specs): Specs => specs;
