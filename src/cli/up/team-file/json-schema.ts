/** The JSON Schema of a team file, for editors; made from the same table that reads it. */
import { type KeySpec, type Keys, TEAM_FILE_KEYS, type ValueSpec } from './keys.js';

export function teamFileSchema(): Record<string, unknown> {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'synapse.yaml',
    description: 'A whole team in one file, for `synapse up` and `synapse down`.',
    ...sectionSchema(TEAM_FILE_KEYS),
  };
}

/** As it stands in `schema/`. */
export function teamFileSchemaText(): string {
  return `${JSON.stringify(teamFileSchema(), null, 2)}\n`;
}

const ID_PATTERN = '^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?$';

const LINE_PATTERN = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$';

function sectionSchema(keys: Keys): Record<string, unknown> {
  const required = Object.keys(keys).filter((name) => keys[name]?.required);
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(Object.entries(keys).map(([name, spec]) => [name, keySchema(spec)])),
  };
}

function keySchema(spec: KeySpec): Record<string, unknown> {
  const { description, example } = spec;
  return { description, ...(example === undefined ? {} : { examples: [example] }), ...valueSchema(spec) };
}

function valueSchema(spec: ValueSpec): Record<string, unknown> {
  switch (spec.type) {
    case 'text':
      return { type: 'string', minLength: 1 };
    case 'line':
      return { type: 'string', pattern: LINE_PATTERN };
    case 'id':
      return { type: 'string', pattern: ID_PATTERN };
    case 'flag':
      return { type: 'boolean' };
    case 'choice':
      return { enum: spec.choices };
    case 'some':
      return { anyOf: [{ type: 'array', items: { enum: spec.choices }, uniqueItems: true }, { type: 'boolean' }] };
    case 'environment':
      return {
        type: 'object',
        propertyNames: { pattern: '^[A-Za-z_][A-Za-z0-9_]*$' },
        additionalProperties: { type: ['string', 'number', 'boolean'] },
      };
    case 'section':
      return sectionSchema(spec.keys);
    case 'sections':
      return {
        type: 'object',
        propertyNames: { pattern: ID_PATTERN },
        additionalProperties: { anyOf: [sectionSchema(spec.keys), { type: 'null' }] },
      };
  }
}
