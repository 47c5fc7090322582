/** Keeps what a program prints in a file, as lines with their time, for `synapse logs`. Bounded in size and in work. */
import { appendFileSync, renameSync, statSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import type { Clock } from '../../clock.js';
import { toIso } from '../../clock.js';
import type { TerminalSession } from '../../terminal/terminal-session.js';
import { printedLines } from './printed-text.js';

/** The file and the one before it. */
const MOST_BYTES = 2 * 1024 * 1024;
/** Output is written together, and of a flood only the end is kept. */
const FLUSH_MS = 200;
const MOST_PENDING_BYTES = 256 * 1024;
/** A program that draws its screen may never end a line. */
const MOST_REST = 8 * 1024;
const GAP = '[… some output is left out here: it came too fast]';

export class PrintedLog {
  readonly #file: string;
  readonly #clock: Clock;
  readonly #decoder = new StringDecoder('utf8');
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #hasGap = false;
  #rest = '';
  #size: number;
  #timer: NodeJS.Timeout | null = null;

  constructor(file: string, clock: Clock) {
    this.#file = file;
    this.#clock = clock;
    this.#size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  }

  add(chunk: Buffer): void {
    this.#pending.push(chunk);
    this.#pendingBytes += chunk.length;
    while (this.#pendingBytes > MOST_PENDING_BYTES && this.#pending.length > 1) {
      this.#pendingBytes -= this.#pending.shift()?.length ?? 0;
      this.#hasGap = true;
    }
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MS).unref();
  }

  /** The program has ended: its last line counts, even if it is not whole. */
  close(): void {
    this.#flush();
    this.#write(this.#rest === '' ? [] : printedLines(this.#rest));
    this.#rest = '';
  }

  #flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const text = this.#rest + this.#decoder.write(Buffer.concat(this.#pending));
    const gap = this.#hasGap ? [GAP] : [];
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#hasGap = false;
    // Not within an escape sequence.
    const end =
      text.length - text.lastIndexOf('\n') - 1 > MOST_REST ? text.lastIndexOf('\x1b') : text.lastIndexOf('\n') + 1;
    const whole = end > 0 ? end : text.length > MOST_REST ? text.length : 0;
    this.#rest = text.slice(whole);
    this.#write([...gap, ...(whole > 0 ? printedLines(text.slice(0, whole).replace(/\r*\n$/, '')) : [])]);
  }

  /** What cannot be written, for example on a full disk, is lost; the program continues. */
  #write(lines: readonly string[]): void {
    if (lines.length === 0) return;
    const time = toIso(this.#clock.now());
    const text = lines.map((line) => `${time} ${line}\n`).join('');
    try {
      if (this.#size + text.length > MOST_BYTES / 2) {
        renameSync(this.#file, `${this.#file}.1`);
        this.#size = 0;
      }
    } catch {
      // There is none yet.
    }
    try {
      appendFileSync(this.#file, text, { mode: 0o600 });
      this.#size += Buffer.byteLength(text);
    } catch {
      // See above.
    }
  }
}

/** Keeps what a program prints until it ends. */
export function keepPrinted(terminal: TerminalSession, file: string, clock: Clock): void {
  const log = new PrintedLog(file, clock);
  terminal.onOutput((chunk) => log.add(chunk));
  void terminal.exited.then(() => log.close());
}
