/** Reads what happened before anybody watched, from the stores of all daemons and from that of the team. */

import { happeningKey } from '../../a2a/activity/happening-key.js';
import type { Activity, Happening } from '../../a2a/activity.js';
import { encodeMessage } from '../../a2a/encode.js';
import { type Address, callDaemon } from '../../a2a/local.js';
import { toIso } from '../../clock.js';
import { isRunning } from '../../registry/entry.js';
import type { DaemonContext } from '../context.js';
import { atMost } from '../start/at-most.js';
import type { HistoryMessage } from './agents/follow-daemon.js';
import { fromHistory, pastOf } from './mail-news.js';
import type { TeamNews } from './team-news.js';

/** Daemons that do not answer in this time are left out. */
const LIMIT_MS = 3_000;
const MOST_OF_ONE = 500;
const MOST = 2_000;

interface Dated {
  readonly at: number;
  readonly happening: Happening;
}

/** Oldest first, at most the latest two thousand. */
export async function readPast(context: DaemonContext, team: TeamNews, since: number): Promise<readonly Activity[]> {
  const found: Dated[] = [];
  const seen = new Set<string>();
  const take = (messages: readonly HistoryMessage[]) => {
    for (const message of messages.map(fromHistory)) {
      if (seen.has(message.id)) continue;
      seen.add(message.id);
      found.push(...pastOf(message).map((happening) => ({ happening, at: Date.parse(timeOf(happening, message)) })));
    }
  };
  const own = context.store.history({ limit: MOST_OF_ONE, sinceAt: since });
  take(own.map((message) => encodeMessage(message, context.self) as unknown as HistoryMessage));
  const others = context.registry.list().filter(({ id }) => id !== context.self.id);
  const reading = others.filter(isRunning).map(async ({ live }) => take(await historyOf(context, live, since)));
  await atMost(LIMIT_MS, Promise.all(reading));
  found.push(...(await team.past(since).catch(() => [])));
  const sorted = found.sort((a, b) => a.at - b.at).slice(-MOST);
  return sorted.map(({ at, happening }) => ({ ...happening, cursor: '', at: toIso(at) }));
}

/** The past, and what was told while it was read. Some of that may have been read already. */
export function withMeanwhile(past: readonly Activity[], meanwhile: readonly Activity[]): readonly Activity[] {
  const known = new Set(past.map(happeningKey));
  return [...past, ...meanwhile.filter((activity) => !known.has(happeningKey(activity)))].slice(-MOST);
}

function timeOf(
  happening: Happening,
  message: { readonly created_at: string; readonly receipt: { readonly at: string } },
): string {
  return happening.event === 'message' ? message.created_at : message.receipt.at;
}

async function historyOf({ home }: DaemonContext, daemon: Address, since: number): Promise<readonly HistoryMessage[]> {
  try {
    const path = `/history?limit=${MOST_OF_ONE}&since=${Math.max(1, Math.floor(since))}`;
    return ((await callDaemon(daemon, home, { path, timeoutMs: LIMIT_MS })) as { messages: HistoryMessage[] }).messages;
  } catch {
    // It has just ended, or hangs.
    return [];
  }
}
