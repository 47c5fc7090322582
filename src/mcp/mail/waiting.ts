/** Waiting for a reply: tells the client now and then that it still waits, because clients give up on a call that is silent. */
import type { MailCall } from './mail.js';

const TICK_MS = 10_000;

export async function whileWaiting<T>(target: string, { say, progress }: MailCall, work: () => Promise<T>): Promise<T> {
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += TICK_MS / 1000;
    progress(say('mcp_waiting', { target, seconds }));
  }, TICK_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Ends early if the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms).unref();
    signal.addEventListener('abort', finish);
    if (signal.aborted) finish();
  });
}
