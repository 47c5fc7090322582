/** The settings in effect, and where each comes from. */
import { fail } from '../../../errors.js';
import { nearest } from '../../../nearest.js';
import type { Settings } from '../../../settings/settings.js';
import { SETTING_NAMES } from '../../config/keys.js';

export interface Setting {
  readonly key: string;
  /** Null if the default holds. */
  readonly value: string | number | null;
  readonly from: 'environment' | 'file' | 'default';
}

const IN_FILE: Readonly<Record<string, (settings: Settings) => string | number | undefined>> = {
  human: ({ human }) => human,
  host: ({ host }) => host,
  language: ({ language }) => language,
  colors: ({ colors }) => colors,
  'defaults.wait': ({ wait }) => wait,
  'defaults.expires': ({ expiresMs }) => (expiresMs === undefined ? undefined : durationText(expiresMs)),
};

const IN_ENVIRONMENT: Readonly<Record<string, (env: NodeJS.ProcessEnv) => string | undefined>> = {
  human: (env) => env.SYNAPSE_HUMAN || undefined,
  host: (env) => env.SYNAPSE_HOST || undefined,
  language: (env) => env.SYNAPSE_LANG || undefined,
  colors: ({ NO_COLOR, FORCE_COLOR }) => {
    if (NO_COLOR) return 'never';
    if (FORCE_COLOR === undefined) return undefined;
    return FORCE_COLOR === '0' || FORCE_COLOR === 'false' ? 'never' : 'always';
  },
};

export function effectiveSettings(settings: Settings, env: NodeJS.ProcessEnv): Setting[] {
  return SETTING_NAMES.map((key) => {
    const inEnvironment = IN_ENVIRONMENT[key]?.(env);
    if (inEnvironment !== undefined) return { key, value: inEnvironment, from: 'environment' };
    const inFile = IN_FILE[key]?.(settings);
    return inFile === undefined ? { key, value: null, from: 'default' } : { key, value: inFile, from: 'file' };
  });
}

/** In the largest unit that divides it. */
function durationText(ms: number): string {
  const units = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1000],
  ] as const;
  const [unit, size] = units.find(([, each]) => ms % each === 0) ?? (['ms', 1] as const);
  return `${ms / size}${unit}`;
}

/** The name of a setting; refuses any other word, with the nearest one. */
export function settingNamed(word: string): string {
  if (SETTING_NAMES.includes(word)) return word;
  const near = nearest(word, SETTING_NAMES);
  throw fail('invalid_request', {
    reason: `There is no setting "${word}"; ${near ? `did you mean "${near}"?` : `the settings are ${SETTING_NAMES.join(', ')}.`}`,
  });
}
