/** Follows the transcripts of a session, which changes its file with `/clear` and `/resume`. */
import { statSync } from 'node:fs';
import { addedTo } from '../pieces.js';

/** A transcript that was opened again can be long; what matters is at its end. */
const MOST_AT_FIRST = 4 * 2 ** 20;
const MOST_AT_ONCE = 8 * 2 ** 20;
const LINE_FEED = 0x0a;

interface Position {
  offset: number;
  /** The beginning of a line of which the rest is not written yet. */
  rest: Buffer;
}

export class TranscriptTail {
  readonly #positions = new Map<string, Position>();

  /** From now on, only what is added counts. */
  startAt(file: string | null): void {
    this.#positions.clear();
    if (file !== null) this.#positions.set(file, { offset: sizeOf(file), rest: Buffer.alloc(0) });
  }

  /** Complete lines that were added to this file and to those before it. */
  read(file: string | null): string[] {
    if (file !== null && !this.#positions.has(file)) {
      this.#positions.set(file, { offset: Math.max(0, sizeOf(file) - MOST_AT_FIRST), rest: Buffer.alloc(0) });
    }
    return [...this.#positions].flatMap(([path, position]) => linesOf(path, position));
  }
}

function linesOf(file: string, position: Position): string[] {
  try {
    const { bytes, from } = addedTo(file, position.offset, MOST_AT_ONCE);
    const all = from === position.offset ? Buffer.concat([position.rest, bytes]) : bytes;
    const end = all.lastIndexOf(LINE_FEED) + 1;
    position.offset = from + bytes.length;
    position.rest = all.subarray(end);
    return all.toString('utf8', 0, end).split('\n').slice(0, -1);
  } catch {
    return [];
  }
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}
