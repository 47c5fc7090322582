/** Lays out help texts for the width of a terminal. */

export type Row = readonly [left: string, right: string];

/** Lines longer than this are hard to read, however wide the terminal is. */
const MAX_WIDTH = 100;
const PIPED_WIDTH = 80;

/** How wide a help text may be on this stdout. */
export function helpWidth(): number {
  return Math.min(process.stdout.columns || PIPED_WIDTH, MAX_WIDTH);
}

/** Narrower than this, a second column is worse than lines that a narrow terminal wraps itself. */
const LEAST_ROOM = 20;

/** Two columns; the right one is wrapped. */
export function columns(rows: readonly Row[], width: number): string {
  const left = Math.max(12, ...rows.map(([text]) => text.length));
  const room = Math.max(LEAST_ROOM, width - left - 4);
  return rows
    .map(([text, right]) => {
      const [first = '', ...more] = wrapText(right, room).split('\n');
      const rest = more.map((line) => `\n${' '.repeat(left + 4)}${line}`).join('');
      return `  ${text.padEnd(left)}  ${first}${rest}`.trimEnd();
    })
    .join('\n');
}

/** Breaks lines between words only. */
export function wrapText(text: string, width: number): string {
  return text
    .split('\n')
    .map((paragraph) => wrapParagraph(paragraph, width))
    .join('\n');
}

function wrapParagraph(paragraph: string, width: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join('\n');
}
