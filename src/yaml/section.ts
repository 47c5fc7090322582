/** A section of a YAML file: a table says which keys it has, and everything else follows from that table. */
import { isAgentId } from '../ids.js';
import { nearest } from '../nearest.js';
import type { Spot } from './spot.js';
import { ID_PATTERN, ID_RULE, type JsonSchema, type ValueType } from './value-types.js';

export interface KeySpec<T = unknown> {
  readonly type: ValueType<T>;
  readonly description: string;
  /** What holds if the key is left out, in words. */
  readonly default?: string;
  readonly required?: true;
  readonly example?: unknown;
}

export type Keys = Readonly<Record<string, KeySpec>>;

/** What was read by a table. A key that is left out, or has a problem, is not there. */
export type ValuesOf<K extends Keys> = {
  readonly [Name in keyof K]?: K[Name] extends KeySpec<infer T> ? T : never;
};

export function section<K extends Keys>(keys: K): ValueType<ValuesOf<K>> {
  return { read: (value, at) => readSection(value, keys, at), schema: sectionSchema(keys) };
}

/** Any number of sections with the same keys, each under an id. */
export function sectionsById<K extends Keys>(keys: K): ValueType<Readonly<Record<string, ValuesOf<K>>>> {
  return {
    read(value, at) {
      const read: Record<string, ValuesOf<K>> = {};
      for (const [id, item] of entriesOf(value, at)) {
        if (!isAgentId(id)) at.in(id).note(`"${id}" is not ${ID_RULE}.`);
        read[id] = readSection(item ?? {}, keys, at.in(id));
      }
      return read;
    },
    schema: {
      type: 'object',
      propertyNames: { pattern: ID_PATTERN },
      additionalProperties: { anyOf: [sectionSchema(keys), { type: 'null' }] },
    },
  };
}

/** Variables of an environment. */
export const environment: ValueType<Readonly<Record<string, string>>> = {
  read(value, at) {
    const read: Record<string, string> = {};
    for (const [name, item] of entriesOf(value, at)) {
      const spot = at.in(name);
      if (!VARIABLE_NAME.test(name)) spot.note(`"${name}" is not a variable name.`);
      else if (isScalar(item) && !String(item).includes('\0')) read[name] = String(item);
      else spot.mustBe('text; write "" for an empty value');
    }
    return read;
  },
  schema: {
    type: 'object',
    propertyNames: { pattern: '^[A-Za-z_][A-Za-z0-9_]*$' },
    additionalProperties: { type: ['string', 'number', 'boolean'] },
  },
};

/** The description of a key with its default. */
export function describeKey({ description, default: fallback }: KeySpec): string {
  return fallback === undefined ? description : `${description} Default: ${fallback}.`;
}

export function readSection<K extends Keys>(value: unknown, keys: K, at: Spot): ValuesOf<K> {
  const read: Record<string, unknown> = {};
  const given = new Map(entriesOf(value, at));
  for (const [name, item] of given) {
    const type = Object.hasOwn(keys, name) ? keys[name]?.type : undefined;
    if (!type) at.in(name).note(unknownKey(name, keys));
    else if (item !== null || type.takesNull) addDefined(read, name, type.read(item, at.in(name)));
  }
  if (isMapping(value)) noteMissing(given, keys, at);
  return read as ValuesOf<K>;
}

function sectionSchema(keys: Keys): JsonSchema {
  const required = Object.keys(keys).filter((name) => keys[name]?.required);
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(Object.entries(keys).map(([name, spec]) => [name, keySchema(spec)])),
  };
}

function keySchema(spec: KeySpec): JsonSchema {
  const examples = spec.example === undefined ? {} : { examples: [spec.example] };
  return { description: describeKey(spec), ...examples, ...spec.type.schema };
}

function unknownKey(name: string, keys: Keys): string {
  const known = Object.keys(keys);
  const near = nearest(name, known);
  return `Unknown key "${name}"; ${near ? `did you mean "${near}"?` : `the known keys are ${known.join(', ')}.`}`;
}

function noteMissing(given: ReadonlyMap<string, unknown>, keys: Keys, at: Spot): void {
  for (const [name, spec] of Object.entries(keys)) {
    if (!spec.required || (given.get(name) ?? null) !== null) continue;
    const what = at.path.length === 0 ? `"${name}" is missing` : `${at.label} needs "${name}"`;
    (given.has(name) ? at.in(name) : at).note(`${what}: ${describeKey(spec)}`);
  }
}

function entriesOf(value: unknown, at: Spot): [string, unknown][] {
  if (isMapping(value)) return Object.entries(value);
  at.note(`${at.label} must contain keys and values.`);
  return [];
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function addDefined(read: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined) read[name] = value;
}

const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
