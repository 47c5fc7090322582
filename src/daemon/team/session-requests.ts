/** Answers people about sessions and the work that waits for them, and pauses or resumes agents. */
import { fail } from '../../errors.js';
import { memberOf } from '../../registry/entry.js';
import type { Registry } from '../../registry/registry.js';
import { agentSessionJson, waitingWorkJson } from '../../team/json/session-json.js';
import { findAgent } from '../../team/people/agents.js';
import { sessionsOfAgent } from '../../team/sessions/session.js';
import { forgetFailures, isPaused, listStarts, setPaused } from '../../team/sessions/session-starts.js';
import { type WaitingWork, waitingWork } from '../../team/sessions/waiting-work.js';
import type { Db } from '../../team/store/schema.js';
import type { Team } from '../../team/team.js';
import type { ById, Exchange } from '../http/exchange.js';
import type { TeamAccess } from './team-access.js';

export async function waiting(context: TeamAccess): Promise<unknown> {
  const team = await context.ifThere();
  return { waiting: team ? (await waitingIn(team)).map(waitingWorkJson) : [] };
}

export async function pauseAgent(context: TeamAccess, exchange: Exchange<ById>): Promise<unknown> {
  return hold(context, exchange, true);
}

export async function resumeAgent(context: TeamAccess, exchange: Exchange<ById>): Promise<unknown> {
  return hold(context, exchange, false);
}

async function hold(place: TeamAccess, exchange: Exchange<ById>, paused: boolean): Promise<unknown> {
  const { context, isPerson } = place;
  const agentId = exchange.params.id;
  if (!isPerson) throw fail('unauthorized', { agent_id: exchange.caller.id, agent: context.self.id });
  const team = await place.ifThere();
  const isKnown = team && (await setHeld(team, agentId, paused));
  if (!isKnown) throw fail('agent_not_found', { target: agentId });
  return { success: true, agent_id: agentId, paused };
}

/** False if no agent has this id. */
export async function setHeld(team: Team, agentId: string, paused: boolean): Promise<boolean> {
  return team.change(async (tx, now) => {
    if (!(await findAgent(tx, agentId))) return false;
    await setPaused(tx, agentId, paused ? now : null);
    if (!paused) await forgetFailures(tx, agentId);
    return true;
  });
}

/** The sessions of an agent, and whether it is paused. */
export async function sessionsOf(db: Db, agentId: string, registry: Registry): Promise<Record<string, unknown>> {
  const rows = await sessionsOfAgent(db, agentId);
  const starts = (await listStarts(db)).filter((row) => row.agent_id === agentId);
  const entries = registry.entries().filter((entry) => memberOf(entry) === agentId);
  return {
    paused: await isPaused(db, agentId),
    sessions: rows.map((row) => {
      const fits = (of: { purpose?: unknown }) => of.purpose === row.purpose;
      const start = starts.find((each) => fits(each) && each.project_id === row.project_id && each.state === 'running');
      const entry = entries.find((each) => fits(each) && each.project === row.project_id);
      return agentSessionJson(row, { address: entry?.id ?? null, why: start?.why ?? null });
    }),
  };
}

export function waitingIn(team: Team): Promise<WaitingWork[]> {
  const { isAlive } = team.rules.sessions;
  return team.look((db) => waitingWork(db, { now: team.clock.now(), isAlive }));
}
