/**
 * Doubts that a program has taken a text which has left its box, if the program records its prompts and not this one.
 * Gemini CLI queues what comes before it has started, and drops without a word what comes in the moment in which it
 * begins with another prompt. So nothing else is typed until the last text is recorded.
 */
import type { Settled } from '../delivered.js';

export interface RecordingParts {
  /** Resolves when the program has ended. */
  readonly ended: Promise<unknown>;
  /** Whether the program works, so that the text may still wait in it. */
  readonly isBusy: () => boolean;
  /** How long an idle program may take to record what it has taken. */
  readonly limitMs: number;
}

const LOOK_MS = 250;

export class Recording {
  readonly #parts: RecordingParts;
  readonly #listeners: (() => void)[] = [];
  /** A profile may name the wrong files. Then what leaves the box is believed, as without files. */
  #records: 'unknown' | 'yes' | 'no' = 'unknown';
  #open = 0;

  constructor(parts: RecordingParts) {
    this.#parts = parts;
  }

  /** Whether the program has not recorded yet what it was given last. */
  get isOpen(): boolean {
    return this.#open > 0;
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** What has left the box counts as submitted once it is recorded, if other texts were. */
  async confirmed(isRecorded: () => boolean): Promise<Settled> {
    this.#open += 1;
    try {
      const isIt = await this.#until(isRecorded);
      const isBelieved = this.#records !== 'yes';
      if (isIt) this.#records = 'yes';
      else if (isBelieved) this.#records = 'no';
      return isIt || isBelieved ? { type: 'submitted' } : { type: 'uncertain', reason: 'no_evidence' };
    } finally {
      this.#open -= 1;
      for (const listener of this.#listeners) listener();
    }
  }

  async #until(isRecorded: () => boolean): Promise<boolean> {
    const { ended, isBusy, limitMs } = this.#parts;
    let hasEnded = false;
    const end = ended.then(() => {
      hasEnded = true;
    });
    for (let idleMs = 0; ; ) {
      if (isRecorded()) return true;
      if (hasEnded || idleMs >= limitMs || this.#records === 'no') return false;
      await Promise.race([end, pause(LOOK_MS)]);
      if (!isBusy()) idleMs += LOOK_MS;
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
