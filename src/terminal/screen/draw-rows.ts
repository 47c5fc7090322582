/** Draws rows of a screen on a terminal of another size: what does not fit is cut off, and what is left over is blank. */

/** As much of the emulator's cells and lines as it takes to draw them. */
interface DrawnCell extends Readonly<Record<`is${Flag}`, () => number>> {
  getWidth(): number;
  getChars(): string;
  getFgColor(): number;
  getBgColor(): number;
  isFgDefault(): boolean;
  isBgDefault(): boolean;
  isFgRGB(): boolean;
  isBgRGB(): boolean;
}

interface DrawnLine {
  readonly length: number;
  getCell(column: number): DrawnCell | undefined;
}

type Flag = 'Bold' | 'Dim' | 'Italic' | 'Underline' | 'Blink' | 'Inverse' | 'Invisible' | 'Strikethrough';

/** One row with its styles, at most this wide. */
export function drawnRow(line: DrawnLine, cols: number): string {
  let text = '';
  let style = '';
  for (let column = 0; column < Math.min(cols, line.length); column += 1) {
    const found = line.getCell(column);
    const width = found?.getWidth() ?? 0;
    if (!found || width === 0) continue;
    const now = styleOf(found);
    if (now !== style) text += `\x1b[0${now}m`;
    style = now;
    // Half of a wide character cannot be drawn.
    text += column + width > cols ? ' ' : found.getChars() || ' ';
  }
  // Trailing blanks are cleared instead, unless they have a background.
  return style === '' ? text.trimEnd() : `${text}\x1b[0m`;
}

/** Over what is shown, without clearing it first, so that nothing flickers. */
export function drawnRows(
  rows: readonly string[],
  cursor: { readonly column: number; readonly row: number } | null,
): string {
  const lines = rows.map((row, index) => `\x1b[${index + 1}H\x1b[0m${row}\x1b[0m\x1b[K`);
  const below = '\x1b[0m\x1b[J';
  const place = cursor === null ? '\x1b[?25l' : `\x1b[${cursor.row + 1};${cursor.column + 1}H\x1b[?25h`;
  // Lines are cut at the edge by us, and must not wrap at the last column.
  return `\x1b[?25l\x1b[?7l${lines.join('')}${below}\x1b[?7h${place}`;
}

/** Writes rows on an empty terminal, and pushes them into its scrollback. */
export function scrolledRows(rows: readonly string[], height: number): string {
  const written = rows.map((row) => `${row}\x1b[0m\r\n`).join('');
  const left = Math.min(rows.length, height - 1);
  return rows.length === 0 ? '' : `\x1b[?7l\x1b[H${written}\x1b[${height}H${'\n'.repeat(left)}\x1b[?7h`;
}

const STYLES: readonly (readonly [`is${Flag}`, number])[] = [
  ['isBold', 1],
  ['isDim', 2],
  ['isItalic', 3],
  ['isUnderline', 4],
  ['isBlink', 5],
  ['isInverse', 7],
  ['isInvisible', 8],
  ['isStrikethrough', 9],
];

/** What follows the reset in a sequence; empty for plain text. */
function styleOf(cell: DrawnCell): string {
  const flags = STYLES.filter(([is]) => cell[is]() !== 0).map(([, code]) => `;${code}`);
  return `${flags.join('')}${colorOf(cell, 'fg')}${colorOf(cell, 'bg')}`;
}

function colorOf(cell: DrawnCell, which: 'fg' | 'bg'): string {
  const isFg = which === 'fg';
  if (isFg ? cell.isFgDefault() : cell.isBgDefault()) return '';
  const color = isFg ? cell.getFgColor() : cell.getBgColor();
  const code = isFg ? 38 : 48;
  if (isFg ? cell.isFgRGB() : cell.isBgRGB()) return `;${code};2;${color >> 16};${(color >> 8) & 255};${color & 255}`;
  return `;${code};5;${color}`;
}
