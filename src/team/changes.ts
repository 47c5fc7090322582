/** Tells those who wait that something in the team store may have changed, here or in another process. */

/** Other daemons say so at once; this look is for the day one of them could not. */
const LOOK_AGAIN_MS = 1_000;

export class Changes {
  readonly #listeners = new Set<() => void>();
  #waiting = 0;
  readonly #mark: () => number;
  #version = 0;
  #seenMark: number | null = null;
  #timer: NodeJS.Timeout | null = null;

  /** `mark` gives a number that is another one after a commit of another process. */
  constructor(mark: () => number) {
    this.#mark = mark;
  }

  /** Taken before a look: `after` then misses nothing that happened during it. */
  get version(): number {
    return this.#version;
  }

  notice(): void {
    this.#version += 1;
    for (const listener of [...this.#listeners]) listener();
  }

  /** Hears what is noticed; does not make this process look by itself. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** As `subscribe`, for somebody who waits: nothing is missed for longer than a second. */
  watch(listener: () => void): () => void {
    const unsubscribe = this.subscribe(listener);
    this.#waiting += 1;
    this.#startLooking();
    return () => {
      unsubscribe();
      this.#waiting -= 1;
      if (this.#waiting === 0) this.close();
    };
  }

  /** Resolves with the first change after that version, at the limit, or when the signal says that nobody waits any more. */
  after(version: number, limitMs: number, signal?: AbortSignal): Promise<void> {
    if (version !== this.#version || limitMs <= 0 || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        unsubscribe();
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, limitMs);
      const unsubscribe = this.watch(done);
      signal?.addEventListener('abort', done);
    });
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #startLooking(): void {
    if (this.#timer) return;
    this.#seenMark = this.#look();
    this.#timer = setInterval(() => {
      const mark = this.#look();
      if (mark === this.#seenMark) return;
      this.#seenMark = mark;
      this.notice();
    }, LOOK_AGAIN_MS);
    this.#timer.unref();
  }

  /** A store that is busy right now is looked at again soon. */
  #look(): number | null {
    try {
      return this.#mark();
    } catch {
      return null;
    }
  }
}
