/** Pauses and resumes an agent: no sessions are started for a paused one. */
import { forgetFailures } from '../sessions/session-starts.js';
import { noteChange } from '../store/change-log.js';
import type { Db } from '../store/schema.js';
import type { Team } from '../team.js';
import { findAgent } from './agents.js';

/** False if no agent has this id. A resumed agent is started again, however often that failed before. */
export function setAgentPaused(team: Team, agentId: string, paused: boolean): Promise<boolean> {
  return team.change(async (tx, now) => {
    if (!(await findAgent(tx, agentId))) return false;
    await setPaused(tx, agentId, paused ? now : null);
    if (!paused) await forgetFailures(tx, agentId);
    return true;
  });
}

export async function setPaused(tx: Db, agentId: string, pausedAt: number | null): Promise<void> {
  await tx.deleteFrom('paused_agents').where('agent_id', '=', agentId).execute();
  if (pausedAt !== null) await tx.insertInto('paused_agents').values({ agent_id: agentId, at: pausedAt }).execute();
  noteChange(tx, 'sessions', { projectId: null, agentIds: [agentId] });
}

export async function isPaused(db: Db, agentId: string): Promise<boolean> {
  const row = await db.selectFrom('paused_agents').select('at').where('agent_id', '=', agentId).executeTakeFirst();
  return row !== undefined;
}
