import { expect, test } from 'vitest';
import { readYamlFile, schemaText } from '../../src/yaml/read-yaml-file.js';
import { environment, section, sectionsById } from '../../src/yaml/section.js';
import { choice, flag, oneOrMore, someOf, text, wholeNumber } from '../../src/yaml/value-types.js';

const SPEC = {
  title: 'zoo.yaml',
  description: 'A zoo.',
  keys: {
    name: { type: text, required: true, description: 'Its name.' },
    open: { type: flag, description: 'Whether it is open.', default: 'true' },
    days: { type: someOf(['weekdays', 'weekend']), description: 'When it is open.' },
    gate: { type: section({ width: { type: wholeNumber(2), description: 'In metres.' } }), description: 'The gate.' },
    animals: {
      type: sectionsById({
        food: { type: oneOrMore(text), description: 'What it eats.' },
        size: { type: choice(['small', 'large']), description: 'Its size.' },
      }),
      description: 'Who lives there.',
    },
    env: { type: environment, description: 'Variables.' },
  },
} as const;

const read = (yaml: string) => readYamlFile(SPEC, { file: 'zoo.yaml', text: yaml });

test('values are read as the table of keys says', async () => {
  const { values, problems } = await read(
    'name: Berlin\ndays: [weekend]\ngate: { width: 4 }\nanimals: { bao: { food: bamboo, size: small }, ko: }\nenv: { A: 1 }\n',
  );
  expect(problems).toEqual([]);
  expect(values).toEqual({
    name: 'Berlin',
    days: ['weekend'],
    gate: { width: 4 },
    animals: { bao: { food: ['bamboo'], size: 'small' }, ko: {} },
    env: { A: '1' },
  });
});

test('every problem is reported, in the order of the file, and a value with a problem is left out', async () => {
  const { values, problems } = await read(
    'opne: yes\nopen: 1\nanimals:\n  bao: { size: smal, food: [bamboo, 7] }\n  "b b": {}\ngate: { width: 1 }\n',
  );
  expect(values).toEqual({ animals: { bao: {}, 'b b': {} }, gate: {} });
  expect(problems.map(({ line, column, message }) => `${line}:${column} ${message}`)).toEqual([
    '1:1 Unknown key "opne"; did you mean "open"?',
    '1:1 "name" is missing: Its name.',
    '2:1 "open" must be true or false.',
    '4:10 "animals.bao.size" must be small or large; did you mean "small"?',
    '4:37 "animals.bao.food.1" must be text.',
    '5:3 "b b" is not an id: letters, digits, dots, hyphens and underscores, at most 64.',
    '6:9 "gate.width" must be a whole number of at least 2.',
  ]);
});

test('a text that is not YAML is reported with its position, and no rules run', async () => {
  const reading = await readYamlFile(SPEC, { file: 'zoo.yaml', text: 'name: [a\n' }, () => {
    throw new Error('a rule was asked');
  });
  expect(reading).toEqual({
    values: {},
    problems: [expect.objectContaining({ file: 'zoo.yaml', line: 2, column: 1 })],
  });
});

test('rules between keys report problems at the position of a key', async () => {
  const { problems } = await readYamlFile(
    SPEC,
    { file: 'zoo.yaml', text: 'open: true\nname: Berlin\n' },
    ({ name }) => [{ path: ['name'], message: `${name} is taken.` }],
  );
  expect(problems).toEqual([{ file: 'zoo.yaml', line: 2, column: 1, message: 'Berlin is taken.' }]);
});

test('the JSON Schema names every key with its description and default', () => {
  const schema = JSON.parse(schemaText(SPEC));
  expect(schema).toMatchObject({ title: 'zoo.yaml', additionalProperties: false, required: ['name'] });
  expect(schema.properties.open).toEqual({ description: 'Whether it is open. Default: true.', type: 'boolean' });
});
