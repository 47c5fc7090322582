/** Reads the arguments of one command without a parser library, for the path that loads nothing heavy. */
import { flagNames, type OptionSpec, type OptionValues, readOptions } from '../spec/option.js';

export interface Arguments<Specs extends readonly OptionSpec[]> {
  readonly args: readonly string[];
  readonly options: OptionValues<Specs>;
}

/**
 * Null means: not understood here. The full parser then gets the same words, and it knows how to explain.
 * What this one does understand, the full parser understands in the same way.
 */
export function readArguments<const Specs extends readonly OptionSpec[]>(
  argv: readonly string[],
  specs: Specs,
): Arguments<Specs> | null {
  const args: string[] = [];
  const raw: Record<string, string | boolean | string[]> = {};
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] as string;
    if (word === '--') return { args: [...args, ...argv.slice(index + 1)], options: readOptions(specs, raw) };
    if (!word.startsWith('-') || word === '-') {
      args.push(word);
      continue;
    }
    const [flag = '', given] = splitFlag(word);
    const spec = specs.find((each) => isNamed(each, flag));
    if (!spec || (spec.type === 'boolean' && given !== undefined)) return null;
    if (spec.type === 'boolean') {
      raw[spec.key] = true;
      continue;
    }
    const value = given ?? argv[++index];
    // A value that looks like a flag is more likely a forgotten value.
    if (value === undefined || (given === undefined && value.startsWith('-'))) return null;
    if (spec.type === 'list') raw[spec.key] = [...((raw[spec.key] as string[] | undefined) ?? []), value];
    else raw[spec.key] = value;
  }
  return { args, options: readOptions(specs, raw) };
}

/** `--wait=5` → `--wait` and `5`. */
function splitFlag(word: string): [string, string?] {
  const equals = word.startsWith('--') ? word.indexOf('=') : -1;
  return equals < 0 ? [word] : [word.slice(0, equals), word.slice(equals + 1)];
}

function isNamed(spec: OptionSpec, flag: string): boolean {
  const { long, short } = flagNames(spec);
  return flag === `--${long}` || (short !== undefined && flag === `-${short}`);
}
