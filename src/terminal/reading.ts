/** Reads a screen with the patterns of a profile: what the program is doing, and what stands in its input box. */
import { createHash } from 'node:crypto';
import type { Screen as Patterns } from '../profiles/profile.js';
import { buttonsOf, type Choice, numberedChoices } from './choices.js';
import type { Run, ScreenView } from './screen.js';

export interface Dialog {
  /** Changes when the dialog does, so that an answer never goes to another one. */
  readonly id: string;
  readonly text: string;
  readonly choices: readonly Choice[];
}

export interface Reading {
  readonly state: 'ready' | 'busy' | 'dialog' | 'unknown';
  /** What stands in the input box, placeholders left out; null when no box is seen. */
  readonly box: string | null;
  readonly dialog: Dialog | null;
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
    this.#ready = patterns.ready.map(compile);
    this.#busy = patterns.busy.map(compile);
    this.#dialog = patterns.dialog.map(compile);
    this.#box = patterns.box.map(compile);
    this.#placeholder = new Set(patterns.placeholder);
    this.#buttons = patterns.buttons;
  }

  read(view: ScreenView): Reading {
    const text = textOf(view, () => true);
    const dialog = this.#findDialog(text, view);
    if (dialog) return { state: 'dialog', box: null, dialog };
    const box = this.#findBox(textOf(view, (run, next) => !this.#isPlaceholder(run, next)));
    if (box === null) return { state: 'unknown', box, dialog: null };
    return { state: this.#busy.some((pattern) => isIn(text, pattern)) ? 'busy' : 'ready', box, dialog: null };
  }

  /** Whether the program has shown that it has come up. */
  hasStarted(view: ScreenView): boolean {
    const text = textOf(view, () => true);
    return this.#ready.length === 0 || this.#ready.some((pattern) => isIn(text, pattern));
  }

  /** The lowest one on the screen: what stands above it is history. */
  #findBox(text: string): string | null {
    let found: { readonly at: number; readonly draft: string } | null = null;
    for (const pattern of this.#box) {
      for (const match of text.matchAll(pattern)) {
        if (!found || match.index >= found.at) found = { at: match.index, draft: match[1] ?? '' };
      }
    }
    return found && trimLines(found.draft.replace(EDGE, ''));
  }

  #findDialog(text: string, view: ScreenView): Dialog | null {
    const start = Math.min(...this.#dialog.map((pattern) => firstIn(text, pattern)));
    if (!Number.isFinite(start)) return null;
    const shown = trimLines(text.slice(topOf(text, start)));
    const choices = numberedChoices(shown);
    return { id: hash(shown), text: shown, choices: choices.length > 0 ? choices : buttonsOf(view, this.#buttons) };
  }

  /** Where a block cursor stands on the first letter of a placeholder, that letter looks different. */
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
    runs.map((run, index) => (isSeen(run, runs[index + 1]) ? run.text : run.text.replace(NO_LINE, ' '))).join('');
  return rows.map((runs) => line(runs).trimEnd()).join('\n');
}

/** The lines that boxes are drawn with may have any colour. */
const NO_LINE = /[^\s\u2500-\u259f]/gu;

/** The left side of a box is not part of what stands in it. */
const EDGE = /^[^\S\n]*[┃│][^\S\n]?/gmu;

const RULE = /^[\s╭╮┌┐┏┓│┃]*[─━═▄▀╌┄]{8,}/u;
const MOST_LINES_ABOVE = 15;
const LINES_ABOVE = 4;

/** What is asked for stands above the question, up to the edge of the dialog. */
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

function compile(source: string): RegExp {
  return new RegExp(source, 'gmu');
}

function isIn(text: string, pattern: RegExp): boolean {
  return text.search(pattern) >= 0;
}

function firstIn(text: string, pattern: RegExp): number {
  const index = text.search(pattern);
  return index < 0 ? Number.POSITIVE_INFINITY : index;
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
