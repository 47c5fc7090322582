/** What the program has read of what was typed into its terminal. */
import { markUnread, type ReadMark, wasReadSince } from './read-mark.js';
import { type InputState, inputStateOf } from './unread-input.js';

export class TypedInput {
  readonly #path: string;
  #writes = 0;
  #isAllRead = true;
  #mark: ReadMark | null = null;
  #wasRead: boolean | null = null;

  /** The path of the program's side of the terminal. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Whether all that was written is known to be read, so that the program reads next what is written next. */
  get isAllRead(): boolean {
    return this.#isAllRead;
  }

  /** Whether the program has read something of what was written after `isAllRead`. False if that is not known. */
  get wasRead(): boolean {
    return this.#wasRead ?? (this.#mark !== null && wasReadSince(this.#path, this.#mark));
  }

  /** Whether the program has read all that the kernel accepted. */
  async state(): Promise<InputState> {
    // Once our side is closed, the path may be another terminal.
    if (this.#wasRead !== null) return 'unknown';
    const writes = this.#writes;
    const state = await inputStateOf(this.#path);
    if (state === 'read' && writes === this.#writes) this.#isAllRead = true;
    return state;
  }

  /** Called before something is written. */
  noteWrite(): void {
    this.#writes += 1;
    if (this.#isAllRead) this.#mark = markUnread(this.#path);
    this.#isAllRead = false;
  }

  /** Called before our side is closed. */
  close(): void {
    this.#wasRead = this.wasRead;
  }
}
