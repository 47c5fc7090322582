/** A person's keys on their way to the program: one queue for all who type, kept back while a message is typed. */
import { StringDecoder } from 'node:string_decoder';
import { type Clock, systemClock } from '../../clock.js';
import { afterKeys, type Draft, isDraft, NO_DRAFT } from './draft.js';

/** Where the keys go, in order; resolves when the terminal has taken them. */
export type WriteKeys = (bytes: Buffer) => Promise<void>;

interface TypedKeys {
  readonly bytes: Buffer;
  readonly written: () => void;
}

export class PersonKeys {
  readonly #write: WriteKeys;
  readonly #clock: Clock;
  readonly #keptBack: TypedKeys[] = [];
  #isKeepingBack = false;
  #lastKeyAt: number | null = null;
  #waitingBytes = 0;
  readonly #listeners = new Set<(keys: string) => void>();
  /** A character may arrive in two pieces. */
  readonly #decoder = new StringDecoder('utf8');
  #draft = NO_DRAFT;
  /** The line behind a full-screen program, as it was when that program appeared. */
  #covered: Draft | null = null;

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

  /** Whether a half-typed line stands in the terminal, as far as the keys tell. */
  get hasDraft(): boolean {
    return isDraft(this.#draft);
  }

  get isKeepingBack(): boolean {
    return this.#isKeepingBack;
  }

  /** Keys that the program's terminal has not taken yet, including those kept back. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** Calls back whenever a person has pressed a key, before the program gets it. */
  onTyping(listener: (keys: string) => void): void {
    this.#listeners.add(listener);
  }

  /** Resolves when the terminal has the keys, or the program is gone. */
  type(bytes: Buffer): Promise<void> {
    this.#waitingBytes += bytes.length;
    if (isTyping(bytes)) {
      const keys = withoutReports(this.#decoder.write(bytes));
      this.#lastKeyAt = this.#clock.monotonicMs();
      this.#draft = afterKeys(this.#draft, keys);
      for (const listener of this.#listeners) listener(keys);
    }
    return new Promise((written) => {
      if (this.#isKeepingBack) this.#keptBack.push({ bytes, written });
      else this.#pass({ bytes, written });
    });
  }

  /** Somebody else has pressed keys in the same line: an interrupt ends a half-typed line, too. */
  follow(keys: string): void {
    this.#draft = afterKeys(this.#draft, keys);
  }

  /** A full-screen program has appeared or gone. What is typed while it is there does not change the line behind it. */
  cover(isCovered: boolean): void {
    if (!isCovered) this.#draft = this.#covered ?? this.#draft;
    this.#covered = isCovered ? this.#draft : null;
  }

  /** Keeps keys back from now on. What is written to the terminal after this call comes after all earlier keys. */
  keepBack(): void {
    this.#isKeepingBack = true;
  }

  /** Passes what was kept back on to the program, in its order, and all keys after that. */
  letThrough(): void {
    this.#isKeepingBack = false;
    for (const keys of this.#keptBack.splice(0)) this.#pass(keys);
  }

  #pass({ bytes, written }: TypedKeys): void {
    const settled = () => {
      this.#waitingBytes -= bytes.length;
      written();
    };
    // Keys for a program that is gone are lost, as they are on any terminal.
    this.#write(bytes).then(settled, settled);
  }
}

/** What a terminal sends on its own: mouse positions, focus changes, and answers to questions. */
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
    '\\x1b[\\]P_][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\)', // colors, settings, graphics
  ].join('|'),
  'g',
);

/** True unless all of it is reports. One that came in two pieces counts as typing, which does no harm. */
export function isTyping(bytes: Buffer): boolean {
  return withoutReports(bytes.toString('latin1')) !== '';
}

function withoutReports(keys: string): string {
  return keys.replace(REPORTS, '');
}
