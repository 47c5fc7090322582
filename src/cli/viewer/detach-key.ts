/** Finds the detach key, Ctrl-], among typed keys, in all of its encodings, even if it arrives in pieces. */

/** The markers of a paste, in which nothing counts as a key, and the encodings of Ctrl-]. */
const MARKS = /\x1b\[200~|\x1b\[201~|\x1d|\x1b\[93(?::\d*)*;(?:5|69|133|197)(?::1)?u|\x1b\[27;5;93~/g;
/** An incomplete one of these, at the end of a chunk. */
const UNFINISHED = /\x1b(?:\[(?:9(?:3[\d:;]{0,12})?|2(?:0[01]?|7[;\d]{0,5})?)?)?$/;

export interface Keys {
  /** The keys for the program. */
  readonly keys: Buffer;
  readonly isDetached: boolean;
}

export class DetachKey {
  #unfinished = '';
  #isPasting = false;

  /** Holds back what may be the beginning of the key; `flush` returns it if nothing follows. */
  read(chunk: Buffer): Keys {
    const text = this.#unfinished + chunk.toString('latin1');
    for (const mark of text.matchAll(MARKS)) {
      if (mark[0].endsWith('~') && mark[0].startsWith('\x1b[20')) this.#isPasting = mark[0] === '\x1b[200~';
      else if (!this.#isPasting) {
        this.#unfinished = '';
        return { keys: Buffer.from(text.slice(0, mark.index), 'latin1'), isDetached: true };
      }
    }
    this.#unfinished = UNFINISHED.exec(text)?.[0] ?? '';
    return { keys: Buffer.from(text.slice(0, text.length - this.#unfinished.length), 'latin1'), isDetached: false };
  }

  get hasUnfinished(): boolean {
    return this.#unfinished !== '';
  }

  flush(): Buffer {
    const unfinished = Buffer.from(this.#unfinished, 'latin1');
    this.#unfinished = '';
    return unfinished;
  }
}
