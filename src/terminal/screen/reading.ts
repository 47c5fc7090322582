/** Reads a screen with the patterns of a profile: what the program is doing, and what is in its input box. */
import type { Screen as Patterns } from '../../profiles/profile.js';
import { type Dialog, dialogAt } from './dialog.js';
import type { CursorPosition, Run, ScreenView } from './screen.js';
import { type Position, positionOf, textOf, trimLines } from './screen-text.js';

export interface Reading {
  readonly state: 'ready' | 'busy' | 'dialog' | 'unknown';
  /** The content of the input box without placeholders; null if there is no box. */
  readonly box: string | null;
  readonly dialog: Dialog | null;
}

/** The rows of the box, its content as drawn, and the range of that content. */
interface Box {
  readonly first: number;
  readonly last: number;
  readonly draft: string;
  readonly from: Position;
  readonly to: Position;
  /** Where its first word begins. */
  readonly word: Position;
}

/**
 * Stands for the whole box in the text that is searched for signs of work, so that a pattern can say where they are:
 * the words of a message or of an answer mean nothing, wherever they stand.
 */
const BOX = '⎕';

/** The patterns of one profile, compiled once. */
export class Reader {
  readonly #ready: readonly RegExp[];
  readonly #busy: readonly RegExp[];
  readonly #dialog: readonly RegExp[];
  readonly #box: readonly RegExp[];
  readonly #placeholder: ReadonlySet<string>;
  readonly #empty: readonly RegExp[];
  readonly #buttons: readonly string[];
  readonly #cursor: ReadonlySet<string>;

  constructor(patterns: Patterns) {
    this.#ready = patterns.ready.map((source) => compile(source));
    this.#busy = patterns.busy.map((source) => compile(source));
    this.#dialog = patterns.dialog.map((source) => compile(source));
    this.#box = patterns.box.map((source) => compile(source, 'd'));
    this.#placeholder = new Set(patterns.placeholder);
    this.#empty = patterns.empty.map((source) => compile(`^(?:${source})$`));
    this.#buttons = patterns.buttons;
    this.#cursor = new Set(patterns.cursor);
  }

  read(view: ScreenView): Reading {
    const text = textOf(view, () => true);
    const seen = textOf(view, (run, next) => !this.#isPlaceholder(run, next));
    const box = this.#findBox(seen, view.cursor);
    const dialog = box && this.#cursor.has('box') ? null : this.#findDialog({ view, text, seen }, box);
    if (dialog) return { state: 'dialog', box: null, dialog };
    if (box === null) return { state: 'unknown', box, dialog: null };
    const around = withoutBox(text, box);
    const isBusy = this.#busy.some((pattern) => isIn(around, pattern));
    return { state: isBusy ? 'busy' : 'ready', box: this.#draftIn(box, view.cursor), dialog: null };
  }

  /** Whether the program has shown that it is ready. */
  hasStarted(view: ScreenView): boolean {
    const text = textOf(view, () => true);
    return this.#ready.length === 0 || this.#ready.some((pattern) => isIn(text, pattern));
  }

  /** The lowest match on the screen, because everything above it is history. With the cursor in it, if that is known. */
  #findBox(seen: string, cursor: CursorPosition): Box | null {
    let found: Box | null = null;
    for (const pattern of this.#box) {
      for (const match of allMatches(seen, pattern)) {
        const box = boxOf(seen, match);
        const counts = !this.#cursor.has('box') || (box.from.row <= cursor.row && cursor.row <= box.to.row);
        if (counts && (!found || box.last > found.last)) found = box;
      }
    }
    return found;
  }

  /** A person's cursor is behind what they have typed, and in an empty box it is before what that says. */
  #draftIn({ draft, word }: Box, cursor: CursorPosition): string {
    const text = trimLines(draft.replace(EDGE, ''));
    const words = text.replace(/\s+/g, ' ');
    const isBefore = cursor.row === word.row && cursor.column <= word.column;
    return isBefore && this.#empty.some((pattern) => isIn(words, pattern)) ? '' : text;
  }

  /** Text in the box is never a dialog, whatever it says. Nor is what was said earlier, if the box or the cursor tells. */
  #findDialog({ view, text, seen }: Texts, box: Box | null): Dialog | null {
    const counts = (place: Position) =>
      !(box && isWithin(box, place)) && (!this.#cursor.has('choice') || place.row === view.cursor.row);
    const rows = this.#dialog.flatMap((pattern) => {
      const places = [...seen.matchAll(pattern)].map(({ index }) => positionOf(seen, index)).filter(counts);
      return places.at(-1)?.row ?? [];
    });
    return rows.length === 0 ? null : dialogAt(view, text, Math.min(...rows), this.#buttons);
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

interface Texts {
  readonly view: ScreenView;
  readonly text: string;
  /** Without placeholders. */
  readonly seen: string;
}

/** Also those that begin inside another one: what is left of an earlier box may look like the beginning of one. */
function* allMatches(text: string, pattern: RegExp): Generator<RegExpExecArray> {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    yield match;
    pattern.lastIndex = match.index + 1;
  }
}

function boxOf(text: string, { index, indices, 0: whole, 1: draft = '' }: RegExpExecArray): Box {
  const [from, to] = indices?.[1] ?? [index, index];
  const last = positionOf(text, index + Math.max(whole.replace(/\n$/, '').length - 1, 0)).row;
  const word = positionOf(text, from + Math.max(draft.search(WORD), 0));
  return {
    first: positionOf(text, index).row,
    last,
    draft,
    from: positionOf(text, from),
    to: positionOf(text, to),
    word,
  };
}

function withoutBox(text: string, { first, last }: Box): string {
  const lines = text.replaceAll(BOX, ' ').split('\n');
  return [...lines.slice(0, first), BOX, ...lines.slice(last + 1)].join('\n');
}

function isWithin({ from, to }: Box, { row, column }: Position): boolean {
  const isBehind = row > from.row || (row === from.row && column >= from.column);
  return isBehind && (row < to.row || (row === to.row && column < to.column));
}

/** The left edge of a box is not part of its content. */
const EDGE = /^[^\S\n]*[┃│][^\S\n]?/gmu;
const WORD = /[^\s┃│]/u;

function compile(source: string, flags = ''): RegExp {
  return new RegExp(source, `gmu${flags}`);
}

function isIn(text: string, pattern: RegExp): boolean {
  return text.search(pattern) >= 0;
}
