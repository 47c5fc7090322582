/** Watches the screen of a program and reports when what it shows has changed and settled. */
import type { Screen as Patterns } from '../../profiles/profile.js';
import type { TerminalSession } from '../terminal-session.js';
import { Reader, type Reading } from './reading.js';
import type { ScreenView } from './screen.js';
import { withinLimit } from './within-limit.js';

export type Sight = Reading | { readonly state: 'starting'; readonly box: null; readonly dialog: null };

const STARTING: Sight = { state: 'starting', box: null, dialog: null };
const UNREADABLE: Reading = { state: 'unknown', box: null, dialog: null };
/** The pause between two looks. Programs draw often, and the event loop has other work. */
const LOOK_EVERY_MS = 50;
/** Full-screen programs draw in pieces, so a reading counts once no more pieces arrive. */
const STEADY_MS = 200;
/** A program that prints without pause is checked this often. */
const LONGEST_BLIND_MS = 1_000;
/** A time limit, because the program decides what is on the screen and could keep a pattern busy for hours. */
const READ_LIMIT_MS = 250;
/** After a slow look, the event loop is left to others for this many times as long. */
const REST_FACTOR = 4;

export class ScreenWatch {
  readonly #terminal: TerminalSession;
  readonly #reader: Reader;
  readonly #listeners = new Set<() => void>();
  #sight: Sight = STARTING;
  #lastOutputAt = performance.now();
  #lookedAt = performance.now();
  #lookTookMs = 0;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;
  readonly #stop: () => void;

  constructor(terminal: TerminalSession, patterns: Patterns) {
    this.#terminal = terminal;
    this.#reader = new Reader(patterns);
    this.#stop = terminal.onOutput(() => {
      this.#lastOutputAt = performance.now();
      this.#lookAfter(LOOK_EVERY_MS);
    });
    this.#lookAfter(LOOK_EVERY_MS);
  }

  /** The last reading. */
  get sight(): Sight {
    return this.#sight;
  }

  /** How long the program has printed nothing. */
  get quietMs(): number {
    return this.#terminal.undrawnBytes > 0 ? 0 : performance.now() - this.#lastOutputAt;
  }

  /** Whether the program has printed something after this moment of `performance.now()`. */
  hasPrintedSince(at: number): boolean {
    return this.#lastOutputAt > at;
  }

  get isSteady(): boolean {
    return this.quietMs >= STEADY_MS;
  }

  /** Reads the screen right now, with everything that has been drawn. */
  look(): Sight {
    const begun = performance.now();
    const view = this.#terminal.screenView();
    const sight = withinLimit(READ_LIMIT_MS, () => this.#read(view));
    this.#sight = sight ?? (this.#sight.state === 'starting' ? STARTING : UNREADABLE);
    this.#lookedAt = performance.now();
    this.#lookTookMs = this.#lookedAt - begun;
    // A busy machine may be the reason. Then the next look sees it.
    if (!sight) this.#lookAfter(LOOK_EVERY_MS);
    return this.#sight;
  }

  /** Calls back after each look, and once more when the screen has settled. */
  onLook(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The first reading for which `isSo` is true, or null after the limit. */
  until(isSo: (sight: Sight) => boolean, limitMs: number): Promise<Sight | null> {
    return new Promise((resolve) => {
      const settle = (sight: Sight | null) => {
        clearTimeout(timer);
        stop();
        resolve(sight);
      };
      const timer = setTimeout(() => settle(null), limitMs);
      const stop = this.onLook(() => {
        if (isSo(this.#sight)) settle(this.#sight);
      });
      if (isSo(this.look())) settle(this.#sight);
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#stop();
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #read(view: ScreenView): Sight {
    const seen = this.#reader.read(view);
    const isUp = this.#sight.state !== 'starting' || seen.state === 'dialog' || this.#reader.hasStarted(view);
    return isUp && (this.#sight.state !== 'starting' || seen.state !== 'unknown') ? seen : STARTING;
  }

  #lookAfter(ms: number): void {
    if (this.#isClosed) return;
    const delayMs = Math.max(ms, REST_FACTOR * this.#lookTookMs);
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      const isBlind = performance.now() - this.#lookedAt > LONGEST_BLIND_MS;
      if (this.#terminal.undrawnBytes > 0 && !isBlind) return this.#lookAfter(LOOK_EVERY_MS);
      this.look();
      const isSteady = this.isSteady;
      for (const listener of [...this.#listeners]) listener();
      if (!isSteady) this.#lookAfter(Math.max(STEADY_MS - this.quietMs, 1));
    }, delayMs);
  }
}
