/** Finds the choices of a dialog and the keys that select them. */
import type { Run, ScreenView } from './screen.js';

export interface Choice {
  /** What a person types to `synapse answer`. */
  readonly key: string;
  readonly text: string;
  /** The keys that select it. */
  readonly keys: string;
  /** Whether the program's own cursor is on it. */
  readonly marked: boolean;
}

const CHOICE = /^[\s│┃|]*(?:([❯›●○•>→*])\s*)?(\d{1,2})[.)]\s+(\S.*?)[\s│┃|]*$/;
const NOT_CHOSEN = '○';

/** A numbered list: the number selects. */
export function numberedChoices(text: string): Choice[] {
  const found = text.split('\n').flatMap((line) => {
    const [, mark, key, label] = CHOICE.exec(line) ?? [];
    return key && label ? [{ mark, choice: { key, text: label, keys: key } }] : [];
  });
  // A sign before every line is a bullet.
  const isOnlyOne = (mark: string | undefined) => found.filter((other) => other.mark === mark).length === 1;
  return found.map(({ mark, choice }) => ({
    ...choice,
    marked: mark !== undefined && mark !== NOT_CHOSEN && isOnlyOne(mark),
  }));
}

/** A list without numbers: the arrow keys move from the marked line to the others. `row` is the marked line. */
export function listedChoices(lines: readonly string[], row: number): Choice[] {
  const [mark, label] = MARKED.exec(lines[row] ?? '')?.slice(1) ?? [];
  if (mark === undefined || label === undefined) return [];
  const isEntry = (line: string | undefined) =>
    line?.slice(0, mark.length).trim() === '' && /^\S/.test(line.slice(mark.length));
  let first = row;
  while (isEntry(lines[first - 1])) first--;
  let last = row;
  while (isEntry(lines[last + 1])) last++;
  return lines.slice(first, last + 1).map((line, index) => ({
    key: String(index + 1),
    text: line.slice(mark.length).trim(),
    keys: (first + index < row ? UP : DOWN).repeat(Math.abs(first + index - row)) + ENTER,
    marked: first + index === row,
  }));
}

const MARKED = /^(\s*[❯›●>→]\s+)(\S.*)$/u;
const UP = '\x1b[A';
const DOWN = '\x1b[B';
const RIGHT = '\x1b[C';
const LEFT = '\x1b[D';
const ENTER = '\r';

/** Buttons in a row: the arrow keys move from the highlighted one to the others. */
export function buttonsOf({ rows }: ScreenView, labels: readonly string[]): Choice[] {
  const row = rows.find(
    (runs) => labels.length > 0 && labels.every((label) => runs.some((run) => run.text.includes(label))),
  );
  if (!row) return [];
  const looks = labels.map((label) => lookOf(row.find((run) => run.text.includes(label))));
  const selected = looks.findIndex((look) => looks.filter((other) => other === look).length === 1);
  if (selected < 0) return [];
  return labels.map((text, index) => ({
    key: String(index + 1),
    text,
    keys: (index < selected ? LEFT : RIGHT).repeat(Math.abs(index - selected)) + ENTER,
    marked: index === selected,
  }));
}

function lookOf(run: Run | undefined): string {
  return `${run?.bg} ${run?.inverse}`;
}
