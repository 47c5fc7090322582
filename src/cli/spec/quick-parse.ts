/** Parses the words of one command without a parser library, which takes `synapse send` measurably longer to load. */
import { argumentCounts, type SpecToParse } from './command.js';
import { flagNames, isNegation, type OptionSpec, type RawValues, readOptions } from './option.js';
import { globalOptions } from './shared-options.js';

export interface Words {
  readonly args: readonly string[];
  readonly options: RawValues;
}

/**
 * Null where the words are wrong or ask for help; the full parser then gets the same words and explains.
 * It accepts exactly what commander accepts, and reads it alike: a test generates words and compares the two.
 */
export function parseQuickly(spec: SpecToParse, words: readonly string[]): Words | null {
  const specs = [...spec.options, ...globalOptions];
  const found = readWords(specs, words);
  if (!found) return null;
  const { least, most } = argumentCounts(spec);
  if (found.args.length < least || found.args.length > most) return null;
  try {
    return { args: found.args, options: readOptions(specs, found.raw) };
  } catch {
    return null;
  }
}

/** Such an argument is not an option, since no option is named by a digit. */
const NEGATIVE_NUMBER = /^-(\d+|\d*\.\d+)(e[+-]?\d+)?$/;

function readWords(specs: readonly OptionSpec[], words: readonly string[]): { args: string[]; raw: RawValues } | null {
  const args: string[] = [];
  const raw: Record<string, unknown> = {};
  const set = (spec: OptionSpec, value: unknown): void => {
    const before = (raw[spec.key] ?? []) as readonly unknown[];
    raw[spec.key] = spec.type === 'list' ? [...before, value] : value;
  };
  /** What is left of bundled short options: `-fn20` leaves `-n20`. */
  let bundle: string | null = null;
  for (let next = 0; next < words.length || bundle !== null; ) {
    const word: string = bundle ?? (words[next++] as string);
    bundle = null;
    if (word === '--') return { args: [...args, ...words.slice(next)], raw };
    const option = findOption(specs, word);
    if (!option) {
      if (word.length > 1 && word.startsWith('-') && !NEGATIVE_NUMBER.test(word)) return null;
      args.push(word);
    } else if (option.spec.type !== 'boolean') {
      const value = option.attached ?? words[next++];
      if (value === undefined) return null;
      set(option.spec, value);
    } else {
      set(option.spec, !isNegation(option.spec));
      if (option.attached !== null) bundle = `-${option.attached}`;
    }
  }
  return { args, raw };
}

interface FoundOption {
  readonly spec: OptionSpec;
  /** What follows the flag in the same word: `5` of `--wait=5` and of `-n5`. */
  readonly attached: string | null;
}

function findOption(specs: readonly OptionSpec[], word: string): FoundOption | null {
  const named = (flag: string): OptionSpec | undefined => specs.find((spec) => isNamed(spec, flag));
  const whole = named(word);
  if (whole) return { spec: whole, attached: null };
  const isShort = word.length > 2 && /^-[^-]/.test(word);
  const end = isShort ? 2 : word.indexOf('=');
  const spec = named(word.slice(0, Math.max(end, 0)));
  if (!spec || (!isShort && spec.type === 'boolean')) return null;
  return { spec, attached: word.slice(isShort ? end : end + 1) };
}

function isNamed(spec: OptionSpec, flag: string): boolean {
  const { long, short } = flagNames(spec);
  return flag === `--${long}` || (short !== undefined && flag === `-${short}`);
}
