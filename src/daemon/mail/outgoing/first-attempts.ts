/** Commands that wait for the first try of a message. */

/** The outcome of the first try. `queued` means that the receiver cannot take it now and the courier keeps trying. */
export type Attempt = 'delivered' | 'queued' | 'failed';

interface Waiting {
  readonly attempt: Promise<Attempt>;
  readonly settle: (attempt: Attempt) => void;
  readonly limit: NodeJS.Timeout;
}

export class FirstAttempts {
  readonly #waiting = new Map<number, Waiting>();

  /** Resolves with `queued` after the limit. Commands that wait for the same message share one wait. */
  wait(messageSeq: number, limitMs: number): Promise<Attempt> {
    const known = this.#waiting.get(messageSeq);
    if (known) return known.attempt;
    let settle: Waiting['settle'] = () => {};
    const attempt = new Promise<Attempt>((resolve) => {
      settle = resolve;
    });
    const limit = setTimeout(() => this.settle(messageSeq, 'queued'), limitMs);
    this.#waiting.set(messageSeq, { attempt, settle, limit });
    return attempt;
  }

  settle(messageSeq: number, attempt: Attempt): void {
    const waiting = this.#waiting.get(messageSeq);
    if (!waiting) return;
    this.#waiting.delete(messageSeq);
    clearTimeout(waiting.limit);
    waiting.settle(attempt);
  }

  close(): void {
    for (const { limit } of this.#waiting.values()) clearTimeout(limit);
  }
}
