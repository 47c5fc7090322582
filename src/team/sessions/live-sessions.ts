/** Finds the sessions that have not ended. */
import type { Db, SessionRow } from '../store/schema.js';
import type { NewSession, SessionRules } from './session.js';

export async function liveSession(
  db: Db,
  { agentId, projectId, purpose }: Pick<NewSession, 'agentId' | 'projectId' | 'purpose'>,
): Promise<SessionRow | null> {
  const row = await db
    .selectFrom('sessions')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('project_id', '=', projectId)
    .where('purpose', '=', purpose)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export function isOver(
  { expires_at, holder }: Pick<SessionRow, 'expires_at' | 'holder'>,
  now: number,
  { isAlive }: SessionRules,
): boolean {
  return (expires_at !== null && expires_at <= now) || (holder !== null && !isAlive(holder));
}

/** The agent's sessions that have not ended. */
export function sessionsOfAgent(db: Db, agentId: string): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('ended_at', 'is', null)
    .orderBy('purpose')
    .execute();
}

export async function hasOpenSession(db: Db): Promise<boolean> {
  const open = await db.selectFrom('sessions').select('id').where('ended_at', 'is', null).executeTakeFirst();
  return open !== undefined;
}

export async function allLive(db: Db): Promise<SessionRow[]> {
  return db.selectFrom('sessions').selectAll().where('ended_at', 'is', null).execute();
}
