/** Reads the values of a team file by the table of its keys, and collects everything that is wrong with them. */
import { isAgentId } from '../../../ids.js';
import { nearest } from '../../../nearest.js';
import type { Path } from '../../../profiles/yaml-file.js';
import type { KeySpec, Keys, ValueSpec } from './keys.js';

/** Something is wrong with what stands at `path`. */
export interface Problem {
  readonly path: Path;
  readonly message: string;
}

export type Values = Readonly<Record<string, unknown>>;

/** The section as it was understood: what is wrong is left out and stands in `problems`. */
export function readSection(value: unknown, keys: Keys, path: Path, problems: Problem[]): Values {
  const read: Record<string, unknown> = {};
  const found = mapping(value, path, problems);
  if (!found) return read;
  for (const [name, item] of Object.entries(found)) {
    const spec = Object.hasOwn(keys, name) ? keys[name] : undefined;
    if (!spec) problems.push({ path: [...path, name], message: unknownKey(name, keys) });
    else if (item !== null) read[name] = readValue(item, spec, [...path, name], problems);
  }
  for (const [name, spec] of Object.entries(keys)) {
    if (!spec.required || (found[name] ?? null) !== null) continue;
    problems.push({ path: Object.hasOwn(found, name) ? [...path, name] : path, message: missing(name, spec, path) });
  }
  return read;
}

function readValue(value: unknown, spec: ValueSpec, path: Path, problems: Problem[]): unknown {
  if (spec.type === 'section') return readSection(value, spec.keys, path, problems);
  if (spec.type === 'sections') return readSections(value, spec.keys, path, problems);
  if (spec.type === 'environment') return readEnvironment(value, path, problems);
  const expected = expectationOf(value, spec);
  if (expected === null) return spec.type === 'some' ? chosen(value, spec.choices) : value;
  problems.push({ path, message: `${label(path)} must be ${expected}${expected.endsWith('?') ? '' : '.'}` });
  return undefined;
}

/** What the value should be, or null where it is that. */
function expectationOf(value: unknown, spec: ValueSpec): string | null {
  switch (spec.type) {
    case 'text':
      return isText(value) ? null : 'a text';
    case 'line':
      return isText(value) && !/[\p{Cc}\u2028\u2029]/u.test(value) ? null : 'one line of text';
    case 'id':
      return typeof value === 'string' && isAgentId(value) ? null : ID_RULE;
    case 'flag':
      return typeof value === 'boolean' ? null : 'true or false';
    case 'choice':
      return spec.choices.includes(value as string) ? null : `${spec.choices.join(' or ')}${meant(value, spec)}`;
    case 'some': {
      if (typeof value === 'boolean') return null;
      const isRight = Array.isArray(value) && value.every((item) => spec.choices.includes(item));
      return isRight ? null : `a list of ${spec.choices.join(' and ')}, or true or false`;
    }
    default:
      return null;
  }
}

/** No program can be given a NUL. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && !value.includes('\0');
}

const ID_RULE = 'an id: letters, digits, dots, hyphens and underscores, at most 64';

function meant(value: unknown, { choices }: { readonly choices: readonly string[] }): string {
  const near = typeof value === 'string' ? nearest(value, choices) : null;
  return near ? `; did you mean "${near}"?` : '';
}

function chosen(value: unknown, choices: readonly string[]): readonly string[] {
  if (typeof value === 'boolean') return value ? choices : [];
  return choices.filter((choice) => (value as readonly unknown[]).includes(choice));
}

function readSections(value: unknown, keys: Keys, path: Path, problems: Problem[]): Record<string, Values> {
  const read: Record<string, Values> = {};
  for (const [id, item] of Object.entries(mapping(value, path, problems) ?? {})) {
    if (!isAgentId(id)) problems.push({ path: [...path, id], message: `"${id}" is not ${ID_RULE}.` });
    read[id] = readSection(item ?? {}, keys, [...path, id], problems);
  }
  return read;
}

function readEnvironment(value: unknown, path: Path, problems: Problem[]): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [name, item] of Object.entries(mapping(value, path, problems) ?? {})) {
    const place = [...path, name];
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
      problems.push({ path: place, message: `"${name}" is no variable name.` });
    else if (isScalar(item) && !String(item).includes('\0')) read[name] = String(item);
    else problems.push({ path: place, message: `${label(place)} must be a text; "" is an empty one.` });
  }
  return read;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function mapping(value: unknown, path: Path, problems: Problem[]): Values | null {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Values;
  problems.push({ path, message: `${label(path)} must hold keys and values.` });
  return null;
}

function unknownKey(name: string, keys: Keys): string {
  const known = Object.keys(keys);
  const near = nearest(name, known);
  return `unknown key "${name}"; ${near ? `did you mean "${near}"?` : `known are ${known.join(', ')}.`}`;
}

function missing(name: string, { description }: KeySpec, path: Path): string {
  return path.length === 0 ? `"${name}" is missing: ${description}` : `${label(path)} needs "${name}": ${description}`;
}

function label(path: Path): string {
  return path.length === 0 ? 'A team file' : `"${path.join('.')}"`;
}
