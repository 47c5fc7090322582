/** Checks what a caller gave against a tool's schema, and names everything that is missing or wrong at once. */
import { fail } from '../errors.js';
import { type Facts, type Language, type TextKey, textOf } from '../i18n.js';
import type { ArgumentSchema, Arguments, Tool } from './tool.js';

export function readArguments(
  tool: Pick<Tool, 'properties' | 'required' | 'aliases'>,
  given: unknown,
  language: Language = 'en',
): Arguments {
  const named = withoutAliases((given ?? {}) as Record<string, unknown>, tool.aliases ?? {});
  const args: Record<string, unknown> = {};
  const invalid: string[] = [];
  for (const [name, schema] of Object.entries(tool.properties)) {
    const value = named[name] ?? schema.default;
    if (value === undefined || value === null) continue;
    const wrong = whatIsWrong(schema, value);
    if (wrong !== null) invalid.push(textOf(language, wrong.key, { name, ...wrong.facts }));
    args[name] = value;
  }
  const missing = tool.required.filter((name) => isEmpty(args[name]));
  if (missing.length > 0) throw fail('missing_arguments', { missing, ...(invalid.length > 0 ? { invalid } : {}) });
  if (invalid.length > 0) throw fail('invalid_argument', { invalid });
  return args;
}

function withoutAliases(
  given: Readonly<Record<string, unknown>>,
  aliases: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const named = { ...given };
  for (const [alias, name] of Object.entries(aliases)) named[name] ??= given[alias];
  return named;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}

interface Wrong {
  readonly key: TextKey;
  readonly facts?: Facts;
}

/** What the value should have been; null if it is right. */
function whatIsWrong(schema: ArgumentSchema, value: unknown): Wrong | null {
  switch (schema.type) {
    case 'string':
      if (typeof value !== 'string') return { key: 'must_be_text' };
      if (isLonger(value, schema.maxLength)) return { key: 'must_be_shorter', facts: { most: schema.maxLength } };
      if (!schema.enum || schema.enum.includes(value)) return null;
      return { key: 'must_be_one_of', facts: { words: schema.enum } };
    case 'boolean':
      return typeof value === 'boolean' ? null : { key: 'must_be_flag' };
    case 'array':
      return Array.isArray(value) ? null : { key: 'must_be_list' };
    case 'integer':
      return Number.isInteger(value) && isInside(schema, value as number) ? null : notANumber(schema);
  }
}

/** Counted in code points, as JSON Schema does. */
function isLonger(text: string, limit = Infinity): boolean {
  return text.length > limit && [...text].length > limit;
}

function isInside({ minimum = -Infinity, maximum = Infinity }: ArgumentSchema, value: number): boolean {
  return value >= minimum && value <= maximum;
}

function notANumber({ minimum, maximum }: ArgumentSchema): Wrong {
  if (minimum === undefined) return { key: 'must_be_number' };
  if (maximum === undefined) return { key: 'must_be_number_from', facts: { minimum } };
  return { key: 'must_be_number_between', facts: { minimum, maximum } };
}
