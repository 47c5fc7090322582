/** Parses YAML into a value, and knows the position of everything in the text. The only file that uses the YAML library. */
import type { Document, LineCounter } from 'yaml';
import type { Path } from './spot.js';

interface Position {
  readonly line: number;
  readonly column: number;
}

export interface ParsedYaml {
  /** Undefined if the text is not YAML. */
  readonly value: unknown;
  readonly errors: readonly (Position & { readonly message: string })[];
  /** The position of the key (or list item) at the end of the path. A missing one has the position of its parent. */
  readonly positionOf: (path: Path) => Position;
}

/** Loads the library only now, because most commands read no YAML. */
export async function parseYaml(text: string): Promise<ParsedYaml> {
  const { LineCounter, parseDocument, visit } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true });
  const positionOf = (path: Path) => positionAt(lines, offsetOf(document, path));
  const errors = document.errors.map((error) => ({ ...positionAt(lines, error.pos[0]), message: error.message }));
  if (errors.length > 0) return { value: undefined, errors, positionOf };
  try {
    return { value: document.toJS(), errors, positionOf };
  } catch (error) {
    // An alias of nothing, or aliases of aliases that would fill the memory.
    let offset = 0;
    visit(document, {
      Alias: (_key, alias) => {
        if (alias.resolve(document)) return undefined;
        offset = alias.range?.[0] ?? 0;
        return visit.BREAK;
      },
    });
    return {
      value: undefined,
      errors: [{ ...positionAt(lines, offset), message: (error as Error).message }],
      positionOf,
    };
  }
}

/** The text with one value set, or taken out if that is undefined. Comments and order stay. Null if the text is not YAML. */
export async function editYaml(text: string, path: Path, value: unknown): Promise<string | null> {
  const { isMap, parseDocument } = await import('yaml');
  const document = parseDocument(text);
  if (document.errors.length > 0 || !(document.contents === null || isMap(document.contents))) return null;
  if (value === undefined) deleteWithEmptyParents(document, path);
  else document.setIn(path, value);
  const isEmpty = isMap(document.contents) && document.contents.items.length === 0;
  return isEmpty && document.commentBefore === null ? '' : document.toString();
}

function deleteWithEmptyParents(document: Document, path: Path): void {
  document.deleteIn(path);
  const parent = path.slice(0, -1);
  const { items } = (document.getIn(parent, true) ?? {}) as { items?: readonly unknown[] };
  if (parent.length > 0 && items?.length === 0) deleteWithEmptyParents(document, parent);
}

function positionAt(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

interface WithRange {
  readonly range?: readonly [number, number, number] | null;
}

function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const node = nodeAt(document, path.slice(0, length));
    if (node?.range) return node.range[0];
  }
  return (document.contents as WithRange | null)?.range?.[0] ?? 0;
}

function nodeAt(document: Document, path: Path): WithRange | undefined {
  const last = path.at(-1);
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
  const pairs = (parent as { items?: readonly unknown[] } | null | undefined)?.items ?? [];
  const pair = pairs.find((item) => {
    const key = (item as { key?: { value?: unknown } } | null)?.key?.value;
    return key !== undefined && String(key) === String(last);
  });
  return (pair as { key?: WithRange } | undefined)?.key ?? (document.getIn(path, true) as WithRange | undefined);
}
