/** Lays out help texts for the width of a terminal. */
import { withoutColors } from './painted.js';
import { displayWidth } from './width.js';

export type Row = readonly [left: string, right: string];

/** Lines longer than this are hard to read, however wide the terminal is. */
const MAX_WIDTH = 100;
const PIPED_WIDTH = 80;

/** How wide a help text may be on this stdout. */
export function helpWidth(): number {
  return Math.min(process.stdout.columns || PIPED_WIDTH, MAX_WIDTH);
}

/** With less room than this, the right column goes below the left one. */
const LEAST_ROOM = 24;
const MOST_STACKED_INDENT = 6;

/** Two columns; the right one is wrapped. On a narrow terminal, the right one stands below the left one. */
export function columns(rows: readonly Row[], width: number): string {
  const left = Math.max(12, ...rows.map(([text]) => displayWidth(text)));
  const room = width - left - 4;
  if (room < LEAST_ROOM) return rows.map((row) => stacked(row, width)).join('\n');
  return rows
    .map(([text, right]) => {
      const [first = '', ...more] = wrapText(right, room).split('\n');
      const rest = more.map((line) => `\n${' '.repeat(left + 4)}${line}`).join('');
      return `  ${text}${' '.repeat(left - displayWidth(text))}  ${first}${rest}`.trimEnd();
    })
    .join('\n');
}

function stacked([text, right]: Row, width: number): string {
  const left = hanging(text, width, 2);
  return right === '' ? left : `${left}\n${indentedText(right, width, Math.min(MOST_STACKED_INDENT, width >> 2))}`;
}

/** Wraps a text, and indents each line. */
export function indentedText(text: string, width: number, indent: number): string {
  return wrapText(text, width - indent).replace(/^(?=.)/gm, ' '.repeat(indent));
}

/** Wraps a text, and indents the lines after the first one more. */
function hanging(text: string, width: number, indent: number): string {
  const [first = '', ...more] = wrapText(text, width - indent - 2).split('\n');
  return [first, ...more.map((line) => `  ${line}`)].map((line) => `${' '.repeat(indent)}${line}`).join('\n');
}

/** A command line of which every part can still be copied: it is continued after a backslash. */
export function commandLines(command: string, width: number): string {
  if (displayWidth(command) <= width - 2) return `  ${command}`;
  const lines: string[] = [];
  for (const word of shellWords(command)) {
    const last = lines.at(-1);
    const indent = lines.length > 1 ? 2 : 0;
    // Two columns on the left, and two for the backslash.
    const fits = last !== undefined && displayWidth(last) + 1 + displayWidth(word) <= width - 4 - indent;
    if (fits) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line, index) => `${index === 0 ? '  ' : '    '}${line}`).join(' \\\n');
}

/** Breaks between words, but not in quotes. */
function shellWords(command: string): readonly string[] {
  return command.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
}

/** Breaks lines between words only. */
export function wrapText(text: string, width: number): string {
  return text
    .split('\n')
    .map((paragraph) => wrapParagraph(paragraph, width))
    .join('\n');
}

function widthOf(text: string): number {
  return displayWidth(withoutColors(text));
}

function wrapParagraph(paragraph: string, width: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ')) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join('\n');
}
