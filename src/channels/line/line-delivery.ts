/**
 * Delivers one line after the other to a line-oriented program, and proves that the program has read it. At most one line
 * is unread at any time, so if the program ends it is known which one was not read.
 */
import type { WriteError } from '../../terminal/program/pty.js';
import type { TerminalSession } from '../../terminal/terminal-session.js';
import type { PersonKeys } from '../../terminal/typing/person-keys.js';
import type { Delivered, HoldReason, Settled } from '../delivered.js';

export interface LineDeliveryParts {
  readonly terminal: Pick<
    TerminalSession,
    'write' | 'inputState' | 'isAllRead' | 'wasRead' | 'isAlternate' | 'whenWhole' | 'onOutput' | 'exited'
  >;
  readonly keys: Pick<PersonKeys, 'hasDraft' | 'waitingBytes' | 'onTyping' | 'follow' | 'cover'>;
  /** Whether an interactive shell reads the terminal, which would execute the line. */
  readonly runsShell: () => boolean;
  /** Makes the next answer to that question a new one. */
  readonly lookAtProcesses: () => Promise<void>;
}

/** A program that waits for input reads a line within a millisecond or so. Only if it takes longer is that worth a receipt. */
const QUICK_MS = 50;
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 100;
/** How long to try to watch a terminal that cannot be watched. */
const UNKNOWN_LIMIT_MS = 2_000;
/** A line that is still there so long after such a key was not dropped. The kernel handles keys a moment later. */
const DROP_LIMIT_MS = 1_000;
/** How often to look whether a shell has ended. */
const LOOK_AGAIN_MS = 250;
/** A message asks several times why it is held. Looking at processes takes a moment. */
const LOOK_LASTS_MS = 20;
/** Keys at which the kernel drops unread input: Ctrl-C, Ctrl-Z and Ctrl-\. */
const DROPS_INPUT = /[\x03\x1a\x1c]/;

/** A line that the program has not been seen to read. */
interface UnreadLine {
  /** Whether nothing was unread before it. */
  readonly isFirst: boolean;
  /** When a key was pressed at which the kernel may drop it. */
  droppedAt: number | null;
}

export class LineDelivery {
  readonly #parts: LineDeliveryParts;
  readonly #listeners = new Set<() => void>();
  #unread: UnreadLine | null = null;
  #shell = { isThere: false, seenAt: Number.NEGATIVE_INFINITY };
  #timer: NodeJS.Timeout | undefined;
  #wasAlternate = false;
  #isWatching = false;
  /** Nothing can be typed any more, although the end of the program may not have been reported yet. */
  #isGone = false;

  constructor(parts: LineDeliveryParts) {
    this.#parts = parts;
    const { terminal, keys } = parts;
    keys.onTyping((typed) => this.#personTyped(typed));
    // Output is announced before it is drawn.
    terminal.onOutput(() => queueMicrotask(() => this.#watchScreen()));
    void terminal.exited.then(() => {
      this.#isGone = true;
      clearTimeout(this.#timer);
    });
  }

  /** Null while a line could be typed. */
  get holdReason(): HoldReason | null {
    const { keys, terminal } = this.#parts;
    if (this.#unread || this.#isGone) return 'busy';
    if (keys.hasDraft) return 'draft';
    if (terminal.isAlternate) return 'screen';
    return this.#seesShell() ? 'shell' : null;
  }

  /** Called when `holdReason` may have changed. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** `line` includes what submits it. */
  async deliver(line: string): Promise<Delivered> {
    const { terminal } = this.#parts;
    await this.#parts.lookAtProcesses();
    await new Promise<unknown>((resolve) => terminal.whenWhole(resolve));
    if (!terminal.isAllRead) await terminal.inputState();
    this.#shell.seenAt = Number.NEGATIVE_INFINITY;
    const reason = this.holdReason;
    if (reason !== null) return { type: 'held', reason };
    this.#unread = { isFirst: terminal.isAllRead, droppedAt: null };
    try {
      await terminal.write(Buffer.from(line));
    } catch (error) {
      this.#isGone = true;
      // The program has got nothing of it.
      if ((error as Partial<WriteError>).bytesTaken === 0) return { type: 'held', reason: 'busy' };
      throw error;
    }
    const settled = this.#prove(this.#unread);
    return (await soon(settled)) ?? { type: 'typed', via: 'line', settled };
  }

  /** Called before keys are pressed on behalf of somebody. A line that is still unread then may be dropped. */
  async beforePressing(keys: string): Promise<void> {
    const line = this.#unread;
    if (line && DROPS_INPUT.test(keys) && (await this.#parts.terminal.inputState()) !== 'read')
      line.droppedAt = performance.now();
  }

  /** Called when they are written, so that what is typed next comes after them. */
  afterPressing(keys: string): void {
    this.#parts.keys.follow(keys);
    this.#notify();
  }

  async #prove(line: UnreadLine): Promise<Settled> {
    try {
      return await this.#whenRead(line);
    } finally {
      this.#unread = null;
      this.#notify();
    }
  }

  async #whenRead(line: UnreadLine): Promise<Settled> {
    const { terminal, keys } = this.#parts;
    let knownAt = performance.now();
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const state = await terminal.inputState();
      if (state === 'gone') {
        this.#isGone = true;
        return (await this.#wasReadBeforeEnd(line)) ? { type: 'submitted' } : ENDED;
      }
      if (state === 'read') return line.droppedAt === null ? { type: 'submitted' } : DROPPED;
      if (state === 'unread') {
        knownAt = performance.now();
        // The program handles these keys itself.
        const isKept = line.droppedAt !== null && knownAt - line.droppedAt > DROP_LIMIT_MS && keys.waitingBytes === 0;
        if (isKept) line.droppedAt = null;
      } else if (performance.now() - knownAt > UNKNOWN_LIMIT_MS) return { type: 'submitted', reason: 'unproven' };
      await pause(pauseMs);
    }
  }

  /**
   * A program can read a line and end before anybody looks. If it was killed, it may have got no further than that, so
   * the line stays uncertain.
   */
  async #wasReadBeforeEnd({ isFirst, droppedAt }: UnreadLine): Promise<boolean> {
    const { terminal } = this.#parts;
    const { signal } = await terminal.exited;
    return signal === null && isFirst && droppedAt === null && terminal.wasRead;
  }

  #personTyped(typed: string): void {
    if (this.#unread && DROPS_INPUT.test(typed)) this.#unread.droppedAt = performance.now();
    this.#notify();
  }

  /** Looks at the screen until all output is drawn. */
  #watchScreen(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    this.#parts.terminal.whenWhole((undrawn) => {
      this.#isWatching = false;
      this.#drawn();
      if (undrawn.length > 0) this.#watchScreen();
    });
  }

  #drawn(): void {
    const { isAlternate } = this.#parts.terminal;
    if (isAlternate === this.#wasAlternate) return;
    this.#wasAlternate = isAlternate;
    this.#parts.keys.cover(isAlternate);
    this.#notify();
  }

  #seesShell(): boolean {
    const now = performance.now();
    if (now - this.#shell.seenAt > LOOK_LASTS_MS) this.#shell = { isThere: this.#parts.runsShell(), seenAt: now };
    if (this.#shell.isThere) this.#lookAgain();
    return this.#shell.isThere;
  }

  /** Nothing tells that a shell has ended. */
  #lookAgain(): void {
    if (this.#isGone || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (!this.#seesShell()) this.#notify();
    }, LOOK_AGAIN_MS);
    this.#timer.unref();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

const ENDED: Settled = { type: 'uncertain', reason: 'the program ended before it was seen to read it' };
const DROPPED: Settled = { type: 'uncertain', reason: 'the program was interrupted before it was seen to read it' };

async function soon(settled: Promise<Settled>): Promise<Settled | null> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), QUICK_MS);
  });
  try {
    return await Promise.race([settled, limit]);
  } finally {
    clearTimeout(timer);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
