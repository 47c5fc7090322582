/**
 * Doubts that a program has taken a text which has left its box, if the program records its prompts and not this one:
 * some drop a prompt that comes in the moment in which they begin with another one, and say nothing.
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

const LOOK_MS = 500;

export class Recording {
  readonly #parts: RecordingParts;
  /** Not every program records its prompts, and a profile may name the wrong files. */
  #isKnown = false;

  constructor(parts: RecordingParts) {
    this.#parts = parts;
  }

  /** What has left the box counts as submitted once it is recorded, if other texts were. */
  async confirmed(isRecorded: () => boolean): Promise<Settled> {
    const { ended, isBusy, limitMs } = this.#parts;
    let hasEnded = false;
    const end = ended.then(() => {
      hasEnded = true;
    });
    for (let idleMs = 0; !isRecorded(); ) {
      if (!this.#isKnown) return { type: 'submitted' };
      if (hasEnded || idleMs >= limitMs) return { type: 'uncertain', reason: 'no_evidence' };
      await Promise.race([end, pause(LOOK_MS)]);
      if (!isBusy()) idleMs += LOOK_MS;
    }
    this.#isKnown = true;
    return { type: 'submitted' };
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
