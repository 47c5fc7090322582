/** Reads what a viewer says about its terminal in the query of `GET /attach`. */
import type { Size } from '../../a2a/frames.js';
import { fail } from '../../errors.js';
import type { Colors, CursorPosition } from '../../terminal/screen/screen.js';
import { flagParameter } from '../http/door/fields.js';

export interface Arrival {
  readonly size: Size;
  readonly readOnly: boolean;
  /** Known only if the terminal was asked and answered. */
  readonly colors: Colors | undefined;
  readonly cursor: CursorPosition | undefined;
}

/** A larger terminal is a mistake, and would take a gigabyte to emulate. */
const MOST_COLS = 2_000;
const MOST_ROWS = 1_000;
const COLOR = /^rgba?:[0-9a-f/]{3,24}$/i;

export function readArrival(query: URLSearchParams): Arrival {
  return {
    size: readSize({ cols: Number(query.get('cols')), rows: Number(query.get('rows')) }),
    readOnly: flagParameter(query, 'read_only'),
    colors: readColors(query.get('foreground'), query.get('background')),
    cursor: readCursor(query.get('column'), query.get('row')),
  };
}

/** Throws for what cannot be the size of a terminal. */
export function readSize(value: unknown): Size {
  const { cols, rows } = (value ?? {}) as Partial<Size>;
  if (isWithin(cols, MOST_COLS) && isWithin(rows, MOST_ROWS)) return { cols, rows };
  throw fail('invalid_request', { reason: `A terminal has 1 to ${MOST_COLS} columns and 1 to ${MOST_ROWS} rows.` });
}

function isWithin(count: number | undefined, most: number): count is number {
  return Number.isInteger(count) && (count as number) >= 1 && (count as number) <= most;
}

/** Undefined if they are not both the colors of a terminal. */
export function readColors(foreground: unknown, background: unknown): Colors | undefined {
  return isColor(foreground) && isColor(background) ? { foreground, background } : undefined;
}

function isColor(value: unknown): value is string {
  return typeof value === 'string' && COLOR.test(value);
}

function readCursor(column: string | null, row: string | null): CursorPosition | undefined {
  const cursor = { column: Number(column ?? -1), row: Number(row ?? -1) };
  const isOnScreen =
    Number.isInteger(cursor.column) && Number.isInteger(cursor.row) && cursor.column >= 0 && cursor.row >= 0;
  return isOnScreen ? cursor : undefined;
}
