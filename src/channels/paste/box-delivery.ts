/**
 * Delivers a text to a program with an input box and proves it: waits until the box is free, types, checks that the text
 * is there, presses Enter, and checks that it is gone. Never presses Enter unless the text is visible in the box.
 */
import type { Pace, Typing } from '../../profiles/profile.js';
import type { ScreenWatch, Sight } from '../../terminal/screen/screen-watch.js';
import type { TerminalSession } from '../../terminal/terminal-session.js';
import type { Delivered, HoldReason } from '../delivered.js';
import { pressOf, takesPaste, typeBytes } from './input-bytes.js';

/** The people at viewers. Their keys take the same path, and wait while Enter is pressed. */
export interface Person {
  /** How long nobody has typed. */
  readonly idleMs: number;
  keepBack(): void;
  letThrough(): void;
}

export interface BoxDeliveryParts {
  readonly terminal: TerminalSession;
  readonly watch: ScreenWatch;
  readonly person: Person;
  readonly typing: Typing;
  readonly pace: Pace;
  /** Whether the program itself reports a text with this mark, which is stronger proof than its screen. */
  readonly hasTaken: (mark: string) => boolean;
}

const QUIET_LIMIT_MS = 3_000;
const MOST_ENTERS = 3;
/** A free box counts as free even if its screen never settles, for example because of a clock. */
const RESTLESS_MS = 3_000;
/** How long a dialog may stay open that opened between the text and Enter. */
const DIALOG_LIMIT_MS = 30 * 60_000;

export class BoxDelivery {
  readonly #terminal: TerminalSession;
  readonly #watch: ScreenWatch;
  readonly #person: Person;
  readonly #typing: Typing;
  readonly #pace: Pace;
  readonly #hasTaken: (mark: string) => boolean;
  readonly #listeners = new Set<() => void>();
  #timer: NodeJS.Timeout | null = null;
  /** Since when the box has been free on a screen that does not settle. */
  #restlessSince: number | null = null;
  #settlingUntil = 0;

  constructor(parts: BoxDeliveryParts) {
    this.#terminal = parts.terminal;
    this.#watch = parts.watch;
    this.#person = parts.person;
    this.#typing = parts.typing;
    this.#pace = parts.pace;
    this.#hasTaken = parts.hasTaken;
    this.#watch.onLook(() => this.#looked());
  }

  /** Null while a message could be typed. */
  get holdReason(): HoldReason | null {
    const { state, box } = this.#watch.sight;
    if (state === 'dialog' || state === 'starting' || state === 'busy') return state;
    if (state === 'unknown') return 'unknown screen';
    if (this.#person.idleMs < this.#pace.personPauseMs) return 'person typing';
    if (box !== '') return 'draft';
    if (performance.now() < this.#settlingUntil) return 'busy';
    const isFree =
      this.#watch.isSteady || performance.now() - (this.#restlessSince ?? Number.POSITIVE_INFINITY) > RESTLESS_MS;
    return isFree ? null : 'busy';
  }

  /** Whether a dialog is open right now, so that any key would answer it. */
  get isAsking(): boolean {
    return this.#watch.look().state === 'dialog';
  }

  /** Whether a text of several lines arrives as one. Typed line by line, every newline would submit. */
  get takesLines(): boolean {
    return takesPaste(this.#typing, this.#terminal.modes);
  }

  /** Called when `holdReason` may have changed. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** A person has typed. Checks again when they have stopped. */
  personTyped(): void {
    this.#lookAgainIn(this.#pace.personPauseMs);
  }

  /** Calls `onTyped` when the text is in the box. */
  async deliver(text: string, onTyped: () => Promise<void>): Promise<Delivered> {
    this.#watch.look();
    const reason = this.holdReason;
    if (reason) return { type: 'held', reason };
    this.#person.keepBack();
    try {
      await this.#terminal.write(typeBytes(text, this.#typing, this.#terminal.modes));
      const written = performance.now();
      const seen = await this.#watch.until(({ state, box }) => state === 'dialog' || !!box, this.#pace.seenLimitMs);
      if (!seen) return this.#failed('not_seen');
      // While a dialog hides the box, it is unknown whether the text arrived.
      if (seen.box !== null) await onTyped();
      await this.#settle(written);
      return await this.#submit(text, seen.box === null);
    } finally {
      this.#person.letThrough();
    }
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** Waits until the screen settles, because long texts are drawn in pieces. */
  async #settle(writtenAt: number): Promise<void> {
    const until = performance.now() + QUIET_LIMIT_MS;
    for (;;) {
      const left = Math.max(
        this.#pace.quietMs - this.#watch.quietMs,
        this.#pace.leastMs - (performance.now() - writtenAt),
      );
      if (left <= 0 || performance.now() >= until) return;
      await pause(Math.min(left, until - performance.now()));
    }
  }

  /** `wasHidden` means that a dialog opened before the text was seen. */
  async #submit(text: string, wasHidden: boolean): Promise<Delivered> {
    const mark = text.slice(0, MARK_CHARS);
    let whole: string | null = null;
    for (let presses = 0; presses < MOST_ENTERS; presses++) {
      const found = await this.#textInBox();
      const { box } = found;
      if (presses > 0 && box !== null && !isOurs(box, mark)) return this.#submitted();
      // Any other text belongs to a person who typed it while a dialog hid the box.
      const isUntouched = !(wasHidden || found.wasHidden) || (box !== null && isAllOurs(box, text));
      if (box === null || !isOurs(box, mark) || !isUntouched || (whole !== null && box !== whole)) {
        return this.#failed(box === '' ? 'not_seen' : 'not_submitted');
      }
      whole = box;
      await this.#terminal.write(Buffer.from(pressOf(this.#typing.submit, this.#terminal.modes)));
      const gone = await this.#watch.until((sight) => hasLeft(sight, box), this.#pace.emptyLimitMs);
      if (gone || this.#hasTaken(firstLineOf(text))) return this.#submitted();
    }
    return this.#failed('not_submitted');
  }

  /** The content of the box. While a dialog hides the box, presses nothing and lets the person answer it. */
  async #textInBox(): Promise<{ readonly box: string | null; readonly wasHidden: boolean }> {
    const { box } = this.#watch.look();
    if (box !== null) return { box, wasHidden: false };
    this.#person.letThrough();
    const back = await this.#watch.until((sight) => sight.box !== null && this.#watch.isSteady, DIALOG_LIMIT_MS);
    this.#person.keepBack();
    return { box: back?.box ?? null, wasHidden: true };
  }

  #submitted(): Delivered {
    this.#settlingUntil = performance.now() + this.#pace.settleMs;
    this.#lookAgainIn(this.#pace.settleMs);
    return { type: 'submitted' };
  }

  #failed(reason: 'not_seen' | 'not_submitted'): Delivered {
    return { type: 'failed', reason, screen: this.#terminal.screenText() };
  }

  #looked(): void {
    const { state, box } = this.#watch.sight;
    if (state === 'busy') this.#settlingUntil = 0;
    if (state === 'ready' && box === '' && !this.#watch.isSteady) {
      this.#restlessSince ??= performance.now();
      this.#lookAgainIn(RESTLESS_MS);
    } else this.#restlessSince = null;
    this.#notify();
  }

  #lookAgainIn(ms: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#watch.look();
      this.#notify();
      // Keys may have arrived meanwhile.
      if (this.#person.idleMs < this.#pace.personPauseMs)
        this.#lookAgainIn(this.#pace.personPauseMs - this.#person.idleMs);
    }, ms + 1);
    this.#timer.unref();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Whether the text has left the box. A dialog that opens in answer to it hides the box as well. */
function hasLeft(sight: Sight, before: string): boolean {
  if (sight.state === 'dialog') return true;
  return sight.box !== null && !sight.box.startsWith(before.slice(0, BEGINNING)) && sight.box !== before;
}

/** Whether the box shows the beginning of the message, or what the program shows instead of a long paste. */
function isOurs(box: string, mark: string): boolean {
  return squeeze(box).startsWith(squeeze(mark)) || PASTE_TOKEN.test(box);
}

/** Whether nothing was added to the text. */
function isAllOurs(box: string, text: string): boolean {
  return squeeze(text).startsWith(squeeze(box)) || LONE_PASTE_TOKEN.test(box);
}

/** A reminder begins like its request, so only the words after that differ. */
function firstLineOf(text: string): string {
  return (text.split('\n')[0] ?? '').slice(0, LONGEST_PROOF);
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}

const PASTE_TOKEN = /^\[Pasted /i;
const LONE_PASTE_TOKEN = /^\[Pasted [^\]]*\]$/i;
const LONGEST_PROOF = 200;
const BEGINNING = 20;
/** Long enough for the prefix of a message with its unique id. */
const MARK_CHARS = 14;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
