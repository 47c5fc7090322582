/** Waits until a program asks for pastes. Some draw their box earlier, when a text of several lines could not be typed yet. */
import type { Typing } from '../../profiles/profile.js';
import type { TerminalSession } from '../../terminal/terminal-session.js';

interface Parts {
  readonly terminal: Pick<TerminalSession, 'modes'>;
  readonly typing: Pick<Typing, 'paste'>;
  readonly limitMs: number;
  /** The wait is over, although the program has not asked. */
  readonly onOver: () => void;
}

export class PasteWait {
  readonly #parts: Parts;
  #timer: NodeJS.Timeout | null = null;
  #isOver = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** To be asked when the box is free: the first time begins the wait. */
  get isOn(): boolean {
    const { terminal, typing, limitMs, onOver } = this.#parts;
    if (this.#isOver || typing.paste !== 'auto' || terminal.modes.bracketedPaste) return false;
    this.#timer ??= setTimeout(() => {
      this.#isOver = true;
      onOver();
    }, limitMs).unref();
    return true;
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }
}
