/** A person's terminal: raw while it shows an agent, and restored afterwards, however that ends. */
import { spawnSync } from 'node:child_process';
import { writeSync } from 'node:fs';
import type { Size } from '../../a2a/frames.js';
import { SynapseError } from '../../errors.js';
import { exitBySignal } from './exit-by-signal.js';
import { TerminalModes } from './modes.js';
import { type Colors, type CursorPosition, QUESTIONS, TerminalAnswers, type TerminalFacts } from './questions.js';

/** Assumed for a terminal that does not know its size. */
const USUAL_SIZE: Size = { cols: 80, rows: 24 };
const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT'] as const;
const GONE = ['end', 'close', 'error'] as const;
const SLOW_TERMINAL_PAUSE_MS = 1;

/** Throws if a person could not see the program or type into it. */
export function requireTerminal(command: string, hint: string): void {
  const stream = !process.stdin.isTTY ? 'stdin' : !process.stdout.isTTY ? 'stdout' : null;
  if (stream) throw new SynapseError('not_a_terminal', { command, stream }, { hint });
}

export class PersonTerminal {
  readonly #modes = new TerminalModes();
  #onKeys: ((bytes: Buffer) => void) | null = null;
  #early: Buffer[] = [];
  #isRaw = false;
  #colors: Promise<Colors> | null = null;
  #read = (bytes: Buffer): void => this.#take(bytes);

  get size(): Size {
    const { columns, rows } = process.stdout;
    return columns > 0 && rows > 0 ? { cols: columns, rows } : USUAL_SIZE;
  }

  get isAlternate(): boolean {
    return this.#modes.isAlternate;
  }

  /** Switches to raw mode; from now on no key is lost. */
  enter(): void {
    this.#isRaw = true;
    this.#setRaw();
    process.stdin.on('data', this.#listen);
    for (const event of GONE) process.stdin.on(event, this.#hangUp);
    for (const signal of SIGNALS) process.on(signal, this.#end);
    process.on('exit', this.leave);
    process.on('SIGCONT', this.#setRaw);
  }

  /** Restores what the shell expects. Can be called again. */
  readonly leave = (): void => {
    if (!this.#isRaw) return;
    this.#isRaw = false;
    this.#write(Buffer.from(this.#modes.restore()));
    for (const event of GONE) process.stdin.removeListener(event, this.#hangUp);
    for (const signal of SIGNALS) process.removeListener(signal, this.#end);
    process.removeListener('exit', this.leave);
    process.removeListener('SIGCONT', this.#setRaw);
    process.stdin.removeListener('data', this.#listen);
    process.stdin.pause();
    try {
      process.stdin.setRawMode(false);
    } catch {
      // The terminal is gone.
    }
  };

  /** Passes on all keys, including those typed before. */
  onKeys(listener: (bytes: Buffer) => void): void {
    this.#onKeys = listener;
    for (const bytes of this.#early.splice(0)) listener(bytes);
  }

  onResize(listener: () => void): void {
    process.stdout.on('resize', listener);
  }

  /** If it was asked: as soon as they are known. */
  onColors(listener: (colors: Colors) => void): void {
    void this.#colors?.then(listener);
  }

  show(output: Buffer): void {
    this.#modes.follow(output);
    this.#write(output);
  }

  /** Clears the screen, for one that is drawn from the beginning. */
  clear(): void {
    this.#write(Buffer.from(`${this.#modes.restore()}\x1b[H\x1b[J`));
  }

  /** The same, but moves the current text into the scrollback. */
  scrollAway(): void {
    this.#write(Buffer.from(`${'\n'.repeat(this.size.rows)}\x1b[H\x1b[J`));
  }

  /** Prints a line where the cursor is, and returns where it is then. */
  printAbove(line: string, cursor: CursorPosition | null): CursorPosition {
    const { column, row } = cursor ?? { column: 0, row: 0 };
    this.#write(Buffer.from(`${column > 0 ? '\r\n' : ''}${line}\r\n`));
    return { column: 0, row: Math.min(this.size.rows - 1, row + (column > 0 ? 2 : 1)) };
  }

  /** Asks the terminal for its colors and cursor; keys that are typed meanwhile are kept. */
  ask(): Promise<TerminalFacts> {
    const answers = new TerminalAnswers(this.#take);
    this.#read = (bytes) => answers.read(bytes);
    this.#colors = answers.colors;
    this.#write(Buffer.from(QUESTIONS));
    return answers.facts;
  }

  /** Runs when a signal ends this process; the daemon notices that it is gone. */
  readonly #end = (signal: NodeJS.Signals): void => {
    this.leave();
    process.exit(exitBySignal(signal));
  };

  readonly #hangUp = (): void => this.#end('SIGHUP');

  readonly #listen = (bytes: Buffer): void => this.#read(bytes);

  readonly #take = (bytes: Buffer): void => {
    if (this.#onKeys) this.#onKeys(bytes);
    else this.#early.push(bytes);
  };

  /** Node's raw mode still translates line ends, which breaks full-screen programs; `stty` turns that off. */
  readonly #setRaw = (): void => {
    process.stdin.setRawMode(true);
    spawnSync('stty', ['raw', '-echo'], { stdio: ['inherit', 'ignore', 'ignore'] });
  };

  /** Writes synchronously, so that a slow terminal slows the program down, too. */
  #write(bytes: Buffer): void {
    let rest = bytes;
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(1, rest));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SLOW_TERMINAL_PAUSE_MS);
      }
    }
  }
}
