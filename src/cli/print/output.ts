/** Colors (only on a terminal; the only file that imports chalk) and plain tables. */
import { withoutControls } from '../../clean-text.js';
import { columnName } from '../../i18n/said/columns.js';
import { told } from '../../i18n/told.js';
import { settings } from '../../settings/settings.js';
import { colorMark } from './painted.js';
import { cutMiddle, cutToWidth, displayWidth, fitColumns, terminalWidth } from './width.js';

export interface Colors {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

const same = (text: string): string => text;
export const PLAIN: Colors = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };

/** Colors for this stream: none if it is piped, unless FORCE_COLOR asks for them. */
export async function colorsFor(stream: NodeJS.WriteStream): Promise<Colors> {
  if (!wantsColor({ env: process.env, argv: process.argv, isTerminal: stream.isTTY === true })) return PLAIN;
  const { Chalk } = await import('chalk');
  const { bold, dim, red, green, yellow, cyan } = new Chalk({ level: 1 });
  return {
    ...{ bold: marking(bold), dim: marking(dim), red: marking(red) },
    ...{ green: marking(green), yellow: marking(yellow), cyan: marking(cyan) },
  };
}

/** Colors that survive when the text around them is cleaned, as escape sequences would not. */
function marking(paint: (text: string) => string): (text: string) => string {
  const [begin = '', end = ''] = paint('x').split('x').map(colorMark);
  return (text) => `${begin}${text}${end}`;
}

export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly argv: readonly string[];
  readonly isTerminal: boolean;
}

export function wantsColor({ env, argv, isTerminal }: Surroundings): boolean {
  const end = argv.indexOf('--');
  if ((end < 0 ? argv : argv.slice(0, end)).includes('--no-color')) return false;
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  const { colors = 'auto' } = settings();
  if (colors !== 'auto') return colors === 'always';
  return isTerminal && env.TERM !== 'dumb';
}

export interface Cell {
  readonly text: string;
  /** Where there is too little room, its middle is left out instead of its end. */
  readonly keepsEnd?: boolean | undefined;
  readonly paint?: ((text: string) => string) | undefined;
}

/**
 * Puts each cell on one line, and makes each column as wide as its widest cell, as far as the table fits the terminal.
 * The header is dim, and the last column is not padded.
 */
export function table(
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
  colors: Colors,
  width: number | null = terminalWidth(),
): string {
  const head = header.map((name) => ({ text: told(columnName(name)), paint: colors.dim }));
  const all: (readonly Cell[])[] = [head, ...rows.map((row) => row.map(onOneLine))];
  const natural = header.map((_, column) => Math.max(...all.map((row) => displayWidth(row[column]?.text ?? ''))));
  const widths = width === null ? natural : fitColumns(natural, width - GAP.length * (header.length - 1));
  return all
    .map((row) =>
      row
        .map(({ text, paint, keepsEnd }, column) => {
          const room = widths[column] ?? 0;
          return padded({ text: keepsEnd ? cutMiddle(text, room) : cutToWidth(text, room), paint }, room);
        })
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

const GAP = '  ';

/** Tables are for people; programs read JSON. So cells are cleaned in a pipe, too. */
function onOneLine({ text, ...rest }: Cell): Cell {
  return { text: withoutControls(text).replace(/[\n\t]+/g, ' '), ...rest };
}

function padded({ text, paint = same }: Cell, width: number): string {
  return `${paint(text)}${' '.repeat(Math.max(0, width - displayWidth(text)))}`;
}

/** `3s`, `12m`, `5h`, `9d`: coarse on purpose. */
export function age(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}h`;
  return `${Math.floor(seconds / 86_400)}d`;
}
