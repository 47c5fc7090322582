/** Ends sessions: one, all of an agent or process, or those whose time is up. */
import { noteChange } from '../store/change-log.js';
import type { Db, SessionRow } from '../store/schema.js';
import { allLive, isOver } from './live-sessions.js';
import type { SessionRules } from './session.js';
import type { StartKey } from './start-state.js';

/** After this time, an old token is simply unknown. */
const REMEMBERED_MS = 7 * 24 * 3_600_000;

type EndCause = NonNullable<SessionRow['end_cause']>;

export async function endSession(tx: Db, id: string, now: number, cause: EndCause): Promise<void> {
  await endAll(tx, { id }, now, cause);
}

export async function endSessionsOf(tx: Db, agentId: string, projectId: string, now: number): Promise<void> {
  await endAll(tx, { agent_id: agentId, project_id: projectId }, now, 'gone');
}

/** Ends the session of a terminal that ends. Its process may have another one. */
export async function endSessionOfHolder(
  tx: Db,
  { projectId, agentId, purpose, holder }: StartKey & { readonly holder: string },
  now: number,
): Promise<void> {
  await endAll(tx, { holder, project_id: projectId, agent_id: agentId, purpose }, now, 'gone');
}

/** Ends the live sessions that have these values. */
async function endAll(tx: Db, values: Partial<SessionRow>, now: number, cause: EndCause): Promise<void> {
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: now, end_cause: cause })
    .where((eb) => eb.and(values))
    .where('ended_at', 'is', null)
    .returning(['project_id', 'agent_id'])
    .execute();
  for (const row of ended) noteChange(tx, 'sessions', { projectId: row.project_id, agentIds: [row.agent_id] });
}

/** Tells the chat session of the agent to exit at its next call. False if there is none. */
export async function requestExit(tx: Db, agentId: string, projectId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ exit_requested_at: now })
    .where('agent_id', '=', agentId)
    .where('project_id', '=', projectId)
    .where('purpose', '=', 'chat')
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  noteChange(tx, 'sessions', { projectId, agentIds: [agentId] });
  return numUpdatedRows > 0n;
}

/** Marks expired sessions as ended, so that the database allows new ones. Returns those that are still live. */
export async function expireSessions(tx: Db, now: number, rules: SessionRules): Promise<SessionRow[]> {
  const live = await allLive(tx);
  const over = live.filter((row) => isOver(row, now, rules));
  for (const row of over) {
    const hasRunOut = row.expires_at !== null && row.expires_at <= now;
    await endSession(tx, row.id, hasRunOut ? (row.expires_at as number) : now, hasRunOut ? 'expired' : 'gone');
  }
  if (over.length > 0) {
    await tx
      .deleteFrom('sessions')
      .where('ended_at', '<', now - REMEMBERED_MS)
      .execute();
  }
  return live.filter((row) => !over.includes(row));
}
