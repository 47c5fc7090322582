/** Reads part of an execution's log in constant memory, without reading the rest. */
import { type FileHandle, open } from 'node:fs/promises';
import { MARK_BYTES, type Mark, marksFile, toMark } from './log-marks.js';

const PIECE_BYTES = 64 * 1024;
/** The limit for one answer, however long the lines are. */
const MOST_BYTES = 4 * 1024 * 1024;
const DEFAULT_LINES = 100;
const NEWLINE = 10;
/** How many marks are read at once. */
const BLOCK_BYTES = 256 * MARK_BYTES;
const START: Mark = { at: 0, ends: 0 };

export interface LogRange {
  readonly tail?: number | undefined;
  readonly offset?: number | undefined;
}

export interface LogPart {
  readonly lines: readonly string[];
  readonly totalLines: number;
}

/** Where in the log a part is, by line numbers from 0. */
export interface LogPlace {
  readonly firstLine: number;
  /** The line after the part; null at the end of the log. */
  readonly nextOffset: number | null;
  /** Whether there is more in the direction that was asked: before the last lines, or after an offset. */
  readonly isMore: boolean;
}

export function placeOf({ lines, totalLines }: LogPart, { offset }: LogRange): LogPlace {
  const firstLine = offset === undefined ? totalLines - lines.length : Math.min(offset, totalLines);
  const next = firstLine + lines.length;
  const nextOffset = next < totalLines ? next : null;
  return { firstLine, nextOffset, isMore: offset === undefined ? firstLine > 0 : nextOffset !== null };
}

/** The offset that reads the lines before this one. */
export function offsetBefore(line: number): number {
  return Math.max(0, line - DEFAULT_LINES);
}

/** Null if there is no such file. */
export async function readLog(file: string, { tail = DEFAULT_LINES, offset }: LogRange): Promise<LogPart | null> {
  const log = await openIfThere(file);
  if (!log) return null;
  const marks = await openIfThere(marksFile(file));
  try {
    const { size } = await log.stat();
    const totalLines = await countLines(log, marks, size);
    const first = Math.min(offset ?? Math.max(0, totalLines - tail), totalLines);
    const start = first === totalLines ? size : await startOf(log, marks, first);
    const range = { start, size, count: offset === undefined ? tail : DEFAULT_LINES };
    return { lines: offset === undefined ? await lastLines(log, range) : await nextLines(log, range), totalLines };
  } finally {
    await marks?.close();
    await log.close();
  }
}

/** Removes escape sequences; of a line that was overwritten, keeps what was visible last. */
export function plainLine(line: string): string {
  const text = line.replace(ESCAPES, '').replace(/\r+$/, '');
  return text.slice(text.lastIndexOf('\r') + 1).replace(CONTROLS, '');
}

const ESCAPES =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\|$)|\u001b[ -/]*[0-~]/g;
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

interface ByteRange {
  readonly start: number;
  readonly size: number;
  readonly count: number;
}

/** A last line without a newline counts. */
async function countLines(log: FileHandle, marks: FileHandle | null, size: number): Promise<number> {
  if (size === 0) return 0;
  const mark = await lastMark(marks, ({ at }) => at <= size);
  let lines = mark.ends;
  for await (const piece of piecesOf(log, mark.at, size)) {
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) lines += 1;
  }
  const { buffer } = await log.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === NEWLINE ? lines : lines + 1;
}

/** The offset at which an existing line begins. */
async function startOf(log: FileHandle, marks: FileHandle | null, line: number): Promise<number> {
  if (line === 0) return 0;
  const mark = await lastMark(marks, ({ ends }) => ends < line);
  let left = line - mark.ends;
  let from = mark.at;
  for await (const piece of piecesOf(log, from, Number.POSITIVE_INFINITY)) {
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) {
      left -= 1;
      if (left === 0) return from + at + 1;
    }
    from += piece.length;
  }
  return from;
}

/** Reads up to the end of the log; drops the beginning if it is too long. */
async function lastLines(log: FileHandle, { start, size, count }: ByteRange): Promise<string[]> {
  const from = Math.max(start, size - MOST_BYTES);
  const lines = linesOf(await bytesOf(log, from, size));
  // Drops a partial first line, unless it is the only one.
  const whole = from > start && lines.length > 1 ? lines.slice(1) : lines;
  return whole.slice(-count).map(plainLine);
}

/** Reads forward; drops the end if it is too long. */
async function nextLines(log: FileHandle, { start, size, count }: ByteRange): Promise<string[]> {
  const taken: Buffer[] = [];
  let bytes = 0;
  let ends = 0;
  for await (const piece of piecesOf(log, start, Math.min(size, start + MOST_BYTES))) {
    taken.push(Buffer.from(piece));
    bytes += piece.length;
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) ends += 1;
    if (ends >= count) break;
  }
  const lines = linesOf(Buffer.concat(taken)).slice(0, count);
  const isCut = ends < count && start + bytes < size;
  return (isCut && lines.length > 1 ? lines.slice(0, -1) : lines).map(plainLine);
}

function linesOf(bytes: Buffer): string[] {
  if (bytes.length === 0) return [];
  const lines = bytes.toString('utf8').split('\n');
  return bytes.at(-1) === NEWLINE ? lines.slice(0, -1) : lines;
}

async function bytesOf(log: FileHandle, from: number, to: number): Promise<Buffer> {
  const taken: Buffer[] = [];
  for await (const piece of piecesOf(log, from, to)) taken.push(Buffer.from(piece));
  return Buffer.concat(taken);
}

async function* piecesOf(handle: FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.alloc(PIECE_BYTES);
  for (let at = from; at < to; ) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(PIECE_BYTES, to - at), at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** Finds the last mark for which this holds. Marks are sorted, so a binary search finds it. */
async function lastMark(marks: FileHandle | null, holds: (mark: Mark) => boolean): Promise<Mark> {
  if (!marks) return START;
  let low = 0;
  let high = Math.ceil((await marks.stat()).size / BLOCK_BYTES) - 1;
  let found = START;
  // Starts at the end, because that is read most.
  for (let middle = high; low <= high; middle = Math.floor((low + high) / 2)) {
    const block = await marksOf(marks, middle);
    const last = block.filter(holds).at(-1);
    if (last) found = last;
    if (last && last !== block.at(-1)) break;
    if (last) low = middle + 1;
    else high = middle - 1;
  }
  return found;
}

async function marksOf(marks: FileHandle, block: number): Promise<Mark[]> {
  const { bytesRead, buffer } = await marks.read(Buffer.alloc(BLOCK_BYTES), 0, BLOCK_BYTES, block * BLOCK_BYTES);
  const count = Math.floor(bytesRead / MARK_BYTES);
  return Array.from({ length: count }, (_, index) => toMark(buffer, index));
}

async function openIfThere(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
