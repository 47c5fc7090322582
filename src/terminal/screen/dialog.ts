/** Reads a dialog from the screen: what it asks, from its upper edge on, and what can be chosen. */
import { createHash } from 'node:crypto';
import { buttonsOf, type Choice, listedChoices, numberedChoices } from './choices.js';
import type { ScreenView } from './screen.js';
import { trimLines } from './screen-text.js';

export interface Dialog {
  /** Changes when the dialog changes, so that an answer never goes to another dialog. */
  readonly id: string;
  readonly text: string;
  readonly choices: readonly Choice[];
  /** The tool and its exact command, if the program itself has named them. The screen may show a part only. */
  readonly asks?: { readonly tool: string; readonly command: string };
}

/** `row` is where the dialog was recognized. `buttons` are the choices of this program that are side by side. */
export function dialogAt(view: ScreenView, text: string, row: number, buttons: readonly string[]): Dialog {
  const lines = text.split('\n');
  const shown = lines.slice(topOf(view, lines, row));
  const asked = trimLines(shown.join('\n'));
  const kinds = [() => numberedChoices(asked), () => buttonsOf(view, buttons), () => listedChoices(lines, row)];
  const choices = kinds.reduce<readonly Choice[]>((found, kind) => (found.length > 0 ? found : kind()), []);
  return { id: createHash('sha256').update(asked).digest('hex').slice(0, 8), text: asked, choices };
}

/** Dialogs draw dashed lines around the thing to be allowed. */
const RULE = /^[\s╭╮┌┐┏┓│┃]*[─━═▄▀]{8,}/u;
const SIDE = /^\s*[│┃]/u;
const MOST_LINES_ABOVE = 40;
const LINES_ABOVE = 4;

/** The thing that is asked for is above the question, up to the edge of the dialog: a frame, a panel, or a line. */
function topOf(view: ScreenView, lines: readonly string[], row: number): number {
  const above = lines.slice(0, row);
  const isFramed = SIDE.test(lines[row] ?? '');
  if (isFramed) return above.findLastIndex((line) => !SIDE.test(line)) + 1;
  const hasBackground = (at: number) => view.rows[at]?.[0]?.bg !== undefined;
  const plain = above.findLastIndex((_, at) => !hasBackground(at));
  if (hasBackground(row) && plain < row - 1) return plain + 1;
  const edge = above.findLastIndex((line) => RULE.test(line));
  const blank = above.findLastIndex((line) => line.trim() === '');
  const near = Math.max(blank + 1, above.length - LINES_ABOVE);
  return edge >= 0 && above.length - edge <= MOST_LINES_ABOVE ? edge + 1 : near;
}
