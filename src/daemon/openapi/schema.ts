/** The words in which the bodies of requests and answers are described; they make JSON Schema. */

export type Schema = Readonly<Record<string, unknown>>;

export const text: Schema = { type: 'string' };
export const flag: Schema = { type: 'boolean' };
export const number: Schema = { type: 'number' };
export const whole: Schema = { type: 'integer' };
export const instant: Schema = { type: 'string', format: 'date-time' };
export const anything: Schema = {};
/** An object whose keys are not ours. */
export const facts: Schema = { type: 'object' };
export const done: Schema = { const: true };

export function words(...choices: readonly string[]): Schema {
  return { type: 'string', enum: choices };
}

export function list(items: Schema): Schema {
  return { type: 'array', items };
}

export function orNull(schema: Schema): Schema {
  const { type, enum: choices } = schema;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [type, 'null'], ...(Array.isArray(choices) ? { enum: [...choices, null] } : {}) };
}

export function either(...schemas: readonly Schema[]): Schema {
  return { anyOf: schemas };
}

export function about(schema: Schema, description: string): Schema {
  return { ...schema, description };
}

/** One of the things that several routes speak about. */
export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

type Field = Schema | Optional;

/** A field that may be absent. */
export class Optional {
  constructor(readonly schema: Schema) {}
}

export function optional(schema: Schema): Optional {
  return new Optional(schema);
}

/** Every field is there unless it is marked as optional. */
export function object(fields: Readonly<Record<string, Field>>): Schema {
  const required = Object.keys(fields).filter((name) => !(fields[name] instanceof Optional));
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field instanceof Optional ? field.schema : field]),
  );
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

/** A body in which nothing is required. */
export function fields(given: Readonly<Record<string, Schema>>): Schema {
  return object(Object.fromEntries(Object.entries(given).map(([name, schema]) => [name, optional(schema)])));
}
