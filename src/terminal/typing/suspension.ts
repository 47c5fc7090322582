/**
 * Ctrl-Z suspends most full-screen programs until a shell brings them back. A wrapped program has no shell, so it would
 * stay away for good: it is woken up instead.
 */
import { isSameProcess } from '../../processes.js';
import type { TerminalSession } from '../terminal-session.js';

/** Ctrl-Z, and the same key as the Kitty keyboard spells it. */
const SUSPEND = /\x1a|\x1b\[122;5(?::1)?u/;
/** A program first tidies up its terminal. A slow one is woken again: to a program that is awake, that means nothing. */
const WAKE_AFTER_MS = [300, 1_500, 5_000] as const;

/** Called with every key that a person presses. */
export function wakeAfter(keys: string, { pid, startTime }: Pick<TerminalSession, 'pid' | 'startTime'>): void {
  if (!SUSPEND.test(keys)) return;
  for (const ms of WAKE_AFTER_MS) {
    setTimeout(() => {
      if (!isSameProcess({ pid, startTime })) return;
      try {
        process.kill(-pid, 'SIGCONT');
      } catch {
        // It has just ended.
      }
    }, ms).unref();
  }
}
