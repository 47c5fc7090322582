/** Reads the arguments of a tool call, or refuses them with everything that is missing, unknown or wrong. */
import { fail, type SynapseError } from '../../errors.js';
import type { Say } from '../../i18n.js';
import type { Arguments, Tool } from '../tool.js';
import { type Problem, type Unknown, validate } from './validate.js';

export function readArguments(
  { properties, required, aliases = {} }: Pick<Tool, 'properties' | 'required' | 'aliases'>,
  given: unknown,
  say: Say,
): Arguments {
  if (!isObject(given)) throw fail('invalid_argument', { invalid: [say('body_must_be_object')] });
  const named = withoutAliases(given, aliases);
  const { value, missing, unknown, problems } = validate({ type: 'object', properties, required }, named);
  const invalid = [
    ...unknown.map((each) => sentenceOf(asProblem(each), say)),
    ...problems.map((problem) => sentenceOf(problem, say)),
  ];
  // A misspelled name is the cause of a missing one, so it decides the code.
  if (unknown.length > 0) {
    throw fail('invalid_argument', { invalid, ...namesOf(unknown), ...(missing.length > 0 ? { missing } : {}) });
  }
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

function asProblem({ path, near, known }: Unknown): Problem {
  if (near !== null) return { path, key: 'unknown_argument_near', facts: { near } };
  return { path, key: known.length > 0 ? 'unknown_argument' : 'no_arguments', facts: { known } };
}

/** The unknown names, and for each what was probably meant. */
function namesOf(unknown: readonly Unknown[]) {
  const found = unknown.flatMap(({ path, near }) => (near === null ? [] : [[path, near] as const]));
  return {
    unknown: unknown.map(({ path }) => path),
    ...(found.length > 0 ? { nearest: Object.fromEntries(found) } : {}),
  };
}

function isObject(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

/** Without the token, and with every argument under its own name. */
function withoutAliases(
  given: Readonly<Record<string, unknown>>,
  aliases: Readonly<Record<string, string>>,
): Record<string, unknown> {
  // The token is read before the arguments are.
  const { session_token: _token, ...rest } = given;
  const named: Record<string, unknown> = rest;
  for (const [alias, name] of Object.entries(aliases)) {
    if (alias in named) named[name] ??= named[alias];
    delete named[alias];
  }
  return named;
}
