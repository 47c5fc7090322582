import { expect, test } from 'vitest';
import { TEAM_FILE } from '../../../../src/cli/up/team-file/keys.js';
import { isAgentId } from '../../../../src/ids.js';
import { schemaText } from '../../../../src/yaml/read-yaml-file.js';

// biome-ignore lint/suspicious/noExplicitAny: a schema is looked at by its own keys.
type Schema = any;

const schema: Schema = JSON.parse(schemaText(TEAM_FILE));

test.each(['a', 'worker-1', 'a.b_c-D', '9', '-a', '.a', 'a.', 'a b', '', 'ä', 'x'.repeat(64), 'x'.repeat(65), 'a/b'])(
  'the schema and the reader agree whether "%s" is an id',
  (id) => {
    const { pattern } = schema.properties.agents.propertyNames;
    expect(new RegExp(pattern).test(id)).toBe(isAgentId(id));
  },
);

test('editors are told about every key, and that there are no others', () => {
  const sections: Schema[] = [schema];
  for (let section = sections.shift(); section; section = sections.shift()) {
    expect(section.additionalProperties).toBe(false);
    for (const [name, key] of Object.entries<Schema>(section.properties)) {
      expect([name, key.description]).toEqual([name, expect.stringMatching(/\w/)]);
      if (key.properties) sections.push(key);
      if (key.additionalProperties?.anyOf) sections.push(key.additionalProperties.anyOf[0]);
    }
  }
});

test('defaults are for programs, and people have none', () => {
  const agent = schema.properties.agents.additionalProperties.anyOf[0];
  for (const name of Object.keys(schema.properties.defaults.properties)) expect(agent.properties).toHaveProperty(name);
});
