/** Start times of processes on a system where every look at them costs a process of its own. */
import type { ProcessIdentity } from './process-facts.js';

export interface StartTimesParts {
  /** All processes, by starting `ps`. */
  readonly list: () => readonly ProcessIdentity[];
  /** Costs nothing, but cannot tell a process from another one that got its pid later. */
  readonly exists: (pid: number) => boolean;
  readonly nowMs: () => number;
}

/** No pid is reused within such a short time. */
const KEPT_MS = 1_000;

export class StartTimes {
  readonly #parts: StartTimesParts;
  readonly #known = new Map<number, string | null>();
  #listedAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: StartTimesParts) {
    this.#parts = parts;
  }

  /** Null if the process is gone. A process that ends is noticed at once. */
  of(pid: number): string | null {
    const { exists, nowMs } = this.#parts;
    if (!exists(pid)) return null;
    if (nowMs() - this.#listedAtMs > KEPT_MS) this.#known.clear();
    if (!this.#known.has(pid)) this.#list();
    const found = this.#known.get(pid) ?? null;
    // A zombie exists, but is not listed.
    this.#known.set(pid, found);
    return found;
  }

  /** One look serves everybody who asks in the next moment, because most looks are about all agents. */
  #list(): void {
    this.#known.clear();
    for (const { pid, startTime } of this.#parts.list()) this.#known.set(pid, startTime);
    this.#listedAtMs = this.#parts.nowMs();
  }
}
