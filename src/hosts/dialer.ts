/** Keeps a link to one host: dials, and dials again with growing pauses. */
import type { ChildProcess } from 'node:child_process';
import { NO_LINK } from './frames.js';
import type { Link } from './link.js';
import { meaningOf, type SshTarget, startSsh } from './ssh.js';

export interface DialerParts {
  readonly host: SshTarget;
  readonly env: () => NodeJS.ProcessEnv;
  /** Makes a link of a connection. `closed` is called once when it is over, with the reason. */
  connect(child: ChildProcess, closed: (reason: string) => void): Pick<Link, 'upAt' | 'noise'>;
  /** There is no link now, and when it is tried again. */
  failed(reason: string, nextAt: number): void;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
const LAST_WORDS_MS = 500;
const MOST_WORDS = 8_192;

/**
 * Grows, and is spread a little so that many hosts do not dial together. A link that held for longer than the pause before
 * it was worth dialing, so the next pause is short again.
 */
export function pauseAfter(before: number, heldMs: number, random = Math.random()): number {
  const next = before === 0 || heldMs > before ? FIRST_PAUSE_MS : Math.min(before * 2, LONGEST_PAUSE_MS);
  return Math.round(next * (0.8 + 0.4 * random));
}

export class Dialer {
  readonly #parts: DialerParts;
  #child: ChildProcess | null = null;
  #timer: NodeJS.Timeout | null = null;
  #pauseMs = 0;
  #isClosed = false;

  constructor(parts: DialerParts) {
    this.#parts = parts;
  }

  /** Dials now, unless it is connected or dialing. */
  dial(): void {
    if (this.#isClosed || this.#child) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const child = startSsh(this.#parts.host, this.#parts.env());
    this.#child = child;
    let words = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      words = `${words}${text}`.slice(-MOST_WORDS);
    });
    child.stdin?.on('error', () => {});
    const ended = new Promise<number | null>((resolve) => {
      child.once('error', (error) => {
        words = `${words}\n${error.message}`;
        resolve(null);
      });
      child.once('close', resolve);
    });
    let isOver = false;
    const over = async (reason: string): Promise<void> => {
      if (isOver) return;
      isOver = true;
      // An ssh that is ending tells how the command over there ended, and its last words may come after its output.
      if (wasOurs(reason)) child.kill('SIGTERM');
      const code = await Promise.race([
        ended,
        new Promise<null>((resolve) => setTimeout(() => resolve(null), LAST_WORDS_MS)),
      ]);
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      if (this.#child === child) this.#child = null;
      const heldMs = link.upAt === null ? 0 : performance.now() - link.upAt;
      const said = wasOurs(reason) ? reason : meaningOf(words, code);
      this.#later(said === null || said === NO_LINK ? (printed(link.noise) ?? reason) : said, heldMs);
    };
    const link = this.#parts.connect(child, (reason) => void over(reason));
    void ended.then(() => over('ssh ended'));
  }

  /** The pauses are short again: somebody asked, or the network is back. */
  hurry(): void {
    this.#pauseMs = 0;
    if (this.#timer) this.dial();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#child?.kill('SIGTERM');
  }

  #later(reason: string, heldMs: number): void {
    if (this.#isClosed) return;
    this.#pauseMs = pauseAfter(this.#pauseMs, heldMs);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.dial();
    }, this.#pauseMs);
    this.#timer.unref();
    this.#parts.failed(reason, Date.now() + this.#pauseMs);
  }
}

/** What the link itself found wrong says more than the last words of an ssh that was ended for it. */
function wasOurs(reason: string): boolean {
  return reason !== 'ssh ended' && reason !== 'the connection ended';
}

/** A shell that prints something and ends, say because its machine is being repaired. */
function printed(noise: string | null): string | null {
  return noise === null ? null : `its shell prints "${noise}", and there is no link after that`;
}
