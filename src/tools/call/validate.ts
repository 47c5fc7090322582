/** Validates a value against a schema, including list items, and collects everything missing, unknown or wrong. */
import type { Facts, TextKey } from '../../i18n.js';
import { nearest } from '../../nearest.js';

/** The subset of JSON Schema that arguments use. */
export interface ValueSchema {
  readonly type: 'string' | 'integer' | 'boolean' | 'array' | 'object';
  readonly description?: string;
  readonly default?: unknown;
  /** For strings. */
  readonly enum?: readonly string[];
  readonly maxLength?: number;
  /** For integers. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** For arrays. */
  readonly items?: ValueSchema;
  readonly maxItems?: number;
  /** For objects. */
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
}

export interface Problem {
  /** Such as `tasks[1].title`. */
  readonly path: string;
  /** The sentence that describes it. */
  readonly key: TextKey;
  readonly facts?: Facts;
}

/** A property that the schema does not list. */
export interface Unknown {
  readonly path: string;
  /** The property that was probably meant. */
  readonly near: string | null;
  readonly known: readonly string[];
}

export interface Validated {
  /** The given value with defaults filled in, without properties that the schema does not list. */
  readonly value: unknown;
  /** The paths of required values that are absent or empty. */
  readonly missing: readonly string[];
  readonly unknown: readonly Unknown[];
  readonly problems: readonly Problem[];
}

export function validate(schema: ValueSchema, given: unknown): Validated {
  const found = { missing: [] as string[], unknown: [] as Unknown[], problems: [] as Problem[] };
  return { value: read(schema, given, '', found), ...found };
}

interface Found {
  readonly missing: string[];
  readonly unknown: Unknown[];
  readonly problems: Problem[];
}

function read(schema: ValueSchema, value: unknown, path: string, found: Found): unknown {
  const wrong = whatIsWrong(schema, value);
  if (wrong) {
    found.problems.push({ path, ...wrong });
    return value;
  }
  if (schema.type === 'array') return readItems(schema, value as readonly unknown[], path, found);
  if (schema.type === 'object') return readProperties(schema, value as Record<string, unknown>, path, found);
  return value;
}

function readItems({ items }: ValueSchema, values: readonly unknown[], path: string, found: Found): unknown[] {
  return items ? values.map((value, index) => read(items, value, `${path}[${index}]`, found)) : [...values];
}

function readProperties(
  { properties = {}, required = [] }: ValueSchema,
  given: Readonly<Record<string, unknown>>,
  path: string,
  found: Found,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const at = path === '' ? name : `${path}.${name}`;
    const value = given[name] ?? schema.default;
    if (required.includes(name) && isEmpty(schema, value)) found.missing.push(at);
    else if (value !== undefined && value !== null) values[name] = read(schema, value, at, found);
  }
  const known = Object.keys(properties);
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(properties, name)) continue;
    found.unknown.push({ path: path === '' ? name : `${path}.${name}`, near: nearestName(name, known), known });
  }
  return values;
}

/** Callers also shorten names (`agent_id` for `target_agent_id`) or lengthen them, which is far in letters. */
function nearestName(name: string, known: readonly string[]): string | null {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_');
  const isPart = (short: string, long: string) => `_${long}_`.includes(`_${short}_`);
  return nearest(snake, known) ?? known.find((each) => isPart(snake, each) || isPart(each, snake)) ?? null;
}

function isEmpty({ type }: ValueSchema, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return type === 'array' && Array.isArray(value) && value.length === 0;
}

type Wrong = Omit<Problem, 'path'>;

/** What the value should be, or null if it is right; items and properties are checked on their own. */
function whatIsWrong(schema: ValueSchema, value: unknown): Wrong | null {
  switch (schema.type) {
    case 'string':
      if (typeof value !== 'string') return { key: 'must_be_text' };
      if (isLonger(value, schema.maxLength)) return { key: 'must_be_shorter', facts: { most: schema.maxLength } };
      if (!schema.enum || schema.enum.includes(value)) return null;
      return { key: 'must_be_one_of', facts: { words: schema.enum } };
    case 'boolean':
      return typeof value === 'boolean' ? null : { key: 'must_be_flag' };
    case 'array':
      if (!Array.isArray(value)) return { key: 'must_be_list' };
      if (value.length <= (schema.maxItems ?? Infinity)) return null;
      return { key: 'must_be_shorter_list', facts: { most: schema.maxItems } };
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? null : { key: 'must_be_object' };
    case 'integer':
      return Number.isInteger(value) && isInside(schema, value as number) ? null : notANumber(schema);
  }
}

/** Counted in code points, as JSON Schema does. */
function isLonger(text: string, limit = Infinity): boolean {
  return text.length > limit && [...text].length > limit;
}

function isInside({ minimum = -Infinity, maximum = Infinity }: ValueSchema, value: number): boolean {
  return value >= minimum && value <= maximum;
}

function notANumber({ minimum, maximum }: ValueSchema): Wrong {
  if (minimum === undefined) return { key: 'must_be_number' };
  if (maximum === undefined) return { key: 'must_be_number_from', facts: { minimum } };
  return { key: 'must_be_number_between', facts: { minimum, maximum } };
}
