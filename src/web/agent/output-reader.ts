/** Reads what a program prints, piece by piece, without the marks with which it could turn the words on the page around. */

/** A terminal knows cells, not directions; a browser would obey these. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export class OutputReader {
  readonly #decoder = new TextDecoder();

  read(bytes: Uint8Array): string {
    return this.#decoder.decode(bytes, { stream: true }).replace(TURNING, '');
  }
}
