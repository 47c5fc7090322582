import { expect, test } from 'vitest';
import { type KnownStep, stepsToMake } from '../../src/storage/schema-steps.js';

const KNOWN: readonly KnownStep[] = [
  { id: 1, name: 'first', text: 'CREATE TABLE one' },
  { id: 2, name: 'second', text: 'CREATE TABLE two' },
  { id: 3, name: 'third', text: 'CREATE TABLE three' },
];
const EMPTY = { file: 'x.db', tables: [], recorded: [] };
const MADE = stepsToMake(KNOWN, EMPTY);
const after = (steps: number) => ({ file: 'x.db', tables: ['migrations'], recorded: MADE.slice(0, steps) });

test('a new store runs every step, an older one the missing ones, a current one none', () => {
  expect(MADE.map(({ id, name }) => `${id} ${name}`)).toEqual(['1 first', '2 second', '3 third']);
  expect(stepsToMake(KNOWN, after(1))).toEqual(MADE.slice(1));
  expect(stepsToMake(KNOWN, after(3))).toEqual([]);
});

test('a step is known by its checksum, which depends on nothing but its text', () => {
  expect(MADE[0]?.checksum).toBe('98c30c0a9f60c3eb');
  expect(new Set(MADE.map(({ checksum }) => checksum)).size).toBe(3);
});

test('a store of a newer version is refused with both versions', () => {
  expect(() => stepsToMake(KNOWN.slice(0, 2), after(3))).toThrow(
    expect.objectContaining({ code: 'store_too_new', details: { file: 'x.db', found: 3, known: 2 } }),
  );
});

test.each([
  ['another text', { ...MADE[0], checksum: 'other' }],
  ['another name', { ...MADE[0], name: 'other' }],
  ['another number', { ...MADE[0], id: 2 }],
])('a store whose step has %s is refused', (_what, changed) => {
  const store = { ...after(0), recorded: [changed as (typeof MADE)[0]] };
  expect(() => stepsToMake(KNOWN, store)).toThrow(expect.objectContaining({ code: 'store_damaged' }));
});

test('the database of something else is refused', () => {
  expect(() => stepsToMake(KNOWN, { ...EMPTY, tables: ['bookmarks'] })).toThrow(
    expect.objectContaining({ code: 'store_damaged' }),
  );
});

test('a list of steps with a gap is a bug and throws', () => {
  expect(() => stepsToMake([KNOWN[1] as KnownStep], EMPTY)).toThrow('schema step 2 is at position 1');
});
