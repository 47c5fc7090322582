/**
 * The last text of ours that was typed. If it stands in the box, because it was not submitted or because the program put
 * it back when it was interrupted, it is removed, so that it does not hold all later mail.
 */
import type { ScreenWatch } from '../../terminal/screen/screen-watch.js';
import type { TerminalSession } from '../../terminal/terminal-session.js';
import { clearBox, clearUnseen } from './clear-box.js';
import { isEmptyDrawnAnew } from './draw-anew.js';
import { isAllOurs } from './own-text.js';

interface Parts {
  readonly terminal: TerminalSession;
  readonly watch: ScreenWatch;
  /** Whether a person has typed since this moment of `performance.now()`. */
  readonly isTouchedSince: (at: number) => boolean;
}

const MOST_TRIES = 3;

export class LeftText {
  readonly #parts: Parts;
  #left: { readonly text: string; readonly at: number; readonly tries: number } | null = null;
  #state: 'there' | 'going' | 'stuck' = 'there';
  #isDrawnAnew = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** This text is about to be typed. */
  remember(text: string): void {
    const tries = this.#left?.text === text ? this.#left.tries + 1 : 1;
    this.#left = { text, at: performance.now(), tries };
    this.#state = 'there';
    this.#isDrawnAnew = false;
  }

  /** Whether it may be typed once more, because something else has opened over the box and it is not there. */
  get mayBeTypedAgain(): boolean {
    return (this.#left?.tries ?? 0) < MOST_TRIES;
  }

  get isGoing(): boolean {
    return this.#state === 'going';
  }

  /** Whether it could not be removed, so that a person must. */
  get isStuck(): boolean {
    return this.#state === 'stuck';
  }

  /** Whether the box holds only this text. What a person has touched is theirs. */
  isIn(box: string): boolean {
    return this.#left !== null && !this.#parts.isTouchedSince(this.#left.at) && isAllOurs(box, this.#left.text);
  }

  /** It was typed and cannot be seen, because the box is out of sight in a low terminal, say. Never rejects. */
  async removeUnseen(): Promise<void> {
    const at = this.#left?.at ?? 0;
    await clearUnseen({ ...this.#parts, isTouched: () => this.#parts.isTouchedSince(at) }).catch(() => {});
  }

  /** Removes it, once. Never rejects. */
  async remove(): Promise<void> {
    if (this.#left === null || this.#state !== 'there') return;
    const { text, at } = this.#left;
    this.#state = 'going';
    const isTouched = () => this.#parts.isTouchedSince(at);
    const isEmpty = await clearBox({ ...this.#parts, isTouched }, text).catch(() => false);
    this.#state = isEmpty || (!isTouched() && (await this.#isEmptyDrawnAnew())) ? 'there' : 'stuck';
  }

  /** Whether the box shows something that nobody has typed, so that the screen may be wrong about it. Asked once. */
  isOdd(box: string): boolean {
    const { at = 0 } = this.#left ?? {};
    return (
      this.#state === 'there' && !this.#isDrawnAnew && at > 0 && !this.isIn(box) && !this.#parts.isTouchedSince(at)
    );
  }

  /** Never rejects. */
  async drawAnew(): Promise<void> {
    this.#state = 'going';
    await this.#isEmptyDrawnAnew();
    this.#state = 'there';
  }

  async #isEmptyDrawnAnew(): Promise<boolean> {
    this.#isDrawnAnew = true;
    return isEmptyDrawnAnew(this.#parts.terminal, this.#parts.watch).catch(() => false);
  }
}
