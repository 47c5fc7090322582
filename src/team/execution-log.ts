/** Logs of executions: written with an index of their lines, read in pieces however long they are. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The index holds where every so-many-th line begins, as 8 bytes each. */
const LINES_PER_MARK = 1_000;
const MARK_BYTES = 8;
const PIECE_BYTES = 64 * 1024;
/** What one answer holds of the log, however long its lines are. */
const MOST_BYTES = 4 * 1024 * 1024;
const DEFAULT_LINES = 100;
const NEWLINE = 10;

export interface LogRange {
  readonly tail?: number | undefined;
  readonly offset?: number | undefined;
}

export interface LogPart {
  readonly lines: readonly string[];
  readonly totalLines: number;
}

export const indexFile = (file: string): string => `${file}.lines`;

/** Writes a log up to a limit; what comes after that is left out, and the log says so. */
export class LogWriter {
  readonly #file: string;
  readonly #limitBytes: number;
  #size = 0;
  #lines = 0;
  #isFull = false;

  constructor(file: string, limitBytes: number) {
    this.#file = file;
    this.#limitBytes = limitBytes;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, '', { mode: 0o600 });
    writeFileSync(indexFile(file), '', { mode: 0o600 });
  }

  write(bytes: Buffer): void {
    if (this.#isFull) return;
    const left = this.#limitBytes - this.#size;
    this.#isFull = bytes.length > left;
    const end = Buffer.from(`\n[the log ends at ${this.#limitBytes} bytes]\n`);
    this.#append(this.#isFull ? Buffer.concat([bytes.subarray(0, left), end]) : bytes);
  }

  #append(bytes: Buffer): void {
    const marks: number[] = [];
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) {
      this.#lines += 1;
      if (this.#lines % LINES_PER_MARK === 0) marks.push(this.#size + at + 1);
    }
    appendFileSync(this.#file, bytes);
    this.#size += bytes.length;
    if (marks.length === 0) return;
    const encoded = Buffer.alloc(marks.length * MARK_BYTES);
    for (const [index, mark] of marks.entries()) encoded.writeDoubleLE(mark, index * MARK_BYTES);
    appendFileSync(indexFile(this.#file), encoded);
  }
}

/** Null where there is no such file. */
export async function readLog(file: string, { tail, offset }: LogRange): Promise<LogPart | null> {
  const handle = await openIfThere(file);
  if (!handle) return null;
  try {
    const { size } = await handle.stat();
    const index = await openIfThere(indexFile(file));
    const marks = index ? (await index.stat()).size / MARK_BYTES : 0;
    const markAt = (place: number) => (place === 0 || !index ? 0 : readMark(index, place - 1));
    try {
      const last = Math.floor(marks);
      const totalLines = last * LINES_PER_MARK + (await countLines(handle, await markAt(last), size));
      const first = offset ?? Math.max(0, totalLines - (tail ?? DEFAULT_LINES));
      const count = offset === undefined ? (tail ?? DEFAULT_LINES) : DEFAULT_LINES;
      const mark = Math.min(last, Math.floor(first / LINES_PER_MARK));
      const from = { at: await markAt(mark), skip: first - mark * LINES_PER_MARK };
      return { lines: await takeLines(handle, from, Math.min(count, Math.max(0, totalLines - first))), totalLines };
    } finally {
      await index?.close();
    }
  } finally {
    await handle.close();
  }
}

/** Takes away what moves the cursor or colours; of a line that was written over, what stood there last is left. */
export function plainLine(line: string): string {
  const text = line.replace(ESCAPES, '').replace(/\r+$/, '');
  return text.slice(text.lastIndexOf('\r') + 1).replace(CONTROLS, '');
}

const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\|$)|[ -/]*[0-~])/g;
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** A last line without an end is a line. */
async function countLines(handle: FileHandle, from: number, size: number): Promise<number> {
  let count = 0;
  let last = NEWLINE;
  for await (const piece of piecesOf(handle, from)) {
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) count += 1;
    last = piece.at(-1) ?? last;
  }
  return size > from && last !== NEWLINE ? count + 1 : count;
}

async function takeLines(
  handle: FileHandle,
  { at, skip }: { readonly at: number; readonly skip: number },
  count: number,
): Promise<string[]> {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let ends = 0;
  for await (const piece of piecesOf(handle, at)) {
    let start = 0;
    while (ends < skip && start < piece.length) {
      const end = piece.indexOf(NEWLINE, start);
      if (end >= 0) ends += 1;
      start = end < 0 ? piece.length : end + 1;
    }
    let stop = start;
    while (ends >= skip && ends < skip + count && stop < piece.length) {
      const end = piece.indexOf(NEWLINE, stop);
      if (end >= 0) ends += 1;
      stop = end < 0 ? piece.length : end + 1;
    }
    const part = piece.subarray(start, Math.min(stop, start + MOST_BYTES - keptBytes));
    kept.push(Buffer.from(part));
    keptBytes += part.length;
    if (ends >= skip + count || keptBytes >= MOST_BYTES) break;
  }
  const lines = Buffer.concat(kept).toString('utf8').split('\n');
  return lines.slice(0, count).map(plainLine);
}

async function* piecesOf(handle: FileHandle, from: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.alloc(PIECE_BYTES);
  for (let at = from; ; ) {
    const { bytesRead } = await handle.read(buffer, 0, PIECE_BYTES, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

async function readMark(index: FileHandle, place: number): Promise<number> {
  const { buffer } = await index.read(Buffer.alloc(MARK_BYTES), 0, MARK_BYTES, place * MARK_BYTES);
  return buffer.readDoubleLE(0);
}

async function openIfThere(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
