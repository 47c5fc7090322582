/** Follows the transcripts of a session, which changes its file with `/clear` and `/resume`. */
import { statSync } from 'node:fs';
import { addedTo } from '../pieces.js';

/** A transcript that was opened again can be long; what matters is at its end. */
const MOST_AT_FIRST = 4 * 2 ** 20;
const MOST_AT_ONCE = 8 * 2 ** 20;
const LINE_FEED = 0x0a;

interface Place {
  offset: number;
  /** The beginning of a line of which the rest is not written yet. */
  rest: Buffer;
}

export class TranscriptTail {
  readonly #places = new Map<string, Place>();

  /** From now on, only what is added counts. */
  startAt(file: string | null): void {
    this.#places.clear();
    if (file !== null) this.#places.set(file, { offset: sizeOf(file), rest: Buffer.alloc(0) });
  }

  /** Complete lines that were added to this file and to those before it. */
  read(file: string | null): string[] {
    if (file !== null && !this.#places.has(file)) {
      this.#places.set(file, { offset: Math.max(0, sizeOf(file) - MOST_AT_FIRST), rest: Buffer.alloc(0) });
    }
    return [...this.#places].flatMap(([path, place]) => linesOf(path, place));
  }
}

function linesOf(file: string, place: Place): string[] {
  try {
    const { bytes, from } = addedTo(file, place.offset, MOST_AT_ONCE);
    const all = from === place.offset ? Buffer.concat([place.rest, bytes]) : bytes;
    const end = all.lastIndexOf(LINE_FEED) + 1;
    place.offset = from + bytes.length;
    place.rest = all.subarray(end);
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
