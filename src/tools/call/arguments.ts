/** Reads the arguments of a tool call, or refuses them with everything that is missing or wrong. */
import { fail, type SynapseError } from '../../errors.js';
import type { Say } from '../../i18n.js';
import type { Arguments, Tool } from '../tool.js';
import { type Problem, validate } from './validate.js';

export function readArguments(
  { properties, required, aliases = {} }: Pick<Tool, 'properties' | 'required' | 'aliases'>,
  given: unknown,
  say: Say,
): Arguments {
  if (!isObject(given)) throw fail('invalid_argument', { invalid: [say('body_must_be_object')] });
  const named = withoutAliases(given, aliases);
  const { value, missing, problems } = validate({ type: 'object', properties, required }, named);
  const invalid = problems.map((problem) => sentenceOf(problem, say));
  if (missing.length > 0) throw fail('missing_arguments', { missing, ...(invalid.length > 0 ? { invalid } : {}) });
  if (invalid.length > 0) throw fail('invalid_argument', { invalid });
  return value as Arguments;
}

/** For problems that only the tool itself can find. */
export function invalidArgument(say: Say, ...[key, facts]: Parameters<Say>): SynapseError {
  return fail('invalid_argument', { invalid: [say(key, facts)] });
}

function sentenceOf({ path, key, facts }: Problem, say: Say): string {
  return say(key, { name: path, ...facts });
}

function isObject(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

function withoutAliases(
  given: Readonly<Record<string, unknown>>,
  aliases: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const named = { ...given };
  for (const [alias, name] of Object.entries(aliases)) named[name] ??= given[alias];
  return named;
}
