/** What a terminal shows now: the only file that knows the terminal emulator. */
import { Terminal } from '@xterm/headless';

export interface CursorPosition {
  readonly column: number;
  readonly row: number;
}

/** Enough to look back a little; every line costs about a kilobyte, for as long as the agent lives. */
const SCROLLBACK_LINES = 200;

export class Screen {
  readonly #terminal: Terminal;

  /** `onReply` gets what the terminal answers when the program asks it something, such as where the cursor is. */
  constructor(cols: number, rows: number, onReply: (data: string) => void) {
    this.#terminal = new Terminal({
      cols,
      rows,
      scrollback: SCROLLBACK_LINES,
      allowProposedApi: true,
      logLevel: 'off',
    });
    this.#terminal.onData(onReply);
  }

  /** `done` is called when the chunk is on the screen. */
  write(chunk: Uint8Array, done?: () => void): void {
    this.#terminal.write(chunk, done);
  }

  /** One line per row, without the blanks at their ends. */
  text(): string {
    const buffer = this.#terminal.buffer.active;
    const lines = Array.from({ length: this.#terminal.rows }, (_, row) =>
      (buffer.getLine(buffer.baseY + row)?.translateToString(true) ?? '').trimEnd(),
    );
    return lines.join('\n');
  }

  get cursor(): CursorPosition {
    const { cursorX, cursorY } = this.#terminal.buffer.active;
    return { column: cursorX, row: cursorY };
  }

  resize(cols: number, rows: number): void {
    this.#terminal.resize(cols, rows);
  }

  dispose(): void {
    this.#terminal.dispose();
  }
}
