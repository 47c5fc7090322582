/** A person's keys on their way to the program: one row, whoever types, that can be held while something else is typed. */
import { type Clock, systemClock } from '../../clock.js';

/** Where the keys go, in order; resolves when the terminal has taken them. */
export type WriteKeys = (bytes: Buffer) => Promise<void>;

interface HeldKeys {
  readonly bytes: Buffer;
  readonly written: () => void;
}

export class PersonKeys {
  readonly #write: WriteKeys;
  readonly #clock: Clock;
  readonly #held: HeldKeys[] = [];
  #isHeld = false;
  #lastKeyAt: number | null = null;
  #waitingBytes = 0;
  readonly #listeners = new Set<() => void>();

  constructor(write: WriteKeys, clock: Clock = systemClock) {
    this.#write = write;
    this.#clock = clock;
  }

  /** When a person last pressed a key, on the monotonic clock; null before the first one. */
  get lastKeyAt(): number | null {
    return this.#lastKeyAt;
  }

  /** How long nobody has typed. */
  get idleMs(): number {
    return this.#lastKeyAt === null ? Number.POSITIVE_INFINITY : this.#clock.monotonicMs() - this.#lastKeyAt;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Keys that the program's terminal has not taken yet, held ones too. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** Calls back whenever a person has pressed a key. */
  onTyping(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Resolves when the terminal has the keys, or the program is gone. */
  type(bytes: Buffer): Promise<void> {
    this.#waitingBytes += bytes.length;
    if (isTyping(bytes)) {
      this.#lastKeyAt = this.#clock.monotonicMs();
      for (const listener of this.#listeners) listener();
    }
    return new Promise((written) => {
      if (this.#isHeld) this.#held.push({ bytes, written });
      else this.#pass({ bytes, written });
    });
  }

  /** From now on keys are kept. What is written to the terminal after this call comes after all earlier keys. */
  hold(): void {
    this.#isHeld = true;
  }

  /** What was kept goes to the program, in its order, and keys pass again. */
  release(): void {
    this.#isHeld = false;
    for (const keys of this.#held.splice(0)) this.#pass(keys);
  }

  #pass({ bytes, written }: HeldKeys): void {
    const settled = () => {
      this.#waitingBytes -= bytes.length;
      written();
    };
    // Keys for a program that is gone are lost, as they are on any terminal.
    this.#write(bytes).then(settled, settled);
  }
}

/** What a terminal sends by itself: where the mouse is, whether the window is in front, and answers to questions. */
const REPORTS = new RegExp(
  [
    '\\x1b\\[<[\\d;]*[Mm]', // mouse
    '\\x1b\\[\\d+;\\d+;\\d+M', // mouse, as rxvt spells it
    '\\x1b\\[M[\\s\\S]{3}', // mouse, the old way
    '\\x1b\\[[IO]', // focus
    '\\x1b\\[\\d+;\\d+R', // cursor position
    '\\x1b\\[[?>=][\\d;]*[cnuS]', // attributes, status, Kitty keyboard, graphics
    '\\x1b\\[\\??[\\d;]*\\$y', // modes
    '\\x1b\\[\\d+;[\\d;]*t', // window
    '\\x1b[\\]P_][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\)', // colours, settings, graphics
  ].join('|'),
  'g',
);

/** True unless all of it is reports. One that came in two pieces counts as typing, which does no harm. */
export function isTyping(bytes: Buffer): boolean {
  return bytes.toString('latin1').replace(REPORTS, '') !== '';
}
