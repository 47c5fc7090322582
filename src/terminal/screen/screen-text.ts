/** The text of a screen, row by row, and the places in it. */
import type { Run, ScreenView } from './screen.js';

/** A row and a column mean the same in the whole text and in the text without placeholders. */
export interface Position {
  readonly row: number;
  readonly column: number;
}

/** One line per row, without trailing blanks. Runs that are not seen leave blanks, except for the lines of a box. */
export function textOf({ rows }: ScreenView, isSeen: (run: Run, next: Run | undefined) => boolean): string {
  const line = (runs: readonly Run[]) =>
    runs.map((run, index) => (isSeen(run, runs[index + 1]) ? run.text : run.text.replace(NO_LINE, blank))).join('');
  return rows.map((runs) => line(runs).trimEnd()).join('\n');
}

export function positionOf(text: string, at: number): Position {
  const above = text.slice(0, at);
  return { row: above.split('\n').length - 1, column: at - above.lastIndexOf('\n') - 1 };
}

export function trimLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

/** The lines of a box, and the marks that it has more text above or below, may have any color. */
const NO_LINE = /[^\s\u2500-\u259f↑↓]/gu;

function blank(character: string): string {
  return ' '.repeat(character.length);
}
