/**
 * Delivers a text to a program with an input box and proves it: waits until the box is free, types, checks that the text
 * is there, presses Enter, and checks that it is gone. Never presses Enter unless the text is visible in the box.
 */
import type { Pace, Typing } from '../../profiles/profile.js';
import type { ScreenWatch, Sight } from '../../terminal/screen/screen-watch.js';
import type { TerminalSession } from '../../terminal/terminal-session.js';
import type { Delivered, HoldReason } from '../delivered.js';
import type { Recorded } from '../evidence/recorded.js';
import { FreeBox, type FreeBoxParts, type Person } from './free-box.js';
import { takesPaste, typeBytes } from './input-bytes.js';
import { endsOddly, isAllOurs, isOurs, isToken, proofOf } from './own-text.js';
import { submit } from './submission.js';

export interface BoxDeliveryParts extends FreeBoxParts {
  /** What the program itself has recorded of a text with this mark, which is stronger proof than its screen. */
  readonly recorded: (mark: string, since?: number) => Recorded;
}

const QUIET_LIMIT_MS = 3_000;
/** How long a key that closes a menu may take to be drawn. */
const GUARD_LIMIT_MS = 1_000;
/** A program that is slow may open the menu only after the key that closes it. */
const MOST_GUARDS = 3;
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
  readonly #box: FreeBox;

  constructor(parts: BoxDeliveryParts) {
    this.#terminal = parts.terminal;
    this.#watch = parts.watch;
    this.#person = parts.person;
    this.#typing = parts.typing;
    this.#pace = parts.pace;
    this.#parts = parts;
    this.#box = new FreeBox(parts);
  }

  /** Null while a message could be typed. */
  get holdReason(): HoldReason | null {
    return this.#box.holdReason;
  }

  /** Whether a dialog is open right now, so that any key would answer it. */
  get isAsking(): boolean {
    return this.#watch.look().state === 'dialog';
  }

  /** Whether a text of ours stands in the box that could not be removed, so that a person must. */
  get isStuck(): boolean {
    return this.#box.isStuck;
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
    this.#box.onChange(listener);
  }

  /** A person has typed. Checks again when they have stopped. */
  personTyped(): void {
    this.#box.personTyped();
  }

  /** Calls `onTyped` when the text is in the box. */
  async deliver(text: string, onTyped: () => Promise<void>): Promise<Delivered> {
    this.#watch.look();
    const reason = this.holdReason;
    if (reason) return { type: 'held', reason };
    this.#box.use();
    this.#box.left.remember(text);
    // A record of an earlier run says nothing about this one.
    const isNews = this.#parts.recorded(proofOf(text)) === 'absent';
    try {
      await this.#terminal.write(typeBytes(text, this.#typing, this.#terminal.modes));
      const written = performance.now();
      const seen = await this.#seen();
      if (!seen) {
        const failed = this.#failed('not_seen');
        await this.#box.left.removeUnseen();
        return this.#watch.look().box === null ? this.#covered(failed) : failed;
      }
      // While a dialog hides the box, it is unknown whether the text arrived.
      if (seen.box !== null) await onTyped();
      await this.#settle(written);
      for (let tries = 0; tries < MOST_GUARDS && !(await this.#guard(text)); tries += 1);
      return await this.#submit(text, seen.box === null, isNews);
    } finally {
      this.#box.release();
    }
  }

  close(): void {
    this.#box.close();
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

  /** The last word may have opened a menu in which Enter chooses, or make Enter a new line. False if one is still open. */
  async #guard(text: string): Promise<boolean> {
    const { guard } = this.#typing;
    const before = this.#watch.look().box;
    if (guard === null || before === null || isToken(before) || !endsOddly(text)) return true;
    const pressed = performance.now();
    await this.#terminal.write(Buffer.from(guard));
    await this.#watch.until(() => this.#watch.hasPrintedSince(pressed), GUARD_LIMIT_MS);
    await this.#settle(pressed);
    const { box } = this.#watch.look();
    return box === null || isOurs(box, text);
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
    const isTouched = () => this.#box.isTouchedSince(pressed);
    const onWaiting = () => this.#person.letThrough();
    const hasTaken = (mark: string) => isNews && this.#parts.recorded(mark) !== 'absent';
    const isSubmitted = await submit({ ...this.#parts, hasTaken, isTouched, onWaiting }, text, box);
    if (isSubmitted) {
      this.#box.settle();
      return { type: 'submitted' };
    }
    this.#box.lookAgainIn(LEFT_MS);
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

  #failed(reason: 'not_seen' | 'not_submitted'): Delivered {
    this.#box.lookAgainIn(LEFT_MS);
    return { type: 'failed', reason, screen: this.#terminal.screenText() };
  }

  /** What opened over the box has swallowed the text. No Enter was pressed, so it is typed again when the box is back. */
  #covered(failed: Delivered): Delivered {
    if (!this.#box.left.mayBeTypedAgain) return failed;
    return { type: 'held', reason: this.#watch.sight.state === 'dialog' ? 'dialog' : 'unknown screen' };
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
