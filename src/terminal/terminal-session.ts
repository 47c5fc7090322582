/** One program in its terminal, with its screen: starts it, types into it, reads the screen, ends it. */
import { type Clock, systemClock } from '../clock.js';
import { endProcesses, isSameProcess, programTree, startTimeOf } from '../processes.js';
import type { ProgramExit, Pty, PtyOptions } from './program/pty.js';
import type { InputState } from './program/unread-input.js';
import type { Colors, CursorPosition, KeyboardModes, Screen, ScreenView } from './screen/screen.js';

export interface SessionOptions extends PtyOptions {
  /** The SYNAPSE_INSTANCE of `env`, by which even children that left the terminal are found and ended. */
  readonly instance: string;
  /** The person's terminal as it is before the program runs. With null it does not tell its colors, so nobody does. */
  readonly colors?: Colors | null | undefined;
  readonly cursor?: CursorPosition | undefined;
  readonly clock?: Clock;
}

export interface TerminalSize {
  readonly cols: number;
  readonly rows: number;
}

/** More unread output than the first limit pauses the program; less than the second resumes it. */
const HIGH_WATER_BYTES = 128 * 1024;
const LOW_WATER_BYTES = 32 * 1024;
/** What the emulator gets in one turn of the event loop: one or two milliseconds of work. */
const SLICE_BYTES = 16 * 1024;
/** A limit for programs that ask questions and never read the answers. */
const MAX_WAITING_REPLY_BYTES = 16 * 1024;
const EXIT_LIMIT_MS = 500;

export class TerminalSession {
  readonly startTime: string;
  readonly exited: Promise<ProgramExit>;
  readonly #pty: Pty;
  readonly #screen: Screen;
  readonly #instance: string;
  readonly #clock: Clock;
  readonly #listeners = new Set<(chunk: Buffer) => void>();
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #isFeeding = false;
  #isPaused = false;
  #whenDrawn: (() => void) | undefined;
  #whenWhole: ((undrawn: Buffer) => void)[] = [];
  #replyBytes = 0;
  #size: TerminalSize;
  #lastOutputAt: number | null = null;
  #ending: Promise<number[]> | undefined;

  /** Loads the terminal and the emulator only now, because a daemon without a program does not need them. */
  static async start(options: SessionOptions): Promise<TerminalSession> {
    const [{ Pty }, { Screen }] = await Promise.all([import('./program/pty.js'), import('./screen/screen.js')]);
    return new TerminalSession(options, new Pty(options), (onReply) => new Screen(options.cols, options.rows, onReply));
  }

  private constructor(options: SessionOptions, pty: Pty, openScreen: (onReply: (data: string) => void) => Screen) {
    this.#pty = pty;
    this.#screen = openScreen((data) => this.#reply(data));
    if (options.colors !== undefined) this.colors = options.colors;
    if (options.cursor) this.#screen.write(Buffer.from(moveTo(options.cursor)));
    this.#instance = options.instance;
    this.#clock = options.clock ?? systemClock;
    this.#size = { cols: options.cols, rows: options.rows };
    this.startTime = startTimeOf(pty.pid) ?? '';
    pty.onData((chunk) => this.#receive(chunk));
    this.exited = new Promise((resolve) => {
      pty.onExit((exit) => this.#afterDrawing(() => resolve(exit)));
    });
  }

  get pid(): number {
    return this.#pty.pid;
  }

  get size(): TerminalSize {
    return this.#size;
  }

  /** Null until the program has printed something. */
  get lastOutputAt(): number | null {
    return this.#lastOutputAt;
  }

  /** The amount of output that is not on the screen yet; 0 if the screen is up to date. */
  get undrawnBytes(): number {
    return this.#waitingBytes;
  }

  /** Resolves when the terminal has accepted every byte. Rejects with a WriteError that says how many it accepted. */
  write(bytes: Buffer, signal?: AbortSignal): Promise<void> {
    return this.#pty.write(bytes, signal);
  }

  /** Whether the program has read all that was written; `gone` if it has ended, with or without reading it. */
  async inputState(): Promise<InputState | 'gone'> {
    const state = await this.#pty.input.state();
    // What was not read is dropped when a program ends, which looks as if it was read.
    return state !== 'unread' && !isSameProcess({ pid: this.pid, startTime: this.startTime }) ? 'gone' : state;
  }

  /** Whether the program reads next what is written next, because it has read all that was written before. */
  get isAllRead(): boolean {
    return this.#pty.isAllRead;
  }

  /** Whether it has read something of that, even if it has ended since. False if that is not known. */
  get wasRead(): boolean {
    return this.#pty.input.wasRead;
  }

  /** Whether the kernel edits lines; false if the program does, or passes every key on. */
  isCanonical(): boolean {
    return this.#pty.isCanonical();
  }

  screenText(scrollback = 0): string {
    return this.#screen.text(scrollback);
  }

  screenView(): ScreenView {
    return this.#screen.view();
  }

  /** Bytes that draw the current screen on a terminal of the same size. */
  redraw(scrollback = 0): string {
    return this.#screen.redraw(scrollback);
  }

  /** Bytes that draw as much of it as fits on a terminal of another size. */
  drawClipped(size: TerminalSize, scrollback = 0): string {
    return this.#screen.drawClipped(size, scrollback);
  }

  set colors(colors: Colors | null) {
    this.#screen.colors = colors;
  }

  get cursor(): CursorPosition {
    return this.#screen.cursor;
  }

  get modes(): KeyboardModes {
    return this.#screen.modes;
  }

  /** Whether a full-screen program shows its own screen. */
  get isAlternate(): boolean {
    return this.#screen.isAlternate;
  }

  resize({ cols, rows }: TerminalSize): void {
    this.#pty.resize(cols, rows);
    this.#screen.resize(cols, rows);
    this.#size = { cols, rows };
  }

  /** Calls back when no output is half drawn, with the output that is not on the screen yet. */
  whenWhole(then: (undrawn: Buffer) => void): void {
    if (!this.#isFeeding) then(Buffer.alloc(0));
    else this.#whenWhole.push(then);
  }

  /** Subscribes to raw output. Returns a function to unsubscribe. */
  onOutput(listener: (chunk: Buffer) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends the program and everything it started, within 4 s. Returns the pids that survived. */
  end(): Promise<number[]> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<number[]> {
    const marks = { programPid: this.pid, programStartTime: this.startTime, instance: this.#instance };
    const survivors = await endProcesses(() => programTree(marks));
    let limit: NodeJS.Timeout | undefined;
    await Promise.race([this.exited, new Promise((resolve) => (limit = setTimeout(resolve, EXIT_LIMIT_MS)))]);
    clearTimeout(limit);
    this.#pty.close();
    return survivors;
  }

  #receive(chunk: Buffer): void {
    this.#lastOutputAt = this.#clock.now();
    for (const listener of this.#listeners) listener(chunk);
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    if (this.#waitingBytes > HIGH_WATER_BYTES && !this.#isPaused) {
      this.#isPaused = true;
      this.#pty.pause();
    }
    if (!this.#isFeeding) this.#feed();
  }

  /** Draws one slice per turn of the event loop, so that requests are answered during a flood of output. */
  #feed(): void {
    const slice = takeSlice(this.#waiting);
    this.#isFeeding = slice.length > 0;
    if (!this.#isFeeding) {
      // Somebody may have asked since the last slice was drawn.
      for (const then of this.#whenWhole.splice(0)) then(Buffer.alloc(0));
      this.#whenDrawn?.();
      return;
    }
    this.#screen.write(slice, () => {
      this.#waitingBytes -= slice.length;
      for (const then of this.#whenWhole.splice(0)) then(Buffer.concat(this.#waiting));
      if (this.#isPaused && this.#waitingBytes < LOW_WATER_BYTES) {
        this.#isPaused = false;
        this.#pty.resume();
      }
      setImmediate(() => this.#feed());
    });
  }

  #afterDrawing(then: () => void): void {
    this.#whenDrawn = then;
    if (!this.#isFeeding) then();
  }

  /** Takes the same path as everything that is typed, so it never lands inside a message. */
  #reply(data: string): void {
    const bytes = Buffer.from(data);
    if (this.#replyBytes + bytes.length > MAX_WAITING_REPLY_BYTES) return;
    this.#replyBytes += bytes.length;
    const settled = () => {
      this.#replyBytes -= bytes.length;
    };
    this.#pty.write(bytes).then(settled, settled);
  }
}

function moveTo({ column, row }: CursorPosition): string {
  return `\x1b[${row + 1};${column + 1}H`;
}

function takeSlice(waiting: Buffer[]): Buffer {
  const taken: Buffer[] = [];
  let room = SLICE_BYTES;
  for (let chunk = waiting.shift(); chunk; chunk = room > 0 ? waiting.shift() : undefined) {
    if (chunk.length > room) waiting.unshift(chunk.subarray(room));
    taken.push(chunk.subarray(0, room));
    room -= Math.min(room, chunk.length);
  }
  return taken.length === 1 && taken[0] ? taken[0] : Buffer.concat(taken);
}
