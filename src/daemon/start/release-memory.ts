/** Releases memory after a busy time, because V8 keeps what it has and a daemon is mostly idle. */

/** V8 shrinks the young heap only if hardly anything was allocated in the last five seconds. */
const QUIET_MS = 6_000;
/** Below this there is nothing worth collecting. */
const SMALL_HEAP_BYTES = 12 * 2 ** 20;

export class MemoryRelease {
  #timer: NodeJS.Timeout | null = null;

  /** Called after work that may have left garbage. */
  worked(): void {
    this.#timer ??= setTimeout(() => this.#release(), QUIET_MS).unref();
    this.#timer.refresh();
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }

  #release(): void {
    this.#timer = null;
    if (process.memoryUsage().heapTotal > SMALL_HEAP_BYTES) globalThis.gc?.();
  }
}
