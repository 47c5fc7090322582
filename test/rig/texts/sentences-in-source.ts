/** Collects the English sentences that the source prints or throws, with a sample for every fact. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { ROOT } from '../home/binary.js';

export interface Found {
  readonly file: string;
  readonly text: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a syntax tree, of which only a few fields are read.
type Node = any;

/** Functions whose argument is a sentence for the reader. */
const PRINTS = new Set(['printNote']);
/** Functions whose argument has sentences in these properties. */
const THROWS = new Set(['fail', 'SynapseError']);
const SENTENCES = new Set(['reason', 'message', 'hint']);

export function sentencesIn(...rooms: readonly string[]): Found[] {
  return rooms.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => sentencesOf(join(room, name))),
  );
}

function sentencesOf(file: string): Found[] {
  const found: Found[] = [];
  const add = (node: Node) => {
    for (const text of samplesOf(node)) if (/[a-z]{2,} [a-z]{2,}/i.test(text)) found.push({ file, text });
  };
  for (const node of nodesIn(parseAst(readFileSync(join(ROOT, file), 'utf8'), { lang: 'ts' }))) {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') continue;
    for (const argument of node.arguments) {
      if (PRINTS.has(node.callee.name)) add(argument);
      if (!THROWS.has(node.callee.name) || argument.type !== 'ObjectExpression') continue;
      for (const { key, value } of argument.properties) if (SENTENCES.has(key?.name)) add(value);
    }
  }
  return found;
}

function* nodesIn(node: Node): Generator<Node> {
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.type === 'string') yield node;
  for (const child of Object.values(node)) yield* nodesIn(child);
}

/** Every wording that an expression can have. A fact is shown as `fact_1`, and so on. */
function samplesOf(node: Node): string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type === 'ConditionalExpression') return [...samplesOf(node.consequent), ...samplesOf(node.alternate)];
  if (node.type !== 'TemplateLiteral') return [];
  const [head, ...tails] = node.quasis.map(({ value }: Node) => value.cooked);
  return tails.reduce(
    (samples: string[], tail: string, index: number) => {
      const inner = samplesOf(node.expressions[index]);
      const values = inner.length > 0 ? inner : [`fact_${index + 1}`];
      return samples.flatMap((begin) => values.map((value) => `${begin}${value}${tail}`));
    },
    [head],
  );
}
