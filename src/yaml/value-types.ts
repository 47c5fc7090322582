/** The kinds of values that a YAML file may contain: how each is read, what it must be, and how an editor checks it. */
import { isAgentId } from '../ids.js';
import { nearest } from '../nearest.js';
import type { Spot } from './spot.js';

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface ValueType<T> {
  /** The value as the program uses it, or undefined after a problem was noted. */
  readonly read: (value: unknown, at: Spot) => T | undefined;
  readonly schema: JsonSchema;
  /** True if a key without a value has a meaning; by default it counts as missing. */
  readonly takesNull?: true;
}

export const ID_RULE = 'an id: letters, digits, dots, hyphens and underscores, at most 64';
export const ID_PATTERN = '^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?$';
const LINE_PATTERN = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$';

/** No program can be given a NUL. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && !value.includes('\0');

export const text = valueThat(isText, 'text', { type: 'string', minLength: 1 });

/** A text that may also be empty. */
export const anyText = valueThat((value) => typeof value === 'string', 'text', { type: 'string' });

/** A text that is shown in lists and typed into terminals. */
export const line = valueThat(
  (value): value is string => isText(value) && !/[\p{Cc}\u2028\u2029]/u.test(value),
  'one line of text',
  { type: 'string', pattern: LINE_PATTERN },
);

export const id = valueThat((value): value is string => typeof value === 'string' && isAgentId(value), ID_RULE, {
  type: 'string',
  pattern: ID_PATTERN,
});

export const flag = valueThat((value) => typeof value === 'boolean', 'true or false', { type: 'boolean' });

export function wholeNumber(least: number): ValueType<number> {
  return valueThat(
    (value): value is number => Number.isSafeInteger(value) && (value as number) >= least,
    `a whole number of at least ${least}`,
    { type: 'integer', minimum: least },
  );
}

export function choice<const C extends string>(choices: readonly C[]): ValueType<C> {
  return {
    read(value, at) {
      const found = choices.find((each) => each === value);
      if (found !== undefined) return found;
      const near = typeof value === 'string' ? nearest(value, choices) : null;
      if (near === null) return at.mustBe(either(choices));
      return at.note(`${at.label} must be ${either(choices)}; did you mean "${near}"?`);
    },
    schema: { enum: choices },
  };
}

/** A list of choices, or true and false for all and none of them. */
export function someOf<const C extends string>(choices: readonly C[]): ValueType<readonly C[]> {
  return {
    read(value, at) {
      if (typeof value === 'boolean') return value ? choices : [];
      if (Array.isArray(value) && value.every((item) => choices.includes(item))) {
        return choices.filter((each) => value.includes(each));
      }
      return at.mustBe(`a list of ${choices.join(' and ')}, or true or false`);
    },
    schema: { anyOf: [{ type: 'array', items: { enum: choices }, uniqueItems: true }, { type: 'boolean' }] },
  };
}

/** One value, or a list of them. */
export function oneOrMore<T>(type: ValueType<T>): ValueType<readonly T[]> {
  return {
    read(value, at) {
      const given = Array.isArray(value)
        ? value.map((item, index) => [item, at.in(index)] as const)
        : [[value, at] as const];
      const read = given.map(([item, spot]) => type.read(item, spot)).filter((item) => item !== undefined);
      return read.length === given.length ? read : undefined;
    },
    schema: { anyOf: [type.schema, { type: 'array', items: type.schema }] },
  };
}

/** A value that is used as it is written. */
function valueThat<T>(fits: (value: unknown) => value is T, expected: string, schema: JsonSchema): ValueType<T> {
  return { read: (value, at) => (fits(value) ? value : at.mustBe(expected)), schema };
}

/** `a, b or c` */
function either(choices: readonly string[]): string {
  return choices.join(', ').replace(/, ([^,]*)$/, ' or $1');
}
