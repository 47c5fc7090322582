import { expect, test } from 'vitest';
import { sayIn } from '../../../src/i18n.js';
import { readArguments } from '../../../src/tools/call/arguments.js';
import { validate } from '../../../src/tools/call/validate.js';
import { BATCH_TOOL } from '../../../src/tools/work/batch-tool.js';

const SCHEMA = {
  properties: {
    name: { type: 'string', description: '' },
    count: { type: 'integer', minimum: 1, maximum: 3, description: '' },
    kind: { type: 'string', enum: ['a', 'b'], description: '' },
    list: { type: 'array', description: '' },
  },
  required: ['name'],
} as const;

test('missing and wrong arguments are named together', () => {
  expect(() => readArguments(SCHEMA, { count: 9, kind: 'c', list: {} }, sayIn('en'))).toThrow(
    expect.objectContaining({
      code: 'missing_arguments',
      details: {
        missing: ['name'],
        invalid: ['count must be a whole number from 1 to 3', 'kind must be one of a, b', 'list must be a list'],
      },
    }),
  );
});

test('what is wrong is said in the language of the caller', () => {
  const given = { name: 'x', count: 9, kind: 'c', list: {} };
  expect(() => readArguments(SCHEMA, given, sayIn('ja'))).toThrow(
    expect.objectContaining({
      code: 'invalid_argument',
      details: {
        invalid: [
          'count は1から3までの整数で指定してください',
          'kind は次のいずれかで指定してください（a, b）',
          'list はリストで指定してください',
        ],
      },
    }),
  );
});

test.each([
  ['nothing', undefined, 'must_be_text'],
  ['a number for a text', 7, 'must_be_text'],
  ['a text that is too long', 'りんごx', 'must_be_shorter'],
])('a text of at most three characters is not %s', (_what, value, key) => {
  expect(validate({ type: 'string', maxLength: 3 }, value).problems).toMatchObject([{ path: '', key }]);
});

test('texts are measured in characters, not in the units they are stored in', () => {
  expect(validate({ type: 'string', maxLength: 3 }, '𠮷𠮷𠮷').problems).toEqual([]);
});

test.each([
  ['1', 'must_be_number'],
  [1.5, 'must_be_number'],
  [null, 'must_be_number'],
])('%j is not a whole number', (value, key) => {
  expect(validate({ type: 'integer' }, value).problems).toMatchObject([{ key }]);
});

test('null stands for an argument that was not given', () => {
  const properties = { name: { type: 'string', default: 'ann' } } as const;
  expect(validate({ type: 'object', properties }, { name: null })).toMatchObject({
    value: { name: 'ann' },
    problems: [],
  });
});

test('a required argument must not be blank, and a required list not empty', () => {
  const properties = { text: { type: 'string' }, list: { type: 'array' }, optional: { type: 'string' } } as const;
  const schema = { type: 'object', properties, required: ['text', 'list'] } as const;
  expect(validate(schema, { text: ' ', list: [], optional: '' }).missing).toEqual(['text', 'list']);
});

test('an alias counts as the argument it stands for, which wins where both are given', () => {
  const tool = { ...SCHEMA, aliases: { title: 'name' } };
  expect(readArguments(tool, { title: 'x' }, sayIn('en'))).toEqual({ name: 'x' });
  expect(readArguments(tool, { title: 'x', name: 'y' }, sayIn('en'))).toEqual({ name: 'y' });
});

test.each([
  ['nam', 'name'],
  ['Name', 'name'],
  ['countt', 'count'],
  ['agent_name', 'name'],
  ['kindOf', 'kind'],
])('an unknown argument %s is refused with the nearest known one, %s', (given, near) => {
  expect(() => readArguments(SCHEMA, { name: 'x', [given]: 'y' }, sayIn('en'))).toThrow(
    expect.objectContaining({
      code: 'invalid_argument',
      details: {
        invalid: [`there is no argument ${given} (did you mean ${near}?)`],
        unknown: [given],
        nearest: { [given]: near },
      },
    }),
  );
});

test('an unknown argument that is near to none is refused with all known ones', () => {
  expect(() => readArguments(SCHEMA, { name: 'x', zzz: 1 }, sayIn('en'))).toThrow(
    expect.objectContaining({
      code: 'invalid_argument',
      details: {
        invalid: ['there is no argument zzz; the known ones are name, count, kind, list'],
        unknown: ['zzz'],
      },
    }),
  );
});

test('a misspelled required argument is unknown, and what is missing is named too', () => {
  expect(() => readArguments(SCHEMA, { nmae: 'x' }, sayIn('en'))).toThrow(
    expect.objectContaining({
      code: 'invalid_argument',
      details: expect.objectContaining({ unknown: ['nmae'], missing: ['name'], nearest: { nmae: 'name' } }),
    }),
  );
});

test('unknown properties of list items are named by their path', () => {
  const tasks = [{ local_id: 'a', title: 'x', asignee_id: 'b' }];
  expect(() => readArguments(BATCH_TOOL, { tasks }, sayIn('en'))).toThrow(
    expect.objectContaining({
      details: expect.objectContaining({
        unknown: ['tasks[0].asignee_id'],
        nearest: { 'tasks[0].asignee_id': 'assignee_id' },
      }),
    }),
  );
});

test('the session token is an argument of every tool', () => {
  expect(readArguments(SCHEMA, { name: 'x', session_token: 't' }, sayIn('en'))).toEqual({ name: 'x' });
});

test.each([[[]], ['text'], [7]])('%j is not a body of arguments', (body) => {
  expect(() => readArguments(SCHEMA, body, sayIn('en'))).toThrow(
    expect.objectContaining({ code: 'invalid_argument', details: { invalid: ['the body must be a JSON object'] } }),
  );
});

test('items of lists are checked like arguments, and named by their path', () => {
  const tasks = [
    { local_id: 'a', title: 'fine' },
    { local_id: 'b', priority: 'now', dependencies: ['a', 7] },
    'c',
    { local_id: 3, title: ' ' },
  ];
  expect(() => readArguments(BATCH_TOOL, { tasks }, sayIn('en'))).toThrow(
    expect.objectContaining({
      code: 'missing_arguments',
      details: {
        missing: ['tasks[1].title', 'tasks[3].title'],
        invalid: [
          'tasks[1].priority must be one of urgent, high, medium, low',
          'tasks[1].dependencies[1] must be a string',
          'tasks[2] must be an object',
          'tasks[3].local_id must be a string',
        ],
      },
    }),
  );
});

test('items of lists get their defaults', () => {
  const { tasks } = readArguments(
    BATCH_TOOL,
    { tasks: [{ local_id: 'a', title: 'x', assignee_id: null }] },
    sayIn('en'),
  );
  expect(tasks).toEqual([{ local_id: 'a', title: 'x', description: '', priority: 'medium', dependencies: [] }]);
});

test('a list may be too long', () => {
  const tasks = Array.from({ length: 101 }, (_, index) => ({ local_id: `${index}`, title: 'x' }));
  expect(() => readArguments(BATCH_TOOL, { tasks }, sayIn('en'))).toThrow(
    expect.objectContaining({ details: { invalid: ['tasks must be a list of at most 100 items'] } }),
  );
});
