/** Tells when the input box of a program is free for a message, and removes texts of ours that were left in it. */
import type { Pace, Typing } from '../../profiles/profile.js';
import type { ScreenWatch } from '../../terminal/screen/screen-watch.js';
import type { TerminalSession } from '../../terminal/terminal-session.js';
import type { HoldReason } from '../delivered.js';
import { LeftText } from './left-text.js';
import { PasteWait } from './paste-wait.js';

/** The people at viewers. Their keys take the same path, and wait while Enter is pressed. */
export interface Person {
  /** How long nobody has typed. */
  readonly idleMs: number;
  keepBack(): void;
  letThrough(): void;
}

export interface FreeBoxParts {
  readonly terminal: TerminalSession;
  readonly watch: ScreenWatch;
  readonly person: Person;
  readonly typing: Typing;
  readonly pace: Pace;
}

/** A free box counts as free even if its screen never settles, for example because of a clock. */
const RESTLESS_MS = 3_000;
/** While a text of ours may stand in the box, it is looked at this often. */
const AGAIN_MS = 1_000;

export class FreeBox {
  /** The last text of ours that was typed. */
  readonly left: LeftText;
  readonly #watch: ScreenWatch;
  readonly #person: Person;
  readonly #pace: Pace;
  readonly #pasteWait: PasteWait;
  readonly #listeners = new Set<() => void>();
  #timer: NodeJS.Timeout | null = null;
  /** Since when the box has been free on a screen that does not settle. */
  #restlessSince: number | null = null;
  #settlingUntil = 0;
  #isInUse = false;

  constructor(parts: FreeBoxParts) {
    this.#watch = parts.watch;
    this.#person = parts.person;
    this.#pace = parts.pace;
    this.left = new LeftText({ ...parts, isTouchedSince: (at) => this.isTouchedSince(at) });
    this.#pasteWait = new PasteWait({ ...parts, limitMs: parts.pace.pasteLimitMs, onOver: () => this.#notify() });
    this.#watch.onLook(() => this.#looked());
  }

  /** Null while a message could be typed. */
  get holdReason(): HoldReason | null {
    const { state, box } = this.#watch.sight;
    if (state === 'dialog' || state === 'starting' || state === 'busy') return state;
    if (state === 'unknown') return 'unknown screen';
    if (this.#person.idleMs < this.#pace.personPauseMs) return 'person typing';
    if (box) return this.left.isIn(box) ? (this.left.isStuck ? 'own text' : 'busy') : 'draft';
    if (this.left.isGoing) return 'busy';
    if (performance.now() < this.#settlingUntil) return 'busy';
    const isFree =
      this.#watch.isSteady || performance.now() - (this.#restlessSince ?? Number.POSITIVE_INFINITY) > RESTLESS_MS;
    if (!isFree) return 'busy';
    return this.#pasteWait.isOn ? 'starting' : null;
  }

  /** Whether a text of ours stands in the box that could not be removed, so that a person must. */
  get isStuck(): boolean {
    const { box } = this.#watch.sight;
    return this.left.isStuck && !!box && this.left.isIn(box);
  }

  /** Called when `holdReason` may have changed. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** A person has typed. Checks again when they have stopped. */
  personTyped(): void {
    this.lookAgainIn(this.#pace.personPauseMs);
  }

  /** While the box is used, nothing is removed from it, and the keys of people are held back. */
  use(): void {
    this.#person.keepBack();
    this.#isInUse = true;
  }

  release(): void {
    this.#person.letThrough();
    this.#isInUse = false;
  }

  /** A text has just left the box, and the program may take a moment to show that it works. */
  settle(): void {
    this.#settlingUntil = performance.now() + this.#pace.settleMs;
    this.lookAgainIn(this.#pace.settleMs);
  }

  isTouchedSince(at: number): boolean {
    return this.#person.idleMs < performance.now() - at;
  }

  lookAgainIn(ms: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#watch.look();
      void this.#clear();
      this.#notify();
      // Keys may have arrived meanwhile.
      if (this.#person.idleMs < this.#pace.personPauseMs)
        this.lookAgainIn(this.#pace.personPauseMs - this.#person.idleMs);
    }, ms + 1);
    this.#timer.unref();
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#pasteWait.close();
  }

  #looked(): void {
    const { state, box } = this.#watch.sight;
    if (state === 'busy') this.#settlingUntil = 0;
    if (state === 'ready' && box === '' && !this.#watch.isSteady) {
      this.#restlessSince ??= performance.now();
      this.lookAgainIn(RESTLESS_MS);
    } else this.#restlessSince = null;
    void this.#clear();
    this.#notify();
  }

  async #clear(): Promise<void> {
    const { state, box } = this.#watch.sight;
    if (!box || this.#isInUse || this.left.isGoing || this.left.isStuck) return;
    const isOurs = this.left.isIn(box);
    const isCalm = state === 'ready' && this.#watch.isSteady;
    if (isCalm && isOurs) {
      this.#person.keepBack();
      await this.left.remove();
      this.#person.letThrough();
    } else if (isCalm && this.left.isOdd(box)) await this.left.drawAnew();
    else if (!isOurs) return;
    // It may not have been the moment, or the program may show the text again. A still screen calls for no look.
    this.lookAgainIn(AGAIN_MS);
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
