/** A person at a terminal: the built `synapse` in a real pseudo-terminal, with an emulator that shows what they would see. */
import { Terminal } from '@xterm/headless';
import { type IPty, spawn } from 'node-pty';
import { expect, onTestFinished } from 'vitest';
import { BINARY, type TestHome } from './binary.js';

export interface PersonOptions {
  readonly cols?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** A terminal that answers no questions. */
  readonly isMute?: boolean;
  /** It tells its colors only by `tellColors`. */
  readonly tellsColorsLate?: boolean;
  /** What the screen shows before the command runs. */
  readonly before?: string;
}

export interface Ended {
  readonly exitCode: number;
  readonly signal: number;
}

/** The terminal modes that must be off when the shell is back. */
export interface Leftovers {
  readonly buffer: 'normal' | 'alternate';
  readonly mouse: string;
  readonly paste: boolean;
  readonly focus: boolean;
  readonly origin: boolean;
  readonly applicationCursor: boolean;
}

export const RESTORED: Leftovers = {
  buffer: 'normal',
  mouse: 'none',
  paste: false,
  focus: false,
  origin: false,
  applicationCursor: false,
};

/** Of the text and of the background. */
const COLORS: Readonly<Record<number, string>> = { 10: 'rgb:1212/3434/5656', 11: 'rgb:fefe/dcdc/baba' };
/** The line above the program is ours; the output has it. */
const BANNER = /^\[synapse: .*\] *\n/m;

export class Person {
  readonly ended: Promise<Ended>;
  /** Everything that was written to this terminal. */
  output = '';
  /** What this terminal answered by itself. */
  readonly answers: string[] = [];
  readonly #pty: IPty;
  readonly #terminal: Terminal;
  #undrawn = 0;

  constructor(home: TestHome, args: readonly string[], options: PersonOptions = {}) {
    const { cols = 80, rows = 24, before = '' } = options;
    this.#terminal = new Terminal({ cols, rows, allowProposedApi: true, logLevel: 'off' });
    this.#terminal.write(before);
    if (!options.isMute) this.#answer();
    if (!options.isMute && !options.tellsColorsLate) this.#answerColors();
    this.#pty = spawn(process.execPath, [BINARY, ...args], {
      cols,
      rows,
      cwd: home.dir,
      encoding: null,
      env: home.environment({ TERM: 'xterm-256color', ...options.env }) as Record<string, string>,
    });
    this.#pty.onData((data) => this.#show(data as unknown as Buffer));
    this.ended = new Promise((resolve) =>
      this.#pty.onExit(({ exitCode, signal = 0 }) => void this.#drawn().then(() => resolve({ exitCode, signal }))),
    );
    onTestFinished(() => this.kill('SIGKILL'));
  }

  get pid(): number {
    return this.#pty.pid;
  }

  type(keys: string): void {
    this.#pty.write(keys);
  }

  resize(cols: number, rows: number): void {
    this.#terminal.resize(cols, rows);
    this.#pty.resize(cols, rows);
  }

  /** A signal to the command itself. */
  kill(signal: NodeJS.Signals): void {
    try {
      process.kill(this.#pty.pid, signal);
    } catch {
      // It has already ended.
    }
  }

  /** Closes the window. */
  hangUp(): void {
    (this.#pty as unknown as { destroy(): void }).destroy();
  }

  get screen(): string {
    const { active } = this.#terminal.buffer;
    const lines = Array.from({ length: this.#terminal.rows }, (_, row) => active.getLine(active.baseY + row));
    return lines
      .map((line) => line?.translateToString(true) ?? '')
      .join('\n')
      .replace(BANNER, '')
      .trimEnd();
  }

  get cursor(): { readonly column: number; readonly row: number } {
    const { cursorX: column, cursorY: row } = this.#terminal.buffer.active;
    return { column, row };
  }

  get modes(): Leftovers {
    const { mouseTrackingMode, bracketedPasteMode, sendFocusMode, originMode, applicationCursorKeysMode } =
      this.#terminal.modes;
    return {
      buffer: this.#terminal.buffer.active.type,
      mouse: mouseTrackingMode,
      paste: bracketedPasteMode,
      focus: sendFocusMode,
      origin: originMode,
      applicationCursor: applicationCursorKeysMode,
    };
  }

  async sees(text: string | RegExp): Promise<void> {
    await expect.poll(() => this.screen, { interval: 5 }).toMatch(text);
  }

  /** As if it had been asked just now. */
  tellColors(): void {
    for (const code of Object.keys(COLORS)) this.#tellColor(Number(code));
  }

  #answer(): void {
    this.#terminal.onData((data) => this.#reply(data));
  }

  #answerColors(): void {
    for (const code of Object.keys(COLORS).map(Number)) {
      this.#terminal.parser.registerOscHandler(code, (data) => {
        if (data === '?') this.#tellColor(code);
        return true;
      });
    }
  }

  #tellColor(code: number): void {
    this.#reply(`\x1b]${code};${COLORS[code]}\x1b\\`);
  }

  #reply(data: string): void {
    this.answers.push(data);
    this.#pty.write(data);
  }

  #show(data: Buffer): void {
    this.output += data.toString('latin1');
    this.#undrawn += 1;
    this.#terminal.write(data, () => {
      this.#undrawn -= 1;
    });
  }

  async #drawn(): Promise<void> {
    await expect.poll(() => this.#undrawn, { interval: 2 }).toBe(0);
  }
}
