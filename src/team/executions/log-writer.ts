/** Writes the log of an execution, with its index, up to a limit. */
import { closeSync, constants, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { BYTES_PER_MARK, fromMark, MARK_BYTES, marksFile } from './log-marks.js';

const NEWLINE = 10;
const GAP = Buffer.from('\n[some of the output is missing here: the log could not be written]\n');

/** Drops output beyond the limit and what cannot be written; the log says so in both cases. */
export class LogWriter {
  readonly #file: string;
  readonly #limitBytes: number;
  #size = 0;
  #lines = 0;
  #marks = 0;
  #markedAt = 0;
  #isFull = false;
  #hasGap = false;

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

  /** May be called again after an error, because there may be space again. */
  write(bytes: Buffer): void {
    if (this.#isFull) return;
    const next = this.#hasGap ? Buffer.concat([GAP, bytes]) : bytes;
    const left = Math.max(0, this.#limitBytes - this.#size);
    const isFull = next.length > left;
    const end = Buffer.from(`\n[the log ends at ${this.#limitBytes} bytes]\n`);
    this.#hasGap = true;
    this.#append(isFull ? Buffer.concat([next.subarray(0, left), end]) : next);
    this.#hasGap = false;
    this.#isFull = isFull;
  }

  #append(bytes: Buffer): void {
    let written = 0;
    try {
      put(this.#file, bytes, this.#size, (count) => {
        written += count;
      });
    } finally {
      const part = bytes.subarray(0, written);
      for (let at = part.indexOf(NEWLINE); at >= 0; at = part.indexOf(NEWLINE, at + 1)) this.#lines += 1;
      this.#size += written;
    }
    if (this.#size - this.#markedAt >= BYTES_PER_MARK) this.#mark();
  }

  #mark(): void {
    try {
      put(marksFile(this.#file), fromMark({ at: this.#size, ends: this.#lines }), this.#marks * MARK_BYTES);
      this.#marks += 1;
      this.#markedAt = this.#size;
    } catch {
      // A missing mark only makes reading slower.
    }
  }
}

/** Does not create the file, so that a log deleted meanwhile does not come back without its beginning. */
function put(file: string, bytes: Buffer, position: number, onWritten: (count: number) => void = () => {}): void {
  const handle = openSync(file, constants.O_WRONLY);
  try {
    for (let at = 0; at < bytes.length; ) {
      const count = writeSync(handle, bytes, at, bytes.length - at, position + at);
      onWritten(count);
      at += count;
    }
  } finally {
    closeSync(handle);
  }
}
