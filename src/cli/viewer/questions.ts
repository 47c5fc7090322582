/** Asks a person's terminal for its colors and its cursor before a program runs in it, and filters the answers out of the keys. */

export interface CursorPosition {
  readonly column: number;
  readonly row: number;
}

export interface Colors {
  readonly foreground: string;
  readonly background: string;
}

export interface TerminalFacts {
  readonly colors: Colors | null;
  readonly cursor: CursorPosition | null;
}

/** Every terminal answers the last one, and most of them in order. tmux may have to ask for the colors itself. */
export const QUESTIONS = '\x1b]10;?\x1b\\\x1b]11;?\x1b\\\x1b[6n';

const ANSWERS = /\x1b\]1([01]);([^\x07\x1b]*)(?:\x07|\x1b\\)|\x1b\[(\d+);(\d+)R/g;
const UNFINISHED = /\x1b(?:\](?:1(?:[01](?:;[^\x07\x1b]*\x1b?)?)?)?|\[[\d;]*)?$/;
const UNFINISHED_COLOR = /\x1b\](?:1(?:[01](?:;[^\x07\x1b]*\x1b?)?)?)?$/;
/** How long a terminal that never answers delays the start. Over a slow line, or on a busy machine, answers come late. */
const PATIENCE_MS = 1_000;
/** A cursor that is told even later must not be taken for a key. After that, the same bytes are a key. */
const LATE_LIMIT_MS = 3_000;
/** How long the colors may come after the cursor. */
const COLORS_AFTER_MS = 250;
/** How long a key that looks like the beginning of an answer waits for the rest of the answer. */
const UNFINISHED_MS = 30;

/** Colors are never keys. So their answers are filtered for as long as it takes. */
export class TerminalAnswers {
  /** Resolves with what is known once all answers are there, or the time is up. */
  readonly facts: Promise<TerminalFacts>;
  /** Resolves when the colors are known, which may be long after that. */
  readonly colors: Promise<Colors>;
  readonly #pass: (keys: Buffer) => void;
  #foreground: string | null = null;
  #cursor: CursorPosition | null = null;
  #known: Colors | null = null;
  #unfinished = '';
  #timer: NodeJS.Timeout | undefined;
  #isCursorOver = false;
  #tellFacts: () => void = () => {};
  #tellColors: (colors: Colors) => void = () => {};

  /** `pass` gets everything that is not an answer. */
  constructor(pass: (keys: Buffer) => void) {
    this.#pass = pass;
    this.colors = new Promise((resolve) => {
      this.#tellColors = resolve;
    });
    this.facts = new Promise((resolve) => {
      this.#tellFacts = () => resolve({ colors: this.#known, cursor: this.#cursor });
    });
    setTimeout(this.#tellFacts, PATIENCE_MS).unref();
    setTimeout(() => this.#endCursor(), LATE_LIMIT_MS).unref();
  }

  read(bytes: Buffer): void {
    if (this.#isCursorOver && this.#known) {
      this.#pass(bytes);
      return;
    }
    clearTimeout(this.#timer);
    const before = this.#unfinished;
    this.#unfinished = '';
    const text = (before + bytes.toString('latin1')).replace(ANSWERS, (all, which, color, row, column) => {
      if (which !== undefined) return this.#noteColor(which, color) ? '' : all;
      return this.#noteCursor({ row: Number(row) - 1, column: Number(column) - 1 }) ? '' : all;
    });
    this.#unfinished = this.#awaited?.exec(text)?.[0] ?? '';
    if (this.#unfinished !== '') this.#timer = setTimeout(() => this.#release(), UNFINISHED_MS);
    const keys = text.slice(0, text.length - this.#unfinished.length);
    if (keys !== '') this.#pass(Buffer.from(keys, 'latin1'));
  }

  /** What may be the beginning of an answer. */
  get #awaited(): RegExp | null {
    if (!this.#isCursorOver) return UNFINISHED;
    return this.#known ? null : UNFINISHED_COLOR;
  }

  /** False for what is no answer any more. */
  #noteColor(which: string, color: string): boolean {
    if (this.#known) return false;
    if (which === '0') this.#foreground = color;
    else {
      // Some tell only this one.
      this.#known = { foreground: this.#foreground ?? '', background: color };
      this.#tellColors(this.#known);
      if (this.#cursor) this.#tellFacts();
    }
    return true;
  }

  #noteCursor(cursor: CursorPosition): boolean {
    if (this.#isCursorOver) return false;
    this.#isCursorOver = true;
    this.#cursor = cursor;
    if (this.#known) this.#tellFacts();
    else setTimeout(this.#tellFacts, COLORS_AFTER_MS).unref();
    return true;
  }

  #endCursor(): void {
    this.#isCursorOver = true;
    this.#release();
  }

  #release(): void {
    clearTimeout(this.#timer);
    const unfinished = this.#unfinished;
    this.#unfinished = '';
    if (unfinished !== '') this.#pass(Buffer.from(unfinished, 'latin1'));
  }
}
