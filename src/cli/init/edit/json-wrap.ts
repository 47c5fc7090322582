/** Makes an object of a value that is one word for everything, such as `"ask"`: only an object can have exceptions. */

import { putValue } from './json-entry.js';
import { type Node, propertyOf, readJson, valueNode } from './json-tree.js';

const EVERYTHING = '*';

/** Null if there is no such word. */
export function wrap(text: string, path: readonly string[]): { text: string; hints: { was: string } } | null {
  const node = nodeAt(readJson(text), path);
  if (node?.type !== 'string') return null;
  const was = text.slice(node.offset, node.offset + node.length);
  return { text: putValue(text, node, { [EVERYTHING]: node.value as string }), hints: { was } };
}

/** Leaves an object that has got other exceptions, or that says something else by now. */
export function unwrap(text: string, path: readonly string[], { was }: { readonly was?: string }): string {
  const node = nodeAt(readJson(text), path);
  if (was === undefined || node?.type !== 'object' || node.children?.length !== 1) return text;
  const word = propertyOf(node, EVERYTHING);
  if (!word || JSON.stringify(valueNode(word).value) !== was) return text;
  return `${text.slice(0, node.offset)}${was}${text.slice(node.offset + node.length)}`;
}

function nodeAt(root: Node, path: readonly string[]): Node | null {
  let node: Node | null = root;
  for (const name of path) {
    const property: Node | null = node.type === 'object' ? propertyOf(node, name) : null;
    if (!property) return null;
    node = valueNode(property);
  }
  return node;
}
