/** What the user has set in `config.yaml`, for everything in this process. Variables of the environment come first. */

export interface Settings {
  /** The id of the person at this keyboard. */
  readonly human?: string;
  /** What this host is called by others that have not given it a name. */
  readonly host?: string;
  readonly language?: 'en' | 'ja';
  readonly colors?: 'auto' | 'always' | 'never';
  /** How many seconds to wait for a reply. */
  readonly wait?: number;
  /** After how many milliseconds a message that could not be delivered is given up. */
  readonly expiresMs?: number;
}

/** On the global object, because each bundle has modules of its own. */
const KEY: unique symbol = Symbol.for('synapse.settings') as never;
const shared = globalThis as { [KEY]?: Settings };

/** Empty where no command has read them, as in a daemon. */
export function settings(): Settings {
  return shared[KEY] ?? {};
}

export function useSettings(read: Settings): void {
  shared[KEY] = read;
}
