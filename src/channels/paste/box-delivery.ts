/**
 * Delivers a text to a program with an input box and proves it: waits until the box is free, types, checks that the text
 * is there, presses Enter, and checks that it is gone. Never presses Enter unless the text is visible in the box.
 */
import type { Pace, Typing } from '../../profiles/profile.js';
import type { ScreenWatch, Sight } from '../../terminal/screen/screen-watch.js';
import type { TerminalSession } from '../../terminal/terminal-session.js';
import type { Delivered, HoldReason } from '../delivered.js';
import type { Recorded } from '../evidence/recorded.js';
import { takesPaste, typeBytes } from './input-bytes.js';
import { LeftText } from './left-text.js';
import { endsOddly, isAllOurs, isOurs, isToken, proofOf } from './own-text.js';
import { PasteWait } from './paste-wait.js';
import { submit } from './submission.js';

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
  /** What the program itself has recorded of a text with this mark, which is stronger proof than its screen. */
  readonly recorded: (mark: string, since?: number) => Recorded;
}

const QUIET_LIMIT_MS = 3_000;
/** A free box counts as free even if its screen never settles, for example because of a clock. */
const RESTLESS_MS = 3_000;
/** How long a key that closes a menu may take to be drawn. */
const GUARD_LIMIT_MS = 1_000;
const STALL_POLL_MS = 500;
/** A text that is left in the box is removed when the screen has settled. */
const LEFT_MS = 300;
/** How long a dialog may stay open that opened between the text and Enter. */
const DIALOG_LIMIT_MS = 30 * 60_000;

export class BoxDelivery {
  readonly #terminal: TerminalSession;
  readonly #watch: ScreenWatch;
  readonly #person: Person;
  readonly #typing: Typing;
  readonly #pace: Pace;
  readonly #parts: BoxDeliveryParts;
  readonly #listeners = new Set<() => void>();
  #timer: NodeJS.Timeout | null = null;
  /** Since when the box has been free on a screen that does not settle. */
  #restlessSince: number | null = null;
  #settlingUntil = 0;
  #isDelivering = false;
  readonly #pasteWait: PasteWait;
  readonly #left: LeftText;

  constructor(parts: BoxDeliveryParts) {
    this.#terminal = parts.terminal;
    this.#watch = parts.watch;
    this.#person = parts.person;
    this.#typing = parts.typing;
    this.#pace = parts.pace;
    this.#parts = parts;
    this.#left = new LeftText({ ...parts, isTouchedSince: (at) => this.#isTouchedSince(at) });
    this.#pasteWait = new PasteWait({ ...parts, limitMs: parts.pace.pasteLimitMs, onOver: () => this.#notify() });
    this.#watch.onLook(() => this.#looked());
  }

  /** Null while a message could be typed. */
  get holdReason(): HoldReason | null {
    const { state, box } = this.#watch.sight;
    if (state === 'dialog' || state === 'starting' || state === 'busy') return state;
    if (state === 'unknown') return 'unknown screen';
    if (this.#person.idleMs < this.#pace.personPauseMs) return 'person typing';
    if (box) return this.#left.isIn(box) ? (this.#left.isStuck ? 'own text' : 'busy') : 'draft';
    if (this.#left.isGoing) return 'busy';
    if (performance.now() < this.#settlingUntil) return 'busy';
    const isFree =
      this.#watch.isSteady || performance.now() - (this.#restlessSince ?? Number.POSITIVE_INFINITY) > RESTLESS_MS;
    if (!isFree) return 'busy';
    return this.#pasteWait.isOn ? 'starting' : null;
  }

  /** Whether a dialog is open right now, so that any key would answer it. */
  get isAsking(): boolean {
    return this.#watch.look().state === 'dialog';
  }

  /** Whether a text of ours stands in the box that could not be removed, so that a person must. */
  get isStuck(): boolean {
    const { box } = this.#watch.sight;
    return this.#left.isStuck && !!box && this.#left.isIn(box);
  }

  /** Whether a text of several lines arrives as one. Typed line by line, every newline would submit. */
  get takesLines(): boolean {
    return takesPaste(this.#typing, this.#terminal.modes);
  }

  /** What the program's own record, as far as it was written since then, says about this text. */
  recordOf(text: string, since: number): Recorded {
    return this.#parts.recorded(proofOf(text), since);
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
    this.#isDelivering = true;
    this.#left.remember(text);
    // A record of an earlier run says nothing about this one.
    const isNews = this.#parts.recorded(proofOf(text)) === 'absent';
    try {
      await this.#terminal.write(typeBytes(text, this.#typing, this.#terminal.modes));
      const written = performance.now();
      const seen = await this.#seen();
      if (!seen) {
        const failed = this.#failed('not_seen');
        await this.#left.removeUnseen();
        return this.#watch.look().box === null ? this.#covered(failed) : failed;
      }
      // While a dialog hides the box, it is unknown whether the text arrived.
      if (seen.box !== null) await onTyped();
      await this.#settle(written);
      await this.#guard(text);
      return await this.#submit(text, seen.box === null, isNews);
    } finally {
      this.#person.letThrough();
      this.#isDelivering = false;
    }
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#pasteWait.close();
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

  /** Waits until the text appears, or a dialog. A program that does not read its keys is given all the time it takes. */
  async #seen(): Promise<Sight | null> {
    const isThere = ({ state, box }: Sight) => state === 'dialog' || !!box;
    for (let limitMs = this.#pace.seenLimitMs; ; limitMs = STALL_POLL_MS) {
      const seen = await this.#watch.until(isThere, limitMs);
      if (seen) return seen;
      const input = await this.#terminal.inputState();
      if (input === 'gone') throw new Error('the program has ended');
      if (input !== 'unread') return this.#watch.until(isThere, this.#pace.seenLimitMs);
    }
  }

  /** The last word may have opened a menu in which Enter chooses, or make Enter a new line. */
  async #guard(text: string): Promise<void> {
    const { guard } = this.#typing;
    const { box } = this.#watch.look();
    if (guard === null || box === null || isToken(box) || !endsOddly(text)) return;
    const pressed = performance.now();
    await this.#terminal.write(Buffer.from(guard));
    await this.#watch.until(() => this.#watch.hasPrintedSince(pressed), GUARD_LIMIT_MS);
    await this.#settle(pressed);
  }

  /** `wasHidden` means that a dialog opened before the text was seen. */
  async #submit(text: string, wasHidden: boolean, isNews: boolean): Promise<Delivered> {
    const found = await this.#textInBox();
    const { box } = found;
    const isHidden = wasHidden || found.wasHidden;
    if (box === '') {
      const failed = this.#failed('not_seen');
      return isHidden && isNews && this.#parts.recorded(proofOf(text)) === 'absent' ? this.#covered(failed) : failed;
    }
    // Any other text belongs to a person who typed it while a dialog hid the box.
    const isUntouched = !isHidden || (box !== null && isAllOurs(box, text));
    if (box === null || !isOurs(box, text) || !isUntouched) return this.#failed('not_submitted');
    const pressed = performance.now();
    const isTouched = () => this.#isTouchedSince(pressed);
    const onWaiting = () => this.#person.letThrough();
    const hasTaken = (mark: string) => isNews && this.#parts.recorded(mark) !== 'absent';
    const isSubmitted = await submit({ ...this.#parts, hasTaken, isTouched, onWaiting }, text, box);
    if (isSubmitted) return this.#submitted();
    this.#lookAgainIn(LEFT_MS);
    return { type: 'uncertain', reason: 'no_evidence' };
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
    this.#lookAgainIn(LEFT_MS);
    return { type: 'failed', reason, screen: this.#terminal.screenText() };
  }

  /** What opened over the box has swallowed the text. No Enter was pressed, so it is typed again when the box is back. */
  #covered(failed: Delivered): Delivered {
    if (!this.#left.mayBeTypedAgain) return failed;
    return { type: 'held', reason: this.#watch.sight.state === 'dialog' ? 'dialog' : 'unknown screen' };
  }

  #looked(): void {
    const { state, box } = this.#watch.sight;
    if (state === 'busy') this.#settlingUntil = 0;
    if (state === 'ready' && box === '' && !this.#watch.isSteady) {
      this.#restlessSince ??= performance.now();
      this.#lookAgainIn(RESTLESS_MS);
    } else this.#restlessSince = null;
    void this.#clear();
    this.#notify();
  }

  async #clear(): Promise<void> {
    const { state, box } = this.#watch.sight;
    const isIdle = !this.#isDelivering && !this.#left.isGoing && !this.#left.isStuck && this.#watch.isSteady;
    if (!isIdle || state !== 'ready' || !box) return;
    if (this.#left.isIn(box)) {
      this.#person.keepBack();
      await this.#left.remove();
      this.#person.letThrough();
    } else if (this.#left.isOdd(box)) await this.#left.drawAnew();
    else return;
    this.#notify();
  }

  #isTouchedSince(at: number): boolean {
    return this.#person.idleMs < performance.now() - at;
  }

  #lookAgainIn(ms: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#watch.look();
      void this.#clear();
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

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
