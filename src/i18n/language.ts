/** The languages that Synapse speaks, and how one is chosen. */

import { settings } from '../settings/settings.js';

export type Language = 'en' | 'ja';

/** One sentence in every language. `{fact}` is filled in; `<<tool key={fact}>>` is a call of a tool. */
export type Text = Readonly<Record<Language, string>>;

/** Sentences by name. */
export type Texts = Readonly<Record<string, Text>>;

/**
 * Whether tools are typed as `synapse tool …` or called by name, over HTTP. A session that is not the terminal's has to be
 * named in every command.
 */
export type Form = 'command' | 'command_with_session' | 'call';

/** SYNAPSE_LANG decides; without it the settings of the user do, and then the locale. */
export function languageOf(env: NodeJS.ProcessEnv): Language {
  const set = env === process.env ? settings().language : undefined;
  const wanted = env.SYNAPSE_LANG || set || env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  return /^ja\b|^ja_/i.test(wanted) ? 'ja' : 'en';
}

export function isText(value: unknown): value is Text {
  return typeof value === 'object' && value !== null && 'en' in value && 'ja' in value;
}
