/** Checks what a caller gave against a tool's schema, and names everything that is missing or wrong at once. */
import { fail } from '../errors.js';
import type { ArgumentSchema, Arguments, Tool } from './tool.js';

export function readArguments(tool: Pick<Tool, 'properties' | 'required' | 'aliases'>, given: unknown): Arguments {
  const named = withoutAliases((given ?? {}) as Record<string, unknown>, tool.aliases ?? {});
  const args: Record<string, unknown> = {};
  const invalid: string[] = [];
  for (const [name, schema] of Object.entries(tool.properties)) {
    const value = named[name] ?? schema.default;
    if (value === undefined || value === null) continue;
    const wrong = whatIsWrong(schema, value);
    if (wrong !== null) invalid.push(`${name} must be ${wrong}`);
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

/** What the value should have been; null if it is right. */
function whatIsWrong(schema: ArgumentSchema, value: unknown): string | null {
  const { minimum, maximum } = schema;
  switch (schema.type) {
    case 'string':
      if (typeof value !== 'string') return 'a text';
      if (isLonger(value, schema.maxLength)) return `a text of at most ${schema.maxLength} characters`;
      return schema.enum && !schema.enum.includes(value) ? `one of ${schema.enum.join(', ')}` : null;
    case 'boolean':
      return typeof value === 'boolean' ? null : 'true or false';
    case 'array':
      return Array.isArray(value) ? null : 'a list';
    case 'integer': {
      const isInside = (value as number) >= (minimum ?? -Infinity) && (value as number) <= (maximum ?? Infinity);
      return Number.isInteger(value) && isInside ? null : `a whole number${rangeOf(schema)}`;
    }
  }
}

/** Counted in code points, as JSON Schema does. */
function isLonger(text: string, limit = Infinity): boolean {
  return text.length > limit && [...text].length > limit;
}

function rangeOf({ minimum, maximum }: ArgumentSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  return minimum === undefined ? '' : ` of at least ${minimum}`;
}
