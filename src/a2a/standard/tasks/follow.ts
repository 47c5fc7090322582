/** Follows a task: yields it as it is now and after each change, until the caller is gone or no longer allowed to see it. */
import type { Call } from '../call.js';
import type { Desk, Exchange } from '../desk.js';

export async function* follow(
  desk: Pick<Desk, 'exchange' | 'onChange'>,
  taskSeq: number,
  { signal, isAllowed }: Pick<Call, 'signal' | 'isAllowed'>,
): AsyncGenerator<Exchange, void, undefined> {
  let hasChanged = true;
  let wake = () => {};
  const look = () => wake();
  const unsubscribe = desk.onChange((seq) => {
    if (seq !== taskSeq) return;
    hasChanged = true;
    wake();
  });
  signal.addEventListener('abort', look);
  try {
    while (!signal.aborted) {
      if (!hasChanged) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      hasChanged = false;
      const exchange = desk.exchange(taskSeq);
      if (!exchange || !isAllowed()) return;
      yield exchange;
    }
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', look);
  }
}
