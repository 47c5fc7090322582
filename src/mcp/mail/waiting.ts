/** Tells a waiting client now and then that it still waits, because clients give up on a call that is silent. */
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
