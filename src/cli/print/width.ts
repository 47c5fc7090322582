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

/** No column of a table is made narrower than this. */
const LEAST_COLUMN = 4;

/**
 * The widths of columns that fit beside each other. The widest ones give way first, and the first one, which usually is
 * what a reader would type next, only when the others are as narrow as they can be.
 */
export function fitColumns(natural: readonly number[], room: number): readonly number[] {
  const widths = [...natural];
  const excess = () => widths.reduce((sum, width) => sum + width, 0) - room;
  for (const first of [1, 0]) {
    while (excess() > 0) {
      const widest = Math.max(...widths.slice(first));
      if (!(widest > LEAST_COLUMN)) break;
      const next = Math.max(LEAST_COLUMN, ...widths.slice(first).filter((width) => width < widest));
      const count = widths.slice(first).filter((width) => width === widest).length;
      const step = Math.min(widest - next, Math.max(1, Math.floor(excess() / count)));
      narrow(widths, first, widest, step, excess);
    }
  }
  return widths;
}

function narrow(widths: number[], first: number, widest: number, step: number, excess: () => number): void {
  for (let column = widths.length - 1; column >= first && excess() > 0; column -= 1) {
    if (widths[column] === widest) widths[column] = widest - step;
  }
}
