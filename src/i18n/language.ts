/** The languages that tools speak, and how one is chosen. */

export type Language = 'en' | 'ja';

/** Sentences by name, each in every language. */
export type Texts = Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** SYNAPSE_LANG decides; without it, the locale does. */
export function languageOf(env: NodeJS.ProcessEnv): Language {
  const wanted = env.SYNAPSE_LANG || env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  return /^ja\b|^ja_/i.test(wanted) ? 'ja' : 'en';
}
