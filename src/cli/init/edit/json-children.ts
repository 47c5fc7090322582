/** Puts one child into an object or array of a JSON text, or takes it out, and touches nothing else. */

import { endOfLineComments, type Node, skipTrivia } from './json-tree.js';
import { indentAt, indentUnit, lineEnd } from './line-style.js';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export interface Child {
  /** Null in an array. */
  readonly key: string | null;
  readonly value: Json;
}

/** `inner` is what stood between the brackets of a container that was empty. */
export function insertChild(text: string, container: Node, child: Child): { text: string; inner?: string } {
  const last = container.children?.at(-1);
  return last ? { text: insertAfter(text, container, last, child) } : insertFirst(text, container, child);
}

export function removeChild(text: string, container: Node, child: Node, inner?: string): string {
  const children = container.children ?? [];
  const previous = children[children.indexOf(child) - 1];
  const end = child.offset + child.length;
  const start = text.slice(0, child.offset).trimEnd().length;
  const comma = commaAfter(text, end) ?? (previous ? commaAfter(text, previous.offset + previous.length) : null);
  const cuts: [number, number][] = [[start, end]];
  if (comma !== null) cuts.push([comma, comma + 1]);
  const { open, close } = insideOf(container);
  const left = cut(text.slice(open, close), cuts, open);
  const isAsBefore = children.length === 1 && inner !== undefined && left.trim() === inner.trim();
  return `${text.slice(0, open)}${isAsBefore ? inner : left}${text.slice(close)}`;
}

/** Whether nothing stands between its brackets, not even a comment. */
export function isEmpty(text: string, container: Node): boolean {
  const { open, close } = insideOf(container);
  return text.slice(open, close).trim() === '';
}

/** A value as text, in as many lines as it needs. */
export function jsonText(value: Json, text: string, indent: string): string {
  return JSON.stringify(value, null, indentUnit(text)).replaceAll('\n', `${lineEnd(text)}${indent}`);
}

function insertFirst(text: string, container: Node, child: Child): { text: string; inner: string } {
  const { open, close } = insideOf(container);
  const inner = text.slice(open, close);
  const eol = lineEnd(text);
  const outer = indentAt(text, container.offset);
  const indent = `${outer}${indentUnit(text)}`;
  const filled = `${inner.trimEnd()}${eol}${indent}${childText(child, text, indent)}${eol}${outer}`;
  return { text: `${text.slice(0, open)}${filled}${text.slice(close)}`, inner };
}

function insertAfter(text: string, container: Node, last: Node, child: Child): string {
  const lastEnd = last.offset + last.length;
  const comma = commaAfter(text, lastEnd);
  const { end, endsLine } = endOfLineComments(text, comma === null ? lastEnd : comma + 1);
  const isOnLines = text.slice(container.offset, last.offset).includes('\n');
  const indent = isOnLines ? indentAt(text, last.offset) : `${indentAt(text, container.offset)}${indentUnit(text)}`;
  const lead = isOnLines || endsLine ? `${lineEnd(text)}${indent}` : ' ';
  const added = `${lead}${isOnLines ? childText(child, text, indent) : shortText(child)}`;
  const rest = text.slice(end);
  if (comma !== null) return `${text.slice(0, end)}${added},${rest}`;
  return `${text.slice(0, lastEnd)},${text.slice(lastEnd, end)}${added}${rest}`;
}

function childText({ key, value }: Child, text: string, indent: string): string {
  return `${key === null ? '' : `${JSON.stringify(key)}: `}${jsonText(value, text, indent)}`;
}

function shortText({ key, value }: Child): string {
  return `${key === null ? '' : `${JSON.stringify(key)}: `}${JSON.stringify(value)}`;
}

function insideOf({ offset, length }: Node): { open: number; close: number } {
  return { open: offset + 1, close: offset + length - 1 };
}

function commaAfter(text: string, from: number): number | null {
  const next = skipTrivia(text, from);
  return text[next] === ',' ? next : null;
}

function cut(text: string, cuts: readonly (readonly [number, number])[], offset: number): string {
  return [...cuts]
    .sort(([a], [b]) => b - a)
    .reduce((rest, [start, end]) => `${rest.slice(0, start - offset)}${rest.slice(end - offset)}`, text);
}
