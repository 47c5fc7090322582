/** One program in a pseudo-terminal. Only this file imports node-pty. */
import { spawnSync } from 'node:child_process';
import { readSync, writeSync } from 'node:fs';
import type { ReadStream } from 'node:tty';
import { type IPty, spawn } from 'node-pty';
import { sttyOf } from '../../processes.js';
import { commandLine, type Program } from './resolve-program.js';
import { TypedInput } from './typed-input.js';

export interface PtyOptions extends Program {
  readonly cols: number;
  readonly rows: number;
  /** Whether the person's terminal that `env` comes from shows the program, so that it can look as it would there. */
  readonly isShownThere?: boolean;
}

export interface ProgramExit {
  readonly exitCode: number;
  /** The number of the signal that ended the program, if any. */
  readonly signal: number | null;
}

/** Why a write stopped, and how many bytes were written. With 0 the program has seen nothing of it. */
export class WriteError extends Error {
  override readonly name = 'WriteError';

  constructor(
    readonly reason: 'aborted' | 'gone',
    readonly bytesTaken: number,
  ) {
    super(reason === 'gone' ? 'the program is gone' : 'the write was withdrawn');
  }
}

export const TERM = 'xterm-256color';
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 50;
const READ_BYTES = 64 * 1024;
/** More than the kernel can still hold when the program ends. */
const MOST_BYTES_AFTER_EXIT = 1024 * 1024;

/** The parts of node-pty that it does not declare. */
type Internals = IPty & {
  readonly fd: number;
  readonly _socket: ReadStream;
  /** The path of the program's side of the terminal. */
  readonly _pty: string;
};

interface PendingWrite {
  readonly bytes: Buffer;
  taken: number;
  readonly resolve: () => void;
  readonly reject: (error: WriteError) => void;
}

export class Pty {
  readonly pid: number;
  readonly input: TypedInput;
  readonly #terminal: Internals;
  readonly #listeners: ((chunk: Buffer) => void)[] = [];
  readonly #writes: PendingWrite[] = [];
  #retry: NodeJS.Timeout | undefined;
  #pauseMs = FIRST_PAUSE_MS;

  constructor(options: PtyOptions) {
    const { file, args } = commandLine(options);
    this.#terminal = spawn(file, args, {
      name: terminalName(options),
      cwd: options.cwd,
      env: terminalEnvironment(options),
      cols: options.cols,
      rows: options.rows,
      // node-pty sets IUTF8 only with this. The kernel's line editing then erases whole characters.
      encoding: 'utf8',
    }) as Internals;
    this.pid = this.#terminal.pid;
    this.input = new TypedInput(this.#terminal._pty);
    const socket = this.#terminal._socket;
    // One character per byte, so that bytes arrive unchanged even if they are not UTF-8.
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.#emit(Buffer.from(text, 'latin1')));
    socket.on('error', () => {});
    socket.once('close', () => this.#failAll());
    this.#readAllBeforeClosing(socket);
  }

  /** Subscribe in the same turn in which the program starts, or its first output is lost. */
  onData(listener: (chunk: Buffer) => void): void {
    this.#listeners.push(listener);
  }

  /** Fires after the last data. */
  onExit(listener: (exit: ProgramExit) => void): void {
    this.#terminal.onExit(({ exitCode, signal }) => listener({ exitCode, signal: signal || null }));
  }

  pause(): void {
    this.#terminal.pause();
  }

  resume(): void {
    this.#terminal.resume();
  }

  resize(cols: number, rows: number): void {
    if (!this.#isClosed) this.#terminal.resize(cols, rows);
  }

  /**
   * Resolves when the kernel has accepted every byte. Writes never mix. The signal withdraws a write that has not begun;
   * a write that has begun is completed.
   */
  write(bytes: Buffer, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new WriteError('aborted', 0));
      if (this.#isClosed) return reject(new WriteError('gone', 0));
      const withdraw = () => {
        if (write.taken > 0 || !this.#writes.includes(write)) return;
        this.#writes.splice(this.#writes.indexOf(write), 1);
        write.reject(new WriteError('aborted', 0));
      };
      const settle = (action: () => void) => {
        signal?.removeEventListener('abort', withdraw);
        action();
      };
      const write: PendingWrite = {
        bytes,
        taken: 0,
        resolve: () => settle(resolve),
        reject: (error) => settle(() => reject(error)),
      };
      signal?.addEventListener('abort', withdraw);
      this.input.noteWrite();
      this.#writes.push(write);
      if (this.#retry === undefined) this.#advance();
    });
  }

  /** Whether all is written and known to be read, so that the program reads next what is written next. */
  get isAllRead(): boolean {
    return this.#writes.length === 0 && this.input.isAllRead;
  }

  /** Whether the kernel edits lines; false if the program does, or passes every key on. Takes a few milliseconds. */
  isCanonical(): boolean {
    if (this.#isClosed) return true;
    const { stdout } = spawnSync('stty', [...sttyOf(this.#terminal._pty), '-a'], { encoding: 'utf8' });
    return !/(?:^|\s)-icanon\b/.test(stdout ?? '');
  }

  /** Closes the terminal, which hangs up every process that still uses it. */
  close(): void {
    this.#terminal._socket.destroy();
  }

  get #isClosed(): boolean {
    return this.#terminal._socket.destroyed;
  }

  /**
   * Does not use the queue of node-pty, which does not report when it is done and spins while the program does not read.
   * Writes synchronously, because a descriptor that is closed while a thread waits may already be another file.
   */
  #advance(): void {
    this.#retry = undefined;
    for (let write = this.#writes[0]; write; write = this.#writes[0]) {
      const count = this.#tryWrite(write);
      if (count === null) {
        this.#failAll();
        return;
      }
      write.taken += count;
      if (write.taken === write.bytes.length) {
        this.#writes.shift();
        write.resolve();
      } else if (count === 0) {
        this.#retry = setTimeout(() => this.#advance(), this.#pauseMs);
        this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
        return;
      }
      this.#pauseMs = FIRST_PAUSE_MS;
    }
  }

  /** How many bytes the kernel accepted; 0 if it has no room, null if there is no reader. */
  #tryWrite({ bytes, taken }: PendingWrite): number | null {
    if (this.#isClosed) return null;
    if (taken === bytes.length) return 0;
    try {
      return writeSync(this.#terminal.fd, bytes, taken);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 0 : null;
    }
  }

  #failAll(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    for (const write of this.#writes.splice(0)) write.reject(new WriteError('gone', write.taken));
  }

  /**
   * Reads the rest of the output, because the end comes too early: libuv takes the hang-up for the end although the kernel,
   * which returns 4 KB at a time, holds more, and node-pty drops the terminal 200 ms after the exit even if it is paused.
   */
  #readAllBeforeClosing(socket: ReadStream): void {
    const destroy = socket.destroy.bind(socket);
    socket.destroy = (error) => {
      socket.destroy = destroy;
      if (!this.#isClosed) {
        this.input.close();
        this.#readRest(socket);
      }
      return destroy(error);
    };
  }

  #readRest(socket: ReadStream): void {
    // Reading emits what the stream has buffered as `data`.
    while (socket.read() !== null);
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    // A child that was left behind may keep printing, hence the limit.
    for (let rest = MOST_BYTES_AFTER_EXIT; rest > 0; ) {
      const count = this.#tryRead(buffer);
      if (count === 0) return;
      this.#emit(Buffer.from(buffer.subarray(0, count)));
      rest -= count;
    }
  }

  #tryRead(buffer: Buffer): number {
    try {
      return readSync(this.#terminal.fd, buffer);
    } catch {
      return 0;
    }
  }

  #emit(chunk: Buffer): void {
    for (const listener of this.#listeners) listener(chunk);
  }
}

/** On a dumb terminal agents ask whether to start at all, and on a Linux console Claude Code draws marks of its own. */
const UNFIT_NAMES = ['', 'dumb', 'linux'];

/** In sight of a person, a program that knows the name of their terminal reads its keys and uses its colors. */
function terminalName({ env, isShownThere }: Pick<PtyOptions, 'env' | 'isShownThere'>): string {
  const name = isShownThere ? (env.TERM ?? '') : '';
  return UNFIT_NAMES.includes(name) ? TERM : name;
}

/** Variables of an outer terminal, which are not true for ours. */
const OUTER_TERMINAL = ['WINDOW', 'WINDOWID', 'TERMCAP', 'COLUMNS', 'LINES'];
/** Programs choose their colors and use the mouse by these, and are to look in tmux as they do without us. */
const MULTIPLEXER = ['TMUX', 'TMUX_PANE', 'STY'];

function terminalEnvironment({ env, isShownThere }: Pick<PtyOptions, 'env' | 'isShownThere'>): Record<string, string> {
  const untrue = isShownThere ? OUTER_TERMINAL : [...OUTER_TERMINAL, ...MULTIPLEXER];
  const isKept = (entry: [string, string | undefined]): entry is [string, string] =>
    entry[1] !== undefined && !untrue.includes(entry[0]);
  return Object.fromEntries(Object.entries(env).filter(isKept));
}
