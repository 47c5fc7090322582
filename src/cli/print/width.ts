/** How many columns a text takes on a terminal, and how to make it fit. */

/** The columns of the terminal that stdout is; null in a pipe, where lines can be as long as they like. */
export function terminalWidth(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> = process.stdout): number | null {
  return stream.isTTY === true && stream.columns > 0 ? stream.columns : null;
}

const ZERO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]/u;
/** East Asian wide and full-width ranges, and emoji, which take two columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;

export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

function widthOf(character: string): number {
  if (character >= ' ' && character <= '~') return 1;
  return ZERO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
}

/** The text if it fits, or else as much of its beginning as fits with an ellipsis. Never cuts inside of what is seen as one character. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width < 1) return '';
  let kept = '';
  let room = width - 1;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    room -= displayWidth(segment);
    if (room < 0) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** As `cutToWidth`, but cuts in the middle: `worker-wi…name-4`. What tells names apart often stands at their end. */
export function cutMiddle(text: string, width: number): string {
  if (displayWidth(text) <= width || width < 3) return cutToWidth(text, width);
  const segments = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  let end = '';
  for (const segment of segments.reverse()) {
    if (displayWidth(segment) + displayWidth(end) > (width - 1) >> 1) break;
    end = segment + end;
  }
  const start = cutToWidth(text, width - displayWidth(end));
  return `${start}${end}`;
}

/** Columns are not made narrower than this while others are wider, so that a word such as a status stays whole. */
const READABLE = { first: 14, other: 10 } as const;
/** No column of a table is made narrower than this. */
const LEAST_COLUMN = 4;

/**
 * The widths of columns that fit beside each other. The widest ones give way first, and the first one, which usually is
 * what a reader would type next, only when the others are as narrow as a word.
 */
export function fitColumns(natural: readonly number[], room: number): readonly number[] {
  const widths = [...natural];
  narrowTo(widths, { from: 1, least: READABLE.other, room });
  const [first = 0] = widths;
  const excess = Math.max(0, excessOf(widths, room));
  if (first > READABLE.first) widths[0] = Math.max(READABLE.first, first - excess);
  narrowTo(widths, { from: 1, least: LEAST_COLUMN, room });
  narrowTo(widths, { from: 0, least: LEAST_COLUMN, room });
  return widths;
}

interface Narrowing {
  /** The first column that gives way. */
  readonly from: number;
  readonly least: number;
  readonly room: number;
}

function narrowTo(widths: number[], { from, least, room }: Narrowing): void {
  while (excessOf(widths, room) > 0) {
    const widest = Math.max(...widths.slice(from));
    if (!(widest > least)) return;
    const next = Math.max(least, ...widths.slice(from).filter((width) => width < widest));
    const count = widths.slice(from).filter((width) => width === widest).length;
    const step = Math.min(widest - next, Math.max(1, Math.floor(excessOf(widths, room) / count)));
    narrow(widths, from, widest, step, () => excessOf(widths, room));
  }
}

function excessOf(widths: readonly number[], room: number): number {
  return widths.reduce((sum, width) => sum + width, 0) - room;
}

function narrow(widths: number[], first: number, widest: number, step: number, excess: () => number): void {
  for (let column = widths.length - 1; column >= first && excess() > 0; column -= 1) {
    if (widths[column] === widest) widths[column] = widest - step;
  }
}
