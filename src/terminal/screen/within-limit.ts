/** Runs work with a time limit, because a program can draw a screen on which a pattern never ends. */
import { Script } from 'node:vm';

const WORK = Symbol.for('synapse.limited-work');
/** Nothing else in Node can stop a regular expression. */
const CALL = new Script(`globalThis[Symbol.for('${WORK.description}')]()`);

/** Returns the result of `work`, or null if it took too much time or memory. */
export function withinLimit<T>(limitMs: number, work: () => T): T | null {
  const scope = globalThis as { [WORK]?: () => T };
  scope[WORK] = work;
  try {
    return CALL.runInThisContext({ timeout: limitMs }) as T;
  } catch (error) {
    const tookTooLong = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    if (tookTooLong || error instanceof RangeError) return null;
    throw error;
  } finally {
    delete scope[WORK];
  }
}
