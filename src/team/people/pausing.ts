/** Pauses and resumes an agent: no sessions are started for a paused one. */
import { forgetFailures, setPaused } from '../sessions/session-starts.js';
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
