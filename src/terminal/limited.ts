/** Runs work that may not come to an end by itself, such as a pattern over a screen that was made to keep it busy. */
import { Script } from 'node:vm';

const WORK = Symbol.for('synapse.limited-work');
/** Of all of Node only this can stop a regular expression. */
const CALL = new Script(`globalThis[Symbol.for('${WORK.description}')]()`);

/** What the work gives back, or null if it took too much time, or more memory than a pattern may. */
export function withinLimit<T>(limitMs: number, work: () => T): T | null {
  const place = globalThis as { [WORK]?: () => T };
  place[WORK] = work;
  try {
    return CALL.runInThisContext({ timeout: limitMs }) as T;
  } catch (error) {
    const tookTooLong = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    if (tookTooLong || error instanceof RangeError) return null;
    throw error;
  } finally {
    delete place[WORK];
  }
}
