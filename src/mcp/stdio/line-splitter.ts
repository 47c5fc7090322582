/** Cuts a stream of bytes into lines, and skips those that are too long instead of keeping them. */

const NEWLINE = 0x0a;

export class LineSplitter {
  readonly #limit: number;
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The lines that end in this chunk. */
  take(chunk: Buffer): (Buffer | 'too long')[] {
    const lines: (Buffer | 'too long')[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#add(chunk.subarray(start, end));
      lines.push(this.#size > this.#limit ? 'too long' : Buffer.concat(this.#chunks));
      this.#chunks = [];
      this.#size = 0;
      start = end + 1;
    }
    this.#add(chunk.subarray(start));
    return lines;
  }

  #add(piece: Buffer): void {
    this.#size += piece.length;
    if (this.#size > this.#limit) this.#chunks = [];
    else if (piece.length > 0) this.#chunks.push(piece);
  }
}
