/** Keeps waiting work from starting if it had no session yet when a person stopped everything in the home. */
import type { Db } from '../store/schema.js';
import { listStarts, noteStopped } from './session-starts.js';
import { hasLiveHolder, keyOfStart } from './start-state.js';
import { keyOf, wantedSessions } from './wanted-sessions.js';

/** When everything was stopped on this host, as far as this store knows; zero if never. */
export async function keptDownAt(db: Db, hostId: string | null): Promise<number> {
  const row = await db
    .selectFrom('stopped_all')
    .select('at')
    .where('host', '=', hostId ?? '')
    .executeTakeFirst();
  return row?.at ?? 0;
}

interface Stopping {
  readonly now: number;
  readonly isAlive: (holder: string) => boolean;
  /** Where everything was stopped; the work of other hosts continues. */
  readonly hostId: string | null;
}

/** Does so once for each stop, because later work is wanted. */
export async function keepDown(tx: Db, stoppedAt: number, { now, isAlive, hostId }: Stopping): Promise<void> {
  if ((await keptDownAt(tx, hostId)) >= stoppedAt) return;
  const host = hostId ?? '';
  await tx.deleteFrom('stopped_all').where('host', '=', host).execute();
  await tx.insertInto('stopped_all').values({ host, at: stoppedAt }).execute();
  const starts = await listStarts(tx);
  // A running session records its own end, and what was given up has a reason already.
  const settled = starts.filter((row) => row.state === 'given_up' || hasLiveHolder(row, isAlive));
  const keys = new Set(settled.map((row) => keyOf(keyOfStart(row))));
  for (const wanted of await wantedSessions(tx, hostId))
    if (!keys.has(keyOf(wanted))) await noteStopped(tx, wanted, now);
}
