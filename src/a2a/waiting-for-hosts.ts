/** How many messages of the agents here wait for each other host, as their daemons say. */
import { type Address, callDaemon } from './local.js';

const ANSWER_MS = 2_000;

export async function waitingForHosts(home: string, daemons: readonly Address[]): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const all = await Promise.all(
    daemons.map(async ({ id, socket }) => {
      const call = { path: '/status', timeoutMs: ANSWER_MS };
      const answer = await callDaemon({ id, socket }, home, call).catch(() => ({}));
      return Object.entries((answer as { queue?: { hosts?: Record<string, number> } }).queue?.hosts ?? {});
    }),
  );
  for (const [host, count] of all.flat()) counts.set(host, (counts.get(host) ?? 0) + count);
  return counts;
}
