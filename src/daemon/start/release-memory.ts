/** Gives memory back when a busy time is over: V8 keeps what it has until it needs more, and a daemon mostly rests. */
import type { EventHub } from '../events.js';

const QUIET_MS = 2_000;
/** Below this there is nothing worth collecting. */
const SMALL_HEAP_BYTES = 16 * 2 ** 20;

/** Mail is work; of other work it is told by calling what this gives back. */
export function releaseMemoryAfterWork(events: EventHub): () => void {
  let timer: NodeJS.Timeout | null = null;
  const worked = () => {
    timer ??= setTimeout(() => {
      timer = null;
      if (process.memoryUsage().heapTotal > SMALL_HEAP_BYTES) globalThis.gc?.();
    }, QUIET_MS).unref();
    timer.refresh();
  };
  events.subscribe(worked);
  return worked;
}
