/** The kinds of values that only profiles have: command lines, ports, patterns, looks and keys. */
import { anyText, oneOrMore, type ValueType } from '../yaml/value-types.js';
import type { PortRange } from './ports.js';
import { splitWords } from './split-words.js';

/** A list of words, or one text that is split into them. */
export const words: ValueType<readonly string[]> = {
  read(value, at) {
    if (typeof value !== 'string') {
      return Array.isArray(value) ? list.read(value, at) : at.mustBe('text or a list of texts');
    }
    return splitWords(value) ?? at.note(`${at.label} has a quote that is not closed.`);
  },
  schema: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
};

const list = oneOrMore(anyText);

const LOWEST_PORT = 1024;
/** Linux hands out higher ports to outgoing connections. */
const HIGHEST_PORT = 32_767;

export const portRange: ValueType<PortRange> = {
  read(value, at) {
    const match = /^(\d+)(?:\s*-\s*(\d+))?$/.exec(String(value).trim());
    const first = Number(match?.[1]);
    const last = Number(match?.[2] ?? match?.[1]);
    if (match && first >= LOWEST_PORT && first <= last && last <= HIGHEST_PORT) return { first, last };
    return at.mustBe(`a range such as 8200-8209, between ${LOWEST_PORT} and ${HIGHEST_PORT}`);
  },
  schema: {
    anyOf: [
      { type: 'string', pattern: '^\\d+(\\s*-\\s*\\d+)?$' },
      { type: 'integer', minimum: LOWEST_PORT, maximum: HIGHEST_PORT },
    ],
  },
};

/** A regular expression over the text of the screen. */
export const pattern: ValueType<string> = {
  read(value, at) {
    const source = anyText.read(value, at);
    if (source === undefined) return undefined;
    try {
      new RegExp(source, 'gmu');
      return source;
    } catch (error) {
      return at.note(`${at.label} is not a regular expression: ${(error as Error).message}.`);
    }
  },
  schema: { type: 'string', format: 'regex' },
};

/** How text looks: dim, or in a color. */
export const look: ValueType<string> = {
  read(value, at) {
    const name = String(value).toLowerCase();
    return /^(?:dim|#[0-9a-f]{6}|\d{1,3})$/.test(name)
      ? name
      : at.mustBe('dim, a color such as #808080, or the number of a palette color');
  },
  schema: {
    anyOf: [
      { type: 'string', pattern: '^(?:dim|#[0-9a-fA-F]{6}|\\d{1,3})$' },
      { type: 'integer', minimum: 0, maximum: 999 },
    ],
  },
};

const KEYS: Readonly<Record<string, string>> = {
  enter: '\r',
  escape: '\x1b',
  esc: '\x1b',
  tab: '\t',
  space: ' ',
  backspace: '\x7f',
};

/** `enter`, `escape`, `ctrl-c`, several of them separated by spaces, or the characters themselves. */
export const keys: ValueType<string> = {
  read(value, at) {
    const written = anyText.read(value, at);
    if (written === undefined) return undefined;
    if (written === '') return at.mustBe('a key such as enter, escape or ctrl-c');
    const named = written.toLowerCase().split(' ').map(namedKey);
    return named.every((each) => each !== null) ? named.join('') : written;
  },
  schema: { type: 'string', minLength: 1 },
};

/** The same, or `none`. */
export const keysOrNone: ValueType<string | null> = {
  read: (value, at) => (value === null || value === 'none' ? null : keys.read(value, at)),
  schema: { type: ['string', 'null'], minLength: 1 },
  takesNull: true,
};

/** A version such as `1.2.3`, or `none`. */
export const versionOrNone: ValueType<string | null> = {
  read(value, at) {
    if (value === null || value === 'none') return null;
    return /^\d+(?:\.\d+)+$/.test(String(value)) ? String(value) : at.mustBe('a version such as 1.2.3, or none');
  },
  schema: { type: ['string', 'null'], pattern: '^(?:none|\\d+(?:\\.\\d+)+)$' },
  takesNull: true,
};

function namedKey(name: string): string | null {
  const control = /^ctrl-([a-z\]\\])$/.exec(name)?.[1];
  if (control) return String.fromCharCode(control.toUpperCase().charCodeAt(0) - 64);
  return Object.hasOwn(KEYS, name) ? (KEYS[name] ?? null) : null;
}
