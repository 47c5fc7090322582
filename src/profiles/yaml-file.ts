/** A YAML file as a value, with the place in the text of everything in it. The only file that reads YAML. */
import type { Document, LineCounter } from 'yaml';

export type Path = readonly (string | number)[];

export interface Place {
  readonly line: number;
  readonly column: number;
}

interface YamlProblem extends Place {
  readonly message: string;
}

export interface YamlFile {
  /** Undefined where the text is not YAML. */
  readonly value: unknown;
  /** Why it is not. */
  readonly problems: readonly YamlProblem[];
  /** Where the key (or, in a list, the item) at the end of the path stands; what is missing stands where its parent does. */
  readonly placeOf: (path: Path) => Place;
}

/** The library is loaded with the first file. */
export async function readYaml(text: string): Promise<YamlFile> {
  const { LineCounter, parseDocument, visit } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true });
  const placeOf = (path: Path) => placeAt(lines, offsetOf(document, path));
  const problems = document.errors.map((error) => ({ ...placeAt(lines, error.pos[0]), message: error.message }));
  if (problems.length > 0) return { value: undefined, problems, placeOf };
  try {
    return { value: document.toJS(), problems, placeOf };
  } catch (error) {
    // An alias of nothing, or a text made of aliases that would fill the memory.
    let offset = 0;
    visit(document, {
      Alias: (_key, alias) => {
        if (alias.resolve(document)) return undefined;
        offset = alias.range?.[0] ?? 0;
        return visit.BREAK;
      },
    });
    return { value: undefined, problems: [{ ...placeAt(lines, offset), message: (error as Error).message }], placeOf };
  }
}

function placeAt(lines: LineCounter, offset: number): Place {
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
