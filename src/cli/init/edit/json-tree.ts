/** Reads JSON with comments as a tree whose nodes know where they stand in the text. */
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { Trouble } from './trouble.js';

export type { Node } from 'jsonc-parser';

/** The root, which must be an object. */
export function readJson(text: string): Node {
  const errors: ParseError[] = [];
  const root = parse(text, errors);
  const [first] = errors;
  if (first) {
    // The parser names what is wrong as ValueExpected, CommaExpected and the like.
    const what = printParseErrorCode(first.error)
      .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase();
    throw new Trouble(
      { en: `This is not valid JSON: ${what}.`, ja: `JSON として正しくありません (${what})。` },
      first.offset,
    );
  }
  if (!root) throw notA('object', { offset: 0 });
  return expectType(root, 'object');
}

/** A very deep text would need more stack than there is. */
function parse(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Trouble({ en: 'It is nested too deep.', ja: '入れ子が深すぎます。' });
  }
}

export function expectType(node: Node, type: 'object' | 'array'): Node {
  if (node.type === type) return node;
  throw notA(type, node);
}

function notA(type: 'object' | 'array', { offset }: Pick<Node, 'offset'>): Trouble {
  return type === 'object'
    ? new Trouble({ en: 'An object { … } belongs here.', ja: 'ここにはオブジェクト { … } が必要です。' }, offset)
    : new Trouble({ en: 'A list [ … ] belongs here.', ja: 'ここにはリスト [ … ] が必要です。' }, offset);
}

/** The property of that name. Programs disagree about which one counts if there are two. */
export function propertyOf(object: Node, name: string): Node | null {
  const found = (object.children ?? []).filter(({ children }) => children?.[0]?.value === name);
  const [property, second] = found;
  if (second) {
    throw new Trouble({ en: `The key "${name}" is there twice.`, ja: `キー「${name}」が2回あります。` }, second.offset);
  }
  return property ?? null;
}

export function valueNode(property: Node): Node {
  const value = property.children?.[1];
  if (!value) throw new Trouble({ en: 'A value is missing here.', ja: 'ここに値がありません。' }, property.offset);
  return value;
}

/** Where the next thing begins that is neither blank nor comment. */
export function skipTrivia(text: string, from: number): number {
  const trivia = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
  trivia.lastIndex = from;
  trivia.test(text);
  return trivia.lastIndex;
}

/** Where blanks and comments in the rest of the line end, and whether the last of them reaches to the end of the line. */
export function endOfLineComments(text: string, from: number): { readonly end: number; readonly endsLine: boolean } {
  const comments = /(?:[ \t]*\/\*(?:(?!\*\/)[^\n])*\*\/)*(?:[ \t]*(\/\/[^\r\n]*))?/y;
  comments.lastIndex = from;
  const found = comments.exec(text);
  return { end: from + (found?.[0].length ?? 0), endsLine: found?.[1] !== undefined };
}
