/** Which keys a profile file has and what each may hold. */
import { splitWords } from './command-line.js';
import { makeProfile, type PasteMode, type Profile, type ProfileFields } from './profile.js';
import type { Path } from './yaml-file.js';

/** Something is wrong with the value at `path`. */
export class ProfileProblem extends Error {
  constructor(
    readonly path: Path,
    message: string,
  ) {
    super(message);
  }
}

type Read = (value: unknown, path: Path) => unknown;

const TOP_KEYS: Readonly<Record<string, Read>> = {
  name: text,
  command: words,
  env: environment,
  ports: range,
  line: flag,
  typing: section(() => TYPING_KEYS),
  screen: section(() => SCREEN_KEYS),
  resume: words,
  transcript: words,
};
const TYPING_KEYS: Readonly<Record<string, Read>> = {
  paste,
  max_chars: count,
  submit: key,
  interrupt: keyOrNone,
  exit: keyOrNone,
};
const SCREEN_KEYS: Readonly<Record<string, Read>> = {
  ready: patterns,
  busy: patterns,
  dialog: patterns,
  box: patterns,
  placeholder: looks,
  buttons: (value, path) => (Array.isArray(value) ? value : [value]).map((item) => text(item, path)),
};

/** The profile that a parsed file describes; throws a ProfileProblem that names the place. */
export function readProfile(content: unknown, name: string, file: string): Profile {
  const read = section(() => TOP_KEYS)(content ?? {}, []) as Record<string, unknown>;
  if (read.name !== undefined && read.name !== name) {
    throw new ProfileProblem(['name'], `the name "${read.name}" differs from the name of the file`);
  }
  const { name: _name, ...fields } = read;
  return makeProfile(name, { ...(fields as ProfileFields), file });
}

/** The keys that are known where an unknown one was found. */
export function knownKeys(path: Path): readonly string[] {
  if (path.length === 1) return Object.keys(TOP_KEYS);
  return Object.keys(path[0] === 'typing' ? TYPING_KEYS : SCREEN_KEYS);
}

export class UnknownKey extends ProfileProblem {}

function section(keys: () => Readonly<Record<string, Read>>): Read {
  return (value, path) => {
    const known = keys();
    const read: Record<string, unknown> = {};
    for (const [name, item] of Object.entries(mapping(value, path))) {
      const reader = Object.hasOwn(known, name) ? known[name] : undefined;
      if (!reader) throw new UnknownKey([...path, name], `unknown key "${name}"`);
      read[camel(name)] = reader(item, [...path, name]);
    }
    return read;
  };
}

function mapping(value: unknown, path: Path): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new ProfileProblem(path, `${label(path)} must hold keys and values`);
}

function text(value: unknown, path: Path): string {
  if (typeof value === 'string') return value;
  throw new ProfileProblem(path, `${label(path)} must be a text`);
}

function flag(value: unknown, path: Path): boolean {
  if (typeof value === 'boolean') return value;
  throw new ProfileProblem(path, `${label(path)} must be true or false`);
}

function count(value: unknown, path: Path): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 100) return value;
  throw new ProfileProblem(path, `${label(path)} must be a whole number of at least 100`);
}

function paste(value: unknown, path: Path): PasteMode {
  if (value === 'auto' || value === 'always' || value === 'never') return value;
  throw new ProfileProblem(path, `${label(path)} must be auto, always or never`);
}

/** A list of words, or one text that is split as a shell would split it (quotes, no expansion). */
function words(value: unknown, path: Path): readonly string[] {
  if (typeof value === 'string') {
    const found = splitWords(value);
    if (found) return found;
    throw new ProfileProblem(path, `${label(path)} has a quote that is not closed`);
  }
  if (Array.isArray(value)) return value.map((item, index) => text(item, [...path, index]));
  throw new ProfileProblem(path, `${label(path)} must be a text or a list of texts`);
}

function environment(value: unknown, path: Path): Readonly<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const [name, item] of Object.entries(mapping(value, path))) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
      throw new ProfileProblem([...path, name], `"${name}" is no variable name`);
    if (typeof item !== 'string' && typeof item !== 'number') {
      throw new ProfileProblem([...path, name], `${label([...path, name])} must be a text`);
    }
    read[name] = String(item);
  }
  return read;
}

function range(value: unknown, path: Path): { first: number; last: number } {
  const match = /^(\d+)(?:\s*-\s*(\d+))?$/.exec(String(value).trim());
  const first = Number(match?.[1]);
  const last = Number(match?.[2] ?? match?.[1]);
  if (match && first >= 1024 && first <= last && last <= 32_767) return { first, last };
  throw new ProfileProblem(path, `${label(path)} must be a range such as 8200-8209, from 1024 to 32767`);
}

function patterns(value: unknown, path: Path): readonly string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.map((item, index) => {
    const place = Array.isArray(value) ? [...path, index] : path;
    const source = text(item, place);
    try {
      new RegExp(source, 'gmu');
    } catch (error) {
      throw new ProfileProblem(place, `${label(place)} is not a regular expression: ${(error as Error).message}`);
    }
    return source;
  });
}

function looks(value: unknown, path: Path): readonly string[] {
  return (Array.isArray(value) ? value : [value]).map((item) => {
    const look = String(item).toLowerCase();
    if (/^(?:dim|#[0-9a-f]{6}|\d{1,3})$/.test(look)) return look;
    throw new ProfileProblem(path, `${label(path)} takes dim, #rrggbb or the number of a palette colour`);
  });
}

const KEYS: Readonly<Record<string, string>> = {
  enter: '\r',
  escape: '\x1b',
  esc: '\x1b',
  tab: '\t',
  space: ' ',
  backspace: '\x7f',
};

/** `enter`, `escape`, `ctrl-c`, several of them with blanks between, or the characters themselves. */
function key(value: unknown, path: Path): string {
  const written = text(value, path);
  if (written === '') throw new ProfileProblem(path, `${label(path)} is empty`);
  const keys = written.toLowerCase().split(' ').map(namedKey);
  return keys.every((each) => each !== null) ? keys.join('') : written;
}

function namedKey(name: string): string | null {
  const control = /^ctrl-([a-z\]\\])$/.exec(name)?.[1];
  if (control) return String.fromCharCode(control.toUpperCase().charCodeAt(0) - 64);
  return Object.hasOwn(KEYS, name) ? (KEYS[name] ?? null) : null;
}

function keyOrNone(value: unknown, path: Path): string | null {
  return value === null || value === 'none' ? null : key(value, path);
}

function label(path: Path): string {
  return path.length === 0 ? 'a profile' : `"${path.join('.')}"`;
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
