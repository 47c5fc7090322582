/** Ends this process by a signal, so that its shell sees what the bare program would have shown it. */
import { constants } from 'node:os';

/** Ends this process as the signal would have ended the program. */
export function exitBySignal(signal: number | NodeJS.Signals): number {
  const { signals } = constants;
  const name = typeof signal === 'string' ? signal : nameOf(signal);
  if (name) {
    // Node handles some signals itself, and restores the default only when the last listener is removed.
    if (name !== 'SIGKILL' && name !== 'SIGSTOP') process.on(name, () => {});
    process.removeAllListeners(name);
    process.kill(process.pid, name);
  }
  return 128 + (typeof signal === 'string' ? signals[signal] : signal);
}

function nameOf(signal: number): NodeJS.Signals | undefined {
  const found = Object.entries(constants.signals).find(([, number]) => number === signal);
  return found?.[0] as NodeJS.Signals | undefined;
}
