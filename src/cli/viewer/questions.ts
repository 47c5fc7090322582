/** Asks a person's terminal for its colors and its cursor before a program runs in it, and filters the answers out of the keys. */

export interface CursorPosition {
  readonly column: number;
  readonly row: number;
}

export interface TerminalFacts {
  readonly foreground: string | null;
  readonly background: string | null;
  readonly cursor: CursorPosition | null;
}

/** Every terminal answers the last one, and most of them in order. tmux may have to ask for the colors itself. */
export const QUESTIONS = '\x1b]10;?\x1b\\\x1b]11;?\x1b\\\x1b[6n';

const ANSWERS = /\x1b\]1([01]);([^\x07\x1b]*)(?:\x07|\x1b\\)|\x1b\[(\d+);(\d+)R/g;
const UNFINISHED = /\x1b(?:\](?:1(?:[01](?:;[^\x07\x1b]*\x1b?)?)?)?|\[[\d;]*)?$/;
/** How long a terminal that never answers delays the start. Over a slow line, or on a busy machine, answers come late. */
const PATIENCE_MS = 1_000;
/** Answers that come even later must not be taken for keys. */
const LATE_LIMIT_MS = 3_000;
/** How long the colors may come after the cursor. */
const COLORS_AFTER_MS = 250;
/** How long a key that looks like the beginning of an answer waits for the rest of the answer. */
const UNFINISHED_MS = 30;

export class TerminalAnswers {
  /** Resolves with what is known once all answers are there, or the time is up. */
  readonly facts: Promise<TerminalFacts>;
  readonly #pass: (keys: Buffer) => void;
  #foreground: string | null = null;
  #background: string | null = null;
  #cursor: CursorPosition | null = null;
  #unfinished = '';
  #timer: NodeJS.Timeout | undefined;
  #isDone = false;
  #answered: () => void = () => {};

  /** `pass` gets everything that is not an answer. */
  constructor(pass: (keys: Buffer) => void) {
    this.#pass = pass;
    this.facts = new Promise((resolve) => {
      const tell = () => resolve({ foreground: this.#foreground, background: this.#background, cursor: this.#cursor });
      this.#answered = tell;
      setTimeout(tell, PATIENCE_MS).unref();
    });
    setTimeout(() => this.#finish(), LATE_LIMIT_MS).unref();
  }

  read(bytes: Buffer): void {
    if (this.#isDone) {
      this.#pass(bytes);
      return;
    }
    clearTimeout(this.#timer);
    const before = this.#unfinished;
    this.#unfinished = '';
    const text = (before + bytes.toString('latin1')).replace(ANSWERS, (all, which, color, row, column) =>
      this.#note(all, which, color, row, column),
    );
    this.#unfinished = this.#isDone ? '' : (UNFINISHED.exec(text)?.[0] ?? '');
    if (this.#unfinished !== '') this.#timer = setTimeout(() => this.#release(), UNFINISHED_MS);
    const keys = text.slice(0, text.length - this.#unfinished.length);
    if (keys !== '') this.#pass(Buffer.from(keys, 'latin1'));
  }

  #note(all: string, which?: string, color?: string, row?: string, column?: string): string {
    if (this.#isDone) return all;
    if (which === '0') this.#foreground = color ?? null;
    else if (which === '1') this.#background = color ?? null;
    else {
      this.#cursor = { row: Number(row) - 1, column: Number(column) - 1 };
      if (this.#background === null) setTimeout(() => this.#finish(), COLORS_AFTER_MS).unref();
    }
    if (this.#cursor !== null && this.#background !== null) this.#finish();
    return '';
  }

  #finish(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#release();
    this.#answered();
  }

  #release(): void {
    clearTimeout(this.#timer);
    const unfinished = this.#unfinished;
    this.#unfinished = '';
    if (unfinished !== '') this.#pass(Buffer.from(unfinished, 'latin1'));
  }
}
