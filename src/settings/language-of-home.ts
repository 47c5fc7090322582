/** The language of a daemon, which reads no settings when it starts. */
import { type Language, languageOf } from '../i18n/language.js';
import { readKept } from './kept-settings.js';

/** As for a command: the environment decides, then the settings of the home, and then the locale. */
export function languageOfHome(env: NodeJS.ProcessEnv, home: string): Language {
  return languageOf({ ...env, SYNAPSE_LANG: env.SYNAPSE_LANG || readKept(home)?.settings.language });
}
