/** What an option of a command is, as data, and how the text given for it becomes a value. */
import { fail } from '../../errors.js';

type OptionType = 'boolean' | 'string' | 'list' | 'integer' | 'seconds' | 'duration';

export interface OptionSpec {
  /** As the user types it: `--json`, `-n, --lines <count>`, `--no-wait`. */
  readonly flag: string;
  /** The long name in camel case. `--no-wait` has the key of `--wait`, and sets it to false. */
  readonly key: string;
  readonly type: OptionType;
  readonly description: string;
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly completes?: IdKind;
}

/** What only a daemon can list. A `request` is a task that waits for a reply of the caller. */
export type IdKind = 'task' | 'request' | 'work' | 'conversation' | 'execution' | 'project' | 'tool';

/** Keeps the literal types, from which `OptionValues` derives what a command receives. */
export const defineOptions = <const Specs extends readonly OptionSpec[]>(...specs: Specs): Specs => specs;

/** The values of a list of options: `duration` in milliseconds, `seconds` and `integer` as numbers. */
export type OptionValues<Specs extends readonly OptionSpec[]> = {
  readonly [Spec in Specs[number] as Spec['key']]?: ValueOf<Spec>;
};

/** Two specs can share a key, so this distributes over them: `--wait <seconds>` and `--no-wait` give `number | false`. */
type ValueOf<Spec> = Spec extends OptionSpec ? OneValueOf<Spec> : never;

type OneValueOf<Spec extends OptionSpec> = Spec['flag'] extends `--no-${string}`
  ? false
  : Spec['type'] extends 'boolean'
    ? true
    : Spec['type'] extends 'list'
      ? readonly string[]
      : Spec['type'] extends 'string'
        ? Spec extends { readonly choices: readonly (infer Choice)[] }
          ? Choice
          : string
        : number;

export type RawValues = Readonly<Record<string, unknown>>;

/** Turns the strings a parser found into the values a command receives; throws if one of them is wrong. */
export function readOptions<Specs extends readonly OptionSpec[]>(specs: Specs, raw: RawValues): OptionValues<Specs> {
  const values: Record<string, unknown> = {};
  for (const spec of specs) {
    const found = raw[spec.key];
    if (isNegation(spec)) {
      if (found === false) values[spec.key] = false;
    } else if (found !== undefined && found !== false) values[spec.key] = readValue(spec, found);
  }
  return values as OptionValues<Specs>;
}

export interface FlagNames {
  readonly long: string;
  readonly short?: string;
}

/** `-n, --lines <count>` → `lines` and `n`. */
export function flagNames({ flag }: OptionSpec): FlagNames {
  const long = /--([a-z][\w-]*)/.exec(flag)?.[1] ?? '';
  const short = /^-([a-z])\b/i.exec(flag)?.[1];
  return short === undefined ? { long } : { long, short };
}

export function isNegation({ flag }: OptionSpec): boolean {
  return flag.startsWith('--no-');
}

/** The description with the values that the option takes, unless it names them itself. */
export function describeOption(
  spec: Pick<OptionSpec, 'description' | 'choices' | 'type' | 'min' | 'max' | 'flag'>,
): string {
  const { description, choices = [], type, min = 0, max, flag } = spec;
  const isNamed = (value: string) => new RegExp(`(?<![\\w-])${value}(?![\\w-])`).test(description);
  if (!choices.every(isNamed)) return `${description}; one of ${choices.join(', ')}`;
  if (type === 'duration' && !DURATION_EXAMPLE.test(description.replace(/default \w+/, '')))
    return `${description}; such as 90s, 15m, 24h or 30d`;
  if (type === 'integer' && max !== undefined && !flag.includes(`${min}-${max}`))
    return `${description}; ${min} to ${max}`;
  return description;
}

const DURATION_EXAMPLE = /\b\d+(?:ms|s|m|h|d)\b/;

function readValue(spec: OptionSpec, found: unknown): unknown {
  if (spec.type === 'boolean' || spec.type === 'list') return found;
  const text = String(found);
  if (spec.type === 'string') return checkChoice(spec, text);
  const value = spec.type === 'duration' ? readDuration(text) : Number(text.trim() || Number.NaN);
  const isRight = spec.type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value);
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = spec;
  if (isRight && value >= min && value <= max) return value;
  throw wrongValue(spec, text, expectationOf(spec, min, max));
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `90s`, `15m`, `24h`, `30d`; a bare number means seconds. */
export function readDuration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)?$/.exec(text.trim());
  return match ? Math.round(Number(match[1]) * (UNIT_MS[match[2] ?? 's'] ?? 1000)) : Number.NaN;
}

function checkChoice(spec: OptionSpec, text: string): string {
  if (!spec.choices || spec.choices.includes(text)) return text;
  throw wrongValue(spec, text, `one of ${spec.choices.join(', ')}`);
}

function expectationOf(spec: OptionSpec, min: number, max: number): string {
  if (spec.type === 'duration') return 'a duration such as 90s, 15m, 24h or 30d';
  const unit = spec.type === 'seconds' ? 'a number of seconds' : 'a whole number';
  if (max < Number.MAX_SAFE_INTEGER) return `${unit} from ${min} to ${max}`;
  return min > 0 ? `${unit} of at least ${min}` : unit;
}

function wrongValue(spec: OptionSpec, text: string, expected: string): Error {
  return fail('invalid_request', { reason: `--${flagNames(spec).long} takes ${expected}, not "${text}".` });
}
