/** Adds one entry to a JSON text at a path, with the containers it needs, and removes it again. */
import { isDeepStrictEqual } from 'node:util';
import { getNodeValue } from 'jsonc-parser';
import { insertChild, isEmpty, type Json, jsonText, removeChild } from './json-children.js';
import { expectType, type Node, propertyOf, readJson, valueNode } from './json-tree.js';
import { indentAt } from './line-style.js';
import { Trouble } from './trouble.js';

export interface Entry {
  /** The container: the names of properties from the root. */
  readonly path: readonly string[];
  /** Null for an item of an array. */
  readonly key: string | null;
  readonly value: Json;
}

export interface EntryHints {
  /** From which name of the path on the containers were made for this entry. */
  readonly made?: number;
  /** What stood between the brackets of an empty container that was there. */
  readonly inner?: string;
}

export type Presence = 'missing' | 'same' | 'other';

export function presenceOf(text: string, { path, key, value }: Entry): Presence {
  const { node, missing } = walk(readJson(text), path, key);
  if (missing.length > 0) return 'missing';
  if (key === null) return itemOf(node, value) ? 'same' : 'missing';
  const property = propertyOf(node, key);
  if (!property) return 'missing';
  return isSame(valueNode(property), value) ? 'same' : 'other';
}

export function hasEntry(text: string, entry: Entry): boolean {
  return canWalk(readJson(text), entry.path, entry.key) && presenceOf(text, entry) === 'same';
}

export function addEntry(text: string, entry: Entry): { text: string; hints: EntryHints } {
  const { path, key, value } = entry;
  const { node, missing } = walk(readJson(text), path, key);
  const [first, ...rest] = missing;
  const child = first === undefined ? { key, value } : { key: first, value: nested(rest, entry) };
  const { text: added, inner } = insertChild(text, node, child);
  const made = first === undefined ? {} : { made: path.length - missing.length };
  return { text: added, hints: { ...made, ...(inner === undefined ? {} : { inner }) } };
}

/** Puts another value in the place of the one that is there. */
export function replaceValue(text: string, { path, key, value }: Entry): string {
  const { node } = walk(readJson(text), path, key);
  const property = propertyOf(node, key ?? '');
  return property ? putValue(text, valueNode(property), value) : text;
}

export function putValue(text: string, { offset, length }: Node, value: Json): string {
  return `${text.slice(0, offset)}${jsonText(value, text, indentAt(text, offset))}${text.slice(offset + length)}`;
}

/** Also removes the containers that were made for it, if they hold nothing else. */
export function removeEntry(text: string, entry: Entry, { made, inner }: EntryHints): string {
  const { path, key, value } = entry;
  const root = readJson(text);
  if (!canWalk(root, path, key)) return text;
  const { node, missing } = walk(root, path, key);
  const child = missing.length > 0 ? null : key === null ? itemOf(node, value) : propertyOf(node, key);
  const left = child ? removeChild(text, node, child, made === undefined ? inner : '') : text;
  return made === undefined ? left : removeEmpty(left, path, { made, ...(inner === undefined ? {} : { inner }) });
}

function removeEmpty(text: string, path: readonly string[], { made, inner }: EntryHints & { made: number }): string {
  let left = text;
  for (let depth = path.length - 1; depth >= made; depth--) {
    const { node, missing } = walk(readJson(left), path.slice(0, depth), '');
    const property = missing.length > 0 ? null : propertyOf(node, path[depth] ?? '');
    if (!property) continue;
    if (!isEmpty(left, valueNode(property))) return left;
    left = removeChild(left, node, property, depth === made ? inner : '');
  }
  return left;
}

/** The innermost container of the path that exists, and the names of those that do not. */
function walk(root: Node, path: readonly string[], key: string | null): { node: Node; missing: readonly string[] } {
  let node = root;
  for (const [index, name] of path.entries()) {
    const property = propertyOf(node, name);
    if (!property) return { node, missing: path.slice(index) };
    node = expectType(valueNode(property), key === null && index === path.length - 1 ? 'array' : 'object');
  }
  return { node, missing: [] };
}

/** Something else may stand there by now, and nothing of ours. */
function canWalk(root: Node, path: readonly string[], key: string | null): boolean {
  try {
    walk(root, path, key);
    return true;
  } catch (error) {
    if (error instanceof Trouble) return false;
    throw error;
  }
}

function nested(path: readonly string[], { key, value }: Entry): Json {
  const innermost: Json = key === null ? [value] : { [key]: value };
  return path.reduceRight<Json>((inner, name) => ({ [name]: inner }), innermost);
}

function itemOf({ children = [] }: Node, value: Json): Node | null {
  return children.find((child) => isSame(child, value)) ?? null;
}

/** The objects that the parser makes have no prototype. */
function isSame(node: Node, value: Json): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(getNodeValue(node))), value);
}
