/** The keys of `config.yaml`. The file is read by this table, and its JSON Schema and its help are made from it. */
import type { FileSpec } from '../../yaml/read-yaml-file.js';
import { describeKey, type Keys, section } from '../../yaml/section.js';
import { choice, id, type ValueType, wholeNumber } from '../../yaml/value-types.js';
import { readDuration } from '../spec/option.js';

const duration: ValueType<number> = {
  read(value, at) {
    const ms = typeof value === 'string' || typeof value === 'number' ? readDuration(String(value)) : Number.NaN;
    return ms > 0 ? ms : at.mustBe('a duration such as 90s, 15m, 24h or 30d');
  },
  schema: { type: ['string', 'integer'], pattern: '^\\d+(\\.\\d+)?\\s*(ms|s|m|h|d)?$' },
};

const DEFAULT_KEYS = {
  wait: {
    type: wholeNumber(0),
    description: 'How many seconds `ask`, `send --response` and `tasks wait` wait for a reply.',
    default: '300',
    example: 900,
  },
  expires: {
    type: duration,
    description: 'How long to keep trying to deliver a message.',
    default: '24h',
    example: '3d',
  },
} as const satisfies Keys;

const CONFIG_KEYS = {
  human: {
    type: id,
    description: 'Your own agent id in a plain shell, which agents and teams know you by. Overridden by SYNAPSE_HUMAN.',
    default: 'your user name',
    example: 'owner',
  },
  host: {
    type: id,
    description: 'The name of this host for hosts that have not given it one. Overridden by SYNAPSE_HOST.',
    default: 'the name of the machine',
    example: 'laptop',
  },
  language: {
    type: choice(['en', 'ja']),
    description: 'The language of messages and errors. Overridden by SYNAPSE_LANG.',
    default: 'from the locale',
  },
  colors: {
    type: choice(['auto', 'always', 'never']),
    description: 'When to print colors. Overridden by NO_COLOR and FORCE_COLOR.',
    default: 'auto, on a terminal only',
  },
  defaults: { type: section(DEFAULT_KEYS), description: 'Defaults for options of commands.' },
} as const satisfies Keys;

export const CONFIG_FILE = {
  title: 'Synapse settings',
  description: "A user's settings for all commands: $SYNAPSE_HOME/config.yaml. See synapse config --help.",
  keys: CONFIG_KEYS,
} as const satisfies FileSpec;

/** Every key by the name that `synapse config` takes, such as `defaults.wait`. */
export const SETTING_NAMES: readonly string[] = Object.keys(CONFIG_KEYS).flatMap((name) =>
  name === 'defaults' ? Object.keys(DEFAULT_KEYS).map((inner) => `defaults.${inner}`) : [name],
);

export const SETTING_ROWS: readonly (readonly [string, string])[] = SETTING_NAMES.map((name) => {
  const [, inner] = name.split('.');
  const spec = inner ? DEFAULT_KEYS[inner as keyof typeof DEFAULT_KEYS] : CONFIG_KEYS[name as keyof typeof CONFIG_KEYS];
  return [name, describeKey(spec)];
});
