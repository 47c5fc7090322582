/** What a terminal shows now. Only this file imports the terminal emulator. */
import { SerializeAddon } from '@xterm/addon-serialize';
import { type IBufferCell, type IBufferLine, Terminal } from '@xterm/headless';
import { drawnRow, drawnRows, scrolledRows } from './draw-rows.js';

export interface CursorPosition {
  readonly column: number;
  readonly row: number;
}

/** A part of a row with one style. Styles distinguish placeholders from drafts. */
export interface Run {
  readonly text: string;
  readonly dim?: true;
  readonly inverse?: true;
  /** `#rrggbb`, or the number of a palette color; absent for the default. */
  readonly fg?: string;
  readonly bg?: string;
}

/** The screen with its styles: one list of runs per row, without trailing blanks. */
export interface ScreenView {
  readonly rows: readonly (readonly Run[])[];
  readonly cursor: CursorPosition;
}

/** The keyboard modes that the program asked for. */
export interface KeyboardModes {
  readonly bracketedPaste: boolean;
  /** The flags of the Kitty keyboard protocol; 0 while it is off. */
  readonly kitty: number;
  /** Whether the arrow keys send their application sequences. */
  readonly applicationCursor: boolean;
}

export interface Colors {
  readonly foreground: string;
  readonly background: string;
}

/** Enough to look back a little. Every line costs about a kilobyte for as long as the agent lives. */
const SCROLLBACK_LINES = 200;
const DARK: Colors = { foreground: 'rgb:e5e5/e5e5/e5e5', background: 'rgb:0000/0000/0000' };
/** The questions about colors; the last one is about the cursor. */
const COLOR_CODES: Readonly<Record<number, keyof Colors>> = { 10: 'foreground', 11: 'background', 12: 'foreground' };
const MOST_KITTY_LEVELS = 16;

export class Screen {
  readonly #terminal: Terminal;
  readonly #serializer = new SerializeAddon();
  #kitty: readonly number[] = [0];
  #colors: Colors | null = DARK;
  /** What was asked while they were not known. */
  readonly #unanswered = new Set<number>();

  /** `onReply` gets the terminal's answers to questions of the program, such as the cursor position. */
  constructor(
    cols: number,
    rows: number,
    private readonly onReply: (data: string) => void,
  ) {
    this.#terminal = new Terminal({
      cols,
      rows,
      scrollback: SCROLLBACK_LINES,
      allowProposedApi: true,
      logLevel: 'off',
      windowOptions: { getWinSizeChars: true },
    });
    this.#terminal.loadAddon(this.#serializer);
    this.#terminal.onData(onReply);
    this.#followKittyKeyboard();
    this.#answerColors();
  }

  /** Calls `done` when the chunk is on the screen. */
  write(chunk: Uint8Array, done?: () => void): void {
    this.#terminal.write(chunk, done);
  }

  /** One line per row, without trailing blanks; with this many lines of what has scrolled away above them. */
  text(scrollback = 0): string {
    return this.#lines(scrollback)
      .map((line) => line.translateToString(true).trimEnd())
      .join('\n');
  }

  view(): ScreenView {
    const cell = this.#terminal.buffer.active.getNullCell();
    return { rows: this.#lines().map((line) => runsOf(line, cell)), cursor: this.cursor };
  }

  /** Bytes that draw this screen, with its modes, on a terminal of the same size that was just reset. */
  redraw(scrollback = 0): string {
    const [kitty = 0] = this.#kitty;
    return this.#serializer.serialize({ scrollback }) + (kitty === 0 ? '' : `\x1b[=${kitty}u`);
  }

  get cursor(): CursorPosition {
    const { cursorX, cursorY } = this.#terminal.buffer.active;
    return { column: cursorX, row: cursorY };
  }

  get modes(): KeyboardModes {
    const { bracketedPasteMode, applicationCursorKeysMode } = this.#terminal.modes;
    return {
      bracketedPaste: bracketedPasteMode,
      kitty: this.#kitty[0] ?? 0,
      applicationCursor: applicationCursorKeysMode,
    };
  }

  /** Whether a full-screen program, such as an editor or a pager, shows its own screen. */
  get isAlternate(): boolean {
    return this.#terminal.buffer.active.type === 'alternate';
  }

  /**
   * The colors of the person's terminal, as that terminal reports them. While they are null, questions about them stay
   * without an answer, as they would there: a program must not take a light background for a dark one.
   */
  set colors(colors: Colors | null) {
    this.#colors = colors;
    if (!colors) return;
    for (const code of this.#unanswered) this.#tellColor(code, colors);
    this.#unanswered.clear();
  }

  resize(cols: number, rows: number): void {
    this.#terminal.resize(cols, rows);
  }

  dispose(): void {
    this.#terminal.dispose();
  }

  /**
   * Bytes that draw as much of this screen as fits on a terminal of another size, over what that shows. With scrollback,
   * the lines above go into its scrollback first.
   */
  drawClipped(size: { readonly cols: number; readonly rows: number }, scrollback = 0): string {
    const lines = this.#lines(scrollback);
    const { column } = this.cursor;
    const row = this.cursor.row + lines.length - this.#terminal.rows;
    // The rows up to the cursor matter most.
    const top = Math.max(lines.length - this.#terminal.rows, Math.min(row - size.rows + 1, lines.length - size.rows));
    const drawn = lines.map((line) => drawnRow(line, size.cols));
    const isVisible = column < size.cols && row - top < size.rows;
    const above = scrollback > 0 ? scrolledRows(drawn.slice(0, top), size.rows) : '';
    return above + drawnRows(drawn.slice(top, top + size.rows), isVisible ? { column, row: row - top } : null);
  }

  #lines(scrollback = 0): IBufferLine[] {
    const buffer = this.#terminal.buffer.active;
    const above = Math.min(scrollback, buffer.baseY);
    const rows = Array.from({ length: this.#terminal.rows + above }, (_, row) =>
      buffer.getLine(buffer.baseY - above + row),
    );
    return rows.filter((line) => line !== undefined);
  }

  /** Handles the Kitty protocol, which the emulator does not know: programs push, pop and query flags. */
  #followKittyKeyboard(): void {
    const { parser } = this.#terminal;
    const first = (params: readonly (number | number[])[], otherwise: number) => Number(params[0] ?? 0) || otherwise;
    parser.registerCsiHandler({ prefix: '>', final: 'u' }, (params) => {
      this.#kitty = [Number(params[0] ?? 0), ...this.#kitty].slice(0, MOST_KITTY_LEVELS);
      return true;
    });
    parser.registerCsiHandler({ prefix: '<', final: 'u' }, (params) => {
      this.#kitty = this.#kitty.slice(first(params, 1));
      return true;
    });
    parser.registerCsiHandler({ prefix: '=', final: 'u' }, (params) => {
      const flags = Number(params[0] ?? 0);
      const [current = 0, ...below] = this.#kitty;
      const how = Number(params[1] ?? 1);
      this.#kitty = [how === 2 ? current | flags : how === 3 ? current & ~flags : flags, ...below];
      return true;
    });
    parser.registerCsiHandler({ prefix: '?', final: 'u' }, () => {
      this.onReply(`\x1b[?${this.#kitty[0] ?? 0}u`);
      return true;
    });
  }

  #answerColors(): void {
    for (const code of Object.keys(COLOR_CODES).map(Number)) {
      this.#terminal.parser.registerOscHandler(code, (data) => {
        if (data !== '?') return true;
        if (this.#colors) this.#tellColor(code, this.#colors);
        else this.#unanswered.add(code);
        return true;
      });
    }
  }

  #tellColor(code: number, colors: Colors): void {
    const which = COLOR_CODES[code];
    if (which) this.onReply(`\x1b]${code};${colors[which]}\x1b\\`);
  }
}

function runsOf(line: IBufferLine, cell: IBufferCell): Run[] {
  const runs: { text: string; readonly looks: Looks }[] = [];
  for (let column = 0; column < line.length; column++) {
    const found = line.getCell(column, cell);
    if (!found || found.getWidth() === 0) continue;
    const text = found.getChars() || ' ';
    const last = runs.at(-1);
    if (last && looksLike(found, last.looks)) last.text += text;
    else runs.push({ text, looks: looksOf(found) });
  }
  for (let last = runs.at(-1); last && isPlain(last.looks) && last.text.trim() === ''; last = runs.at(-1)) runs.pop();
  return runs.map(({ text, looks }) => ({ text, ...lookOf(looks) }));
}

/** The emulator's own values, compared as they are, because a screen has thousands of cells and is read often. */
interface Looks {
  readonly dim: number;
  readonly inverse: number;
  readonly fgMode: number;
  readonly fg: number;
  readonly isFgRgb: boolean;
  readonly bgMode: number;
  readonly bg: number;
  readonly isBgRgb: boolean;
}

function looksOf(cell: IBufferCell): Looks {
  return {
    dim: cell.isDim(),
    inverse: cell.isInverse(),
    fgMode: cell.getFgColorMode(),
    fg: cell.getFgColor(),
    isFgRgb: cell.isFgRGB(),
    bgMode: cell.getBgColorMode(),
    bg: cell.getBgColor(),
    isBgRgb: cell.isBgRGB(),
  };
}

function looksLike(cell: IBufferCell, looks: Looks): boolean {
  return (
    cell.getFgColor() === looks.fg &&
    cell.getFgColorMode() === looks.fgMode &&
    cell.getBgColor() === looks.bg &&
    cell.getBgColorMode() === looks.bgMode &&
    cell.isDim() === looks.dim &&
    cell.isInverse() === looks.inverse
  );
}

const DEFAULT_COLOR = 0;

function isPlain({ dim, inverse, fgMode, bgMode }: Looks): boolean {
  return !dim && !inverse && fgMode === DEFAULT_COLOR && bgMode === DEFAULT_COLOR;
}

function lookOf({ dim, inverse, fgMode, fg, isFgRgb, bgMode, bg, isBgRgb }: Looks): Omit<Run, 'text'> {
  return {
    ...(dim ? { dim: true as const } : {}),
    ...(inverse ? { inverse: true as const } : {}),
    ...(fgMode === DEFAULT_COLOR ? {} : { fg: colorOf(isFgRgb, fg) }),
    ...(bgMode === DEFAULT_COLOR ? {} : { bg: colorOf(isBgRgb, bg) }),
  };
}

function colorOf(isRgb: boolean, color: number): string {
  return isRgb ? `#${color.toString(16).padStart(6, '0')}` : String(color);
}
