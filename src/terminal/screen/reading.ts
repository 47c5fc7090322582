/** Reads a screen with the patterns of a profile: what the program is doing, and what is in its input box. */
import { createHash } from 'node:crypto';
import type { Screen as Patterns } from '../../profiles/profile.js';
import { buttonsOf, type Choice, numberedChoices } from './choices.js';
import type { Run, ScreenView } from './screen.js';

export interface Dialog {
  /** Changes when the dialog changes, so that an answer never goes to another dialog. */
  readonly id: string;
  readonly text: string;
  readonly choices: readonly Choice[];
}

export interface Reading {
  readonly state: 'ready' | 'busy' | 'dialog' | 'unknown';
  /** The content of the input box without placeholders; null if there is no box. */
  readonly box: string | null;
  readonly dialog: Dialog | null;
}

/** Where the box begins in the text of the screen, its content as drawn, and the range of that content. */
interface Box {
  readonly at: number;
  readonly draft: string;
  readonly from: Position;
  readonly to: Position;
}

/** The text without placeholders is shorter, but a row and a column mean the same in both. */
interface Position {
  readonly row: number;
  readonly column: number;
}

/** The patterns of one profile, compiled once. */
export class Reader {
  readonly #ready: readonly RegExp[];
  readonly #busy: readonly RegExp[];
  readonly #dialog: readonly RegExp[];
  readonly #box: readonly RegExp[];
  readonly #placeholder: ReadonlySet<string>;
  readonly #buttons: readonly string[];

  constructor(patterns: Patterns) {
    this.#ready = patterns.ready.map((source) => compile(source));
    this.#busy = patterns.busy.map((source) => compile(source));
    this.#dialog = patterns.dialog.map((source) => compile(source));
    this.#box = patterns.box.map((source) => compile(source, 'd'));
    this.#placeholder = new Set(patterns.placeholder);
    this.#buttons = patterns.buttons;
  }

  read(view: ScreenView): Reading {
    const text = textOf(view, () => true);
    const box = this.#findBox(textOf(view, (run, next) => !this.#isPlaceholder(run, next)));
    const dialog = this.#findDialog(text, view, box);
    if (dialog) return { state: 'dialog', box: null, dialog };
    if (box === null) return { state: 'unknown', box, dialog: null };
    const isBusy = this.#busy.some((pattern) => isIn(text, pattern));
    return { state: isBusy ? 'busy' : 'ready', box: trimLines(box.draft.replace(EDGE, '')), dialog: null };
  }

  /** Whether the program has shown that it is ready. */
  hasStarted(view: ScreenView): boolean {
    const text = textOf(view, () => true);
    return this.#ready.length === 0 || this.#ready.some((pattern) => isIn(text, pattern));
  }

  /** The lowest match on the screen, because everything above it is history. */
  #findBox(text: string): Box | null {
    let found: Box | null = null;
    for (const pattern of this.#box) {
      for (const match of text.matchAll(pattern)) {
        if (!found || match.index >= found.at) found = boxOf(text, match);
      }
    }
    return found;
  }

  /** Text in the box is never a dialog, whatever it says. */
  #findDialog(text: string, view: ScreenView, box: Box | null): Dialog | null {
    const isDraft = (at: number) => box !== null && isWithin(box, positionOf(text, at));
    const start = Math.min(...this.#dialog.map((pattern) => firstIn(text, pattern, isDraft)));
    if (!Number.isFinite(start)) return null;
    const shown = trimLines(text.slice(topOf(text, start)));
    const choices = numberedChoices(shown);
    return { id: hash(shown), text: shown, choices: choices.length > 0 ? choices : buttonsOf(view, this.#buttons) };
  }

  /** A block cursor on the first letter of a placeholder changes the style of that letter. */
  #isPlaceholder(run: Run, next: Run | undefined): boolean {
    if (this.#looksFaint(run)) return true;
    return run.inverse === true && [...run.text].length === 1 && next !== undefined && this.#looksFaint(next);
  }

  #looksFaint({ dim, fg }: Run): boolean {
    return (dim === true && this.#placeholder.has('dim')) || (fg !== undefined && this.#placeholder.has(fg));
  }
}

function textOf({ rows }: ScreenView, isSeen: (run: Run, next: Run | undefined) => boolean): string {
  const line = (runs: readonly Run[]) =>
    runs.map((run, index) => (isSeen(run, runs[index + 1]) ? run.text : run.text.replace(NO_LINE, blank))).join('');
  return rows.map((runs) => line(runs).trimEnd()).join('\n');
}

function boxOf(text: string, { index, indices, 1: draft = '' }: RegExpExecArray): Box {
  const [from, to] = indices?.[1] ?? [index, index];
  return { at: index, draft, from: positionOf(text, from), to: positionOf(text, to) };
}

function positionOf(text: string, at: number): Position {
  const above = text.slice(0, at);
  return { row: above.split('\n').length, column: at - above.lastIndexOf('\n') };
}

function isWithin({ from, to }: Box, { row, column }: Position): boolean {
  const isBehind = row > from.row || (row === from.row && column >= from.column);
  return isBehind && (row < to.row || (row === to.row && column < to.column));
}

function blank(character: string): string {
  return ' '.repeat(character.length);
}

/** The lines of a box may have any color. */
const NO_LINE = /[^\s\u2500-\u259f]/gu;

/** The left edge of a box is not part of its content. */
const EDGE = /^[^\S\n]*[┃│][^\S\n]?/gmu;

/** Dialogs draw dashed lines around the thing to be allowed. */
const RULE = /^[\s╭╮┌┐┏┓│┃]*[─━═▄▀]{8,}/u;
const MOST_LINES_ABOVE = 40;
const LINES_ABOVE = 4;

/** The thing that is asked for is above the question, up to the edge of the dialog. */
function topOf(text: string, at: number): number {
  const above = text
    .slice(0, text.lastIndexOf('\n', at) + 1)
    .split('\n')
    .slice(0, -1);
  const edge = above.findLastIndex((line) => RULE.test(line));
  const blank = above.findLastIndex((line) => line.trim() === '');
  const near = Math.max(blank + 1, above.length - LINES_ABOVE);
  const first = edge >= 0 && above.length - edge <= MOST_LINES_ABOVE ? edge + 1 : near;
  return above.slice(0, first).reduce((sum, line) => sum + line.length + 1, 0);
}

function compile(source: string, flags = ''): RegExp {
  return new RegExp(source, `gmu${flags}`);
}

function isIn(text: string, pattern: RegExp): boolean {
  return text.search(pattern) >= 0;
}

function firstIn(text: string, pattern: RegExp, isPassedOver: (at: number) => boolean): number {
  for (const { index } of text.matchAll(pattern)) if (!isPassedOver(index)) return index;
  return Number.POSITIVE_INFINITY;
}

function trimLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
