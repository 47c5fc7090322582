/** Writes the log of an execution, with its index, up to a limit. */
import { closeSync, constants, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { BYTES_PER_MARK, fromMark, marksFile } from './log-marks.js';

const NEWLINE = 10;

/** What comes after the limit is left out, and the log says so. */
export class LogWriter {
  readonly #file: string;
  readonly #limitBytes: number;
  #size = 0;
  #lines = 0;
  #markedAt = 0;
  #isFull = false;

  constructor(file: string, limitBytes: number) {
    this.#file = file;
    this.#limitBytes = limitBytes;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, '', { mode: 0o600 });
    writeFileSync(marksFile(file), '', { mode: 0o600 });
  }

  get size(): number {
    return this.#size;
  }

  write(bytes: Buffer): void {
    if (this.#isFull) return;
    const left = this.#limitBytes - this.#size;
    this.#isFull = bytes.length > left;
    const end = Buffer.from(`\n[the log ends at ${this.#limitBytes} bytes]\n`);
    this.#append(this.#isFull ? Buffer.concat([bytes.subarray(0, left), end]) : bytes);
  }

  #append(bytes: Buffer): void {
    append(this.#file, bytes);
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) this.#lines += 1;
    this.#size += bytes.length;
    if (this.#size - this.#markedAt < BYTES_PER_MARK) return;
    append(marksFile(this.#file), fromMark({ at: this.#size, ends: this.#lines }));
    this.#markedAt = this.#size;
  }
}

/** A log that was deleted meanwhile is not begun again from its middle. */
function append(file: string, bytes: Buffer): void {
  const handle = openSync(file, constants.O_WRONLY | constants.O_APPEND);
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
  } finally {
    closeSync(handle);
  }
}
