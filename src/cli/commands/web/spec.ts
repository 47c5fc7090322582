/** The help, options and examples of `synapse web`. */
import type { CommandSpec } from '../../spec/command.js';
import { defineOptions } from '../../spec/option.js';
import { json } from '../../spec/shared-options.js';

export const webOptions = defineOptions(
  {
    flag: '--port <port>',
    key: 'port',
    type: 'integer',
    min: 1,
    max: 65_535,
    description: 'Also serve the page on this loopback port, until --logout',
  },
  { flag: '--no-open', key: 'open', type: 'boolean', description: 'Print the address without opening a browser' },
  { flag: '--read-only', key: 'readOnly', type: 'boolean', description: 'Open a page that cannot change anything' },
  { flag: '--logout', key: 'logout', type: 'boolean', description: 'Close every open page' },
  json,
);

export const web: CommandSpec = {
  path: 'web',
  group: 'setup',
  summary: 'Open the cockpit, which shows all your agents and who needs you, in a browser',
  details: [
    'Prints an address of your own daemon, opens it in your browser, and returns. The address works once, within ten minutes. This browser then stays signed in for twelve hours after the last use, even if the daemon is restarted.',
    'The page is served on loopback only, loads nothing from elsewhere and works offline.',
  ],
  arguments: [],
  options: webOptions,
  examples: [
    { command: 'synapse web', meaning: 'Open the cockpit' },
    { command: 'synapse web --no-open', meaning: 'Print the address without opening it' },
    { command: 'synapse web --read-only', meaning: 'Open a page for a wall screen' },
    { command: 'synapse web --logout', meaning: 'Close every open page' },
  ],
  load: async () => (await import('./run.js')).runWeb,
};
