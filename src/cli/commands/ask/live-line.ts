/**
 * The line on which a terminal shows how a question or work is doing: `claude · taken · busy 12 s · 3f2a91c0`. A bundle of its own,
 * because only commands that wait on a terminal need it.
 */
import { writeSync } from 'node:fs';
import { withoutControls } from '../../../clean-text.js';
import { isInForeground } from '../../../processes.js';
import { wantsColor } from '../../print/output.js';
import { describeProgress, type Progress, type View } from './progress-line.js';

const STDERR = 2;
/** The seconds are counted here; the daemon only says what changes. */
const TICK_MS = 1000;
/** From the cursor to the end of the screen: a line that a narrower window has wrapped goes, too. */
const CLEAR = '\r\x1b[J';
const DIM = ['\x1b[2m', '\x1b[22m'] as const;

export interface LiveLine<Shown> {
  show(shown: Shown): void;
  /** Takes the line away while something else is printed. */
  aside(print: () => void): void;
  end(): void;
}

type Describe<Shown> = (shown: Shown, view: View) => string;

/** Null if stderr is no terminal that can redraw a line. */
export function openLiveLine(): LiveLine<Progress> | null;
export function openLiveLine<Shown>(describe: Describe<Shown>): LiveLine<Shown> | null;
export function openLiveLine(describe: Describe<Progress> = describeProgress): LiveLine<Progress> | null {
  return process.stderr.isTTY === true && process.env.TERM !== 'dumb' ? new DrawnLine(describe) : null;
}

class DrawnLine<Shown> implements LiveLine<Shown> {
  readonly #describe: Describe<Shown>;
  readonly #isDim = wantsColor({ env: process.env, argv: process.argv, isTerminal: true });
  readonly #startedAt = Date.now();
  readonly #ticking = setInterval(() => this.#draw(), TICK_MS);
  #shown: Shown | null = null;
  #isDrawn = false;

  constructor(describe: Describe<Shown>) {
    this.#describe = describe;
    this.#ticking.unref();
    process.stderr.on('resize', this.#draw);
    process.once('exit', this.end);
  }

  show(shown: Shown): void {
    this.#shown = shown;
    this.#draw();
  }

  aside(print: () => void): void {
    this.#clear();
    print();
    this.#draw();
  }

  readonly end = (): void => {
    clearInterval(this.#ticking);
    process.stderr.off('resize', this.#draw);
    process.off('exit', this.end);
    this.#clear();
    this.#shown = null;
  };

  /** Leaves the cursor where the line begins, so that whatever is printed next, or a shell's prompt, covers it. */
  readonly #draw = (): void => {
    // In the background, it would draw over what the user is typing.
    if (this.#shown === null || !isInForeground()) return;
    const { columns } = process.stderr;
    const text = this.#describe(this.#shown, {
      now: Date.now(),
      startedAt: this.#startedAt,
      // The last column stays free, because some terminals wrap as soon as it is used.
      width: (columns > 0 ? columns : 80) - 1,
    });
    const [on, off] = this.#isDim ? DIM : ['', ''];
    this.#write(`${CLEAR}${on}${withoutControls(text)}${off}\r`);
    this.#isDrawn = true;
  };

  #clear(): void {
    if (this.#isDrawn && isInForeground()) this.#write(CLEAR);
    this.#isDrawn = false;
  }

  /** A terminal that is gone or does not take it misses a redraw, and nothing else. */
  #write(text: string): void {
    try {
      writeSync(STDERR, text);
    } catch {
      this.#isDrawn = false;
    }
  }
}
