/** Finds the titles that a program gives its terminal in its output, however that is cut into chunks. */

/** Longer ones are no titles. */
const MOST_CHARS = 4_096;
const TITLE = /\x1b\][02];([^\x07\x1b]*)(?:\x07|\x1b\\)/g;
const UNFINISHED = /\x1b(?:\](?:[02](?:;[^\x07\x1b]*\x1b?)?)?)?$/;

export class TerminalTitle {
  #rest = '';

  /** The latest title in this chunk, or null. */
  feed(chunk: Buffer): string | null {
    // One character per byte, because a chunk may end inside a character.
    const output = this.#rest + chunk.toString('latin1');
    const unfinished = UNFINISHED.exec(output)?.[0] ?? '';
    this.#rest = unfinished.length > MOST_CHARS ? '' : unfinished;
    const title = [...output.matchAll(TITLE)].at(-1)?.[1];
    return title === undefined ? null : Buffer.from(title, 'latin1').toString('utf8');
  }
}
