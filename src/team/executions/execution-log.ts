/** Reading the log of an execution: a part of it, in constant memory and without reading the rest, however long it is. */
import { type FileHandle, open } from 'node:fs/promises';
import { fail } from '../../errors.js';
import type { Execution } from './executions.js';
import { MARK_BYTES, type Mark, marksFile, toMark } from './log-marks.js';

const PIECE_BYTES = 64 * 1024;
/** What one answer holds of the log, however long its lines are. */
const MOST_BYTES = 4 * 1024 * 1024;
const DEFAULT_LINES = 100;
const NEWLINE = 10;
/** Marks that are read at once. */
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

/** Null where there is no such file. */
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

/** The log of an execution, which must be there. */
export async function mustReadLog(
  { id, logFile }: Pick<Execution, 'id' | 'logFile'>,
  range: LogRange,
): Promise<LogPart> {
  const log = logFile === null ? null : await readLog(logFile, range);
  if (!log) throw fail('execution_log_not_found', { execution_id: id });
  return log;
}

/** Takes away what moves the cursor or colours; of a line that was written over, what stood there last is left. */
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

/** A last line without an end is a line. */
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

/** Where a line begins, which must be there. */
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

/** Up to the end; of more than fits, the end. */
async function lastLines(log: FileHandle, { start, size, count }: ByteRange): Promise<string[]> {
  const from = Math.max(start, size - MOST_BYTES);
  const lines = linesOf(await bytesOf(log, from, size));
  // What was cut into is no line, unless it is all there is.
  const whole = from > start && lines.length > 1 ? lines.slice(1) : lines;
  return whole.slice(-count).map(plainLine);
}

/** From there on; of more than fits, the beginning. */
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

/** The last mark for which this holds; they only ever grow, so a few looks find it among any number. */
async function lastMark(marks: FileHandle | null, holds: (mark: Mark) => boolean): Promise<Mark> {
  if (!marks) return START;
  let low = 0;
  let high = Math.ceil((await marks.stat()).size / BLOCK_BYTES) - 1;
  let found = START;
  // The end is asked for most, so that is where the looking begins.
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
  return Array.from({ length: count }, (_, place) => toMark(buffer, place));
}

async function openIfThere(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
