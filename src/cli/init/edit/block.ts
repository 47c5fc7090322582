/** A block between two marker lines at the end of a text file, which leaves the same bytes behind when it is removed. */
import { lineEnd } from './line-style.js';
import { Trouble } from './trouble.js';

/** How a comment looks in the file. */
export type BlockStyle = 'html' | 'hash';

/** What was added around the block, to separate it from what was there. */
export interface BlockHints {
  readonly lead?: string;
  readonly trail?: string;
}

const MARKERS: Readonly<Record<BlockStyle, { readonly begin: string; readonly end: string }>> = {
  html: { begin: '<!-- synapse:begin -->', end: '<!-- synapse:end -->' },
  hash: { begin: '# synapse:begin', end: '# synapse:end' },
};

interface Found {
  readonly start: number;
  readonly end: number;
}

/** Appends the block. `body` has lines that end with `\n`. */
export function addBlock(text: string, style: BlockStyle, body: string): { text: string; hints: BlockHints } {
  const eol = lineEnd(text);
  const endsLine = text.endsWith('\n');
  const lead = text === '' || text.endsWith(`${eol}${eol}`) ? '' : endsLine ? eol : `${eol}${eol}`;
  const trail = text === '' || endsLine ? eol : '';
  return { text: `${text}${lead}${blockText(style, body, eol)}${trail}`, hints: { lead, trail } };
}

export function hasBlock(text: string, style: BlockStyle): boolean {
  return findBlock(text, style) !== null;
}

/** Puts another body between the markers that are there. */
export function replaceBlock(text: string, style: BlockStyle, body: string): string {
  const found = findBlock(text, style);
  if (!found) return text;
  return `${text.slice(0, found.start)}${blockText(style, body, lineEnd(text))}${text.slice(found.end)}`;
}

/** Without hints, the block is taken to have been separated by an empty line. */
export function removeBlock(text: string, style: BlockStyle, { lead, trail }: BlockHints = {}): string {
  const found = findBlock(text, style);
  if (!found) return text;
  const eol = lineEnd(text);
  const before = withoutEnd(text.slice(0, found.start), lead ?? eol);
  const after = withoutStart(text.slice(found.end), trail ?? eol);
  return `${before}${after}`;
}

function blockText(style: BlockStyle, body: string, eol: string): string {
  const { begin, end } = MARKERS[style];
  return `${begin}\n${body}${end}`.replaceAll('\n', eol);
}

/** Null if there is none. Throws if the markers are not one pair. */
function findBlock(text: string, style: BlockStyle): Found | null {
  const { begin, end } = MARKERS[style];
  const begins = linesThatAre(text, begin);
  const ends = linesThatAre(text, end);
  const [start] = begins;
  const [stop] = ends;
  if (start === undefined && stop === undefined) return null;
  if (start === undefined || stop === undefined || begins.length > 1 || ends.length > 1 || stop < start) {
    throw new Trouble(
      {
        en: `The lines "${begin}" and "${end}" must be there once each, in this order.`,
        ja: `「${begin}」と「${end}」の行は、この順で1回ずつ必要です。`,
      },
      begins[1] ?? ends[1] ?? start ?? stop,
    );
  }
  return { start, end: stop + end.length };
}

function linesThatAre(text: string, marker: string): number[] {
  const pattern = new RegExp(`^${marker.replace(/[-!<>#]/g, '\\$&')}(?=[ \\t]*\\r?$)`, 'gm');
  return [...text.matchAll(pattern)].map(({ index }) => index);
}

function withoutEnd(text: string, end: string): string {
  return end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text;
}

function withoutStart(text: string, start: string): string {
  return start !== '' && text.startsWith(start) ? text.slice(start.length) : text;
}
