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
  #held = '';
  #isPasting = false;

  /** Holds back what may be the beginning of the key; `flush` returns it if nothing follows. */
  read(chunk: Buffer): Keys {
    const text = this.#held + chunk.toString('latin1');
    for (const mark of text.matchAll(MARKS)) {
      if (mark[0].endsWith('~') && mark[0].startsWith('\x1b[20')) this.#isPasting = mark[0] === '\x1b[200~';
      else if (!this.#isPasting) {
        this.#held = '';
        return { keys: Buffer.from(text.slice(0, mark.index), 'latin1'), isDetached: true };
      }
    }
    this.#held = UNFINISHED.exec(text)?.[0] ?? '';
    return { keys: Buffer.from(text.slice(0, text.length - this.#held.length), 'latin1'), isDetached: false };
  }

  get isHolding(): boolean {
    return this.#held !== '';
  }

  flush(): Buffer {
    const held = Buffer.from(this.#held, 'latin1');
    this.#held = '';
    return held;
  }
}
