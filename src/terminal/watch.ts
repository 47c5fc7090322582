/** Watches the screen of a program and tells when what it says has changed and stays so. */
import type { Screen as Patterns } from '../profiles/profile.js';
import { withinLimit } from './limited.js';
import { Reader, type Reading } from './reading.js';
import type { ScreenView } from './screen.js';
import type { TerminalSession } from './session.js';

export type Sight = Reading | { readonly state: 'starting'; readonly box: null; readonly dialog: null };

const STARTING: Sight = { state: 'starting', box: null, dialog: null };
const UNREADABLE: Reading = { state: 'unknown', box: null, dialog: null };
/** A program that draws draws often: between two looks the event loop is for others. */
const LOOK_EVERY_MS = 50;
/** Full-screen programs paint in pieces; what is seen counts once no more pieces come. */
const STEADY_MS = 200;
/** A program that prints without end is looked at in between. */
const LONGEST_BLIND_MS = 1_000;
/** The program decides what is on the screen, and may make a pattern work on it for hours. */
const READ_LIMIT_MS = 250;
/** After a look that took long the event loop is for others for this many times as long. */
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

  /** What was seen at the last look. */
  get sight(): Sight {
    return this.#sight;
  }

  /** How long nothing has been printed. */
  get quietMs(): number {
    return this.#terminal.undrawnBytes > 0 ? 0 : performance.now() - this.#lastOutputAt;
  }

  get isSteady(): boolean {
    return this.quietMs >= STEADY_MS;
  }

  /** Looks right now, at everything that has been drawn. */
  look(): Sight {
    const begun = performance.now();
    const view = this.#terminal.screenView();
    const sight = withinLimit(READ_LIMIT_MS, () => this.#read(view));
    this.#sight = sight ?? (this.#sight.state === 'starting' ? STARTING : UNREADABLE);
    this.#lookedAt = performance.now();
    this.#lookTookMs = this.#lookedAt - begun;
    // A busy machine may be the reason: then the next look sees it.
    if (!sight) this.#lookAfter(LOOK_EVERY_MS);
    return this.#sight;
  }

  /** Called after each look, and once more when the screen has become steady. */
  onLook(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The first look for which `isSo` holds, or null after the limit. */
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
