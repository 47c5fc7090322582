/** Reads the arguments of one command with what Node brings along, for the path that loads nothing heavy. */
import { parseArgs } from 'node:util';
import { flagNames, type OptionSpec, type OptionValues, readOptions } from './option.js';

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
  const found = parse(argv, specs);
  if (!found) return null;
  const raw: Record<string, unknown> = {};
  for (const spec of specs) raw[spec.key] = found.values[flagNames(spec).long];
  return { args: found.positionals, options: readOptions(specs, raw) };
}

function parse(argv: readonly string[], specs: readonly OptionSpec[]) {
  const options: Record<string, { type: 'boolean' | 'string'; multiple: boolean; short?: string }> = {};
  for (const spec of specs) {
    const { long, short } = flagNames(spec);
    const type = spec.type === 'boolean' ? 'boolean' : 'string';
    options[long] = { type, multiple: spec.type === 'list', ...(short ? { short } : {}) };
  }
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch {
    return null;
  }
}
