/** Gives memory back after a busy time, because V8 keeps what it has until it needs more and a daemon mostly rests. */
import type { EventHub } from '../events.js';

export interface MemoryRelease {
  /** Something was done that may have left garbage behind. */
  worked(): void;
  close(): void;
}

const QUIET_MS = 2_000;
/** Below this there is nothing worth collecting. */
const SMALL_HEAP_BYTES = 16 * 2 ** 20;

/** Mail counts as work by itself; other work is reported with `worked`. */
export function releaseMemoryAfterWork(events: EventHub): MemoryRelease {
  let timer: NodeJS.Timeout | null = null;
  const release = () => {
    timer = null;
    if (process.memoryUsage().heapTotal > SMALL_HEAP_BYTES) globalThis.gc?.();
  };
  const worked = () => {
    timer ??= setTimeout(release, QUIET_MS).unref();
    timer.refresh();
  };
  const unsubscribe = events.subscribe(worked);
  const close = () => {
    unsubscribe();
    if (timer) clearTimeout(timer);
  };
  return { worked, close };
}
