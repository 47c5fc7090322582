/** Answers people about sessions and the work that waits for them, and pauses or resumes agents. */
import { fail } from '../../errors.js';
import { environmentOf } from '../../launch/project-environment.js';
import { terminalsOf } from '../../registry/entry.js';
import type { Registry } from '../../registry/registry.js';
import { agentSessionJson, sessionJson, waitingWorkJson } from '../../team/json/session-json.js';
import { projectsOf } from '../../team/people/agents.js';
import { isPaused, setAgentPaused } from '../../team/people/pausing.js';
import { sessionsOfAgent } from '../../team/sessions/live-sessions.js';
import { listStarts, noteAgentStopped } from '../../team/sessions/session-starts.js';
import { liveSessions } from '../../team/sessions/session-view.js';
import { type StartRules, startRules } from '../../team/sessions/start-rules.js';
import { type WaitingWork, waitingWork } from '../../team/sessions/waiting-work.js';
import type { Db } from '../../team/store/schema.js';
import type { Team } from '../../team/team.js';
import type { ById, Exchange } from '../http/exchange.js';
import { mustBePerson } from './person-body.js';
import type { TeamAccess } from './team-access.js';
import { isVisible, visibleProject } from './visible.js';

export async function waiting(access: TeamAccess): Promise<unknown> {
  const team = await access.ifThere();
  const found = team ? await waitingIn(team, rulesIn(access)) : [];
  return { waiting: found.filter(({ projectId }) => isVisible(access, projectId)).map(waitingWorkJson) };
}

export async function sessions(access: TeamAccess, { query }: Exchange): Promise<unknown> {
  const projectId = visibleProject(access, query);
  const team = await access.ifThere();
  if (!team) return { sessions: [], waiting: [] };
  const live = await team.look((db) => liveSessions(db, projectId));
  const waiting = (await waitingIn(team, rulesIn(access))).filter(
    (work) => projectId === undefined || work.projectId === projectId,
  );
  return { sessions: live.map(sessionJson), waiting: waiting.map(waitingWorkJson) };
}

export async function pauseAgent(access: TeamAccess, exchange: Exchange<ById>): Promise<unknown> {
  return setPaused(access, exchange, true);
}

export async function resumeAgent(access: TeamAccess, exchange: Exchange<ById>): Promise<unknown> {
  return setPaused(access, exchange, false);
}

/**
 * Somebody stops an agent that does not run, but may be about to be started. The daemon of a program keeps it down only in
 * its own project, where it could have started it.
 */
export async function stopAgent(access: TeamAccess, { params }: Exchange<ById>): Promise<unknown> {
  const agentId = params.id;
  const team = await access.ifThere();
  const projects = team ? await team.look((db) => projectsOf(db, agentId)) : [];
  const projectIds = projects.filter((projectId) => isVisible(access, projectId));
  if (!team || projectIds.length === 0) throw fail('agent_not_found', { target: agentId });
  await team.change((tx, now) => noteAgentStopped(tx, { agentId, projectIds }, now));
  return { success: true, agent_id: agentId };
}

async function setPaused(access: TeamAccess, exchange: Exchange<ById>, paused: boolean): Promise<unknown> {
  const agentId = exchange.params.id;
  mustBePerson(access, exchange);
  const team = await access.ifThere();
  const isKnown = team && (await setAgentPaused(team, agentId, paused));
  if (!isKnown) throw fail('agent_not_found', { target: agentId });
  return { success: true, agent_id: agentId, paused };
}

/** The sessions of an agent in projects that are shown, and whether it is paused. */
export async function sessionsOf(
  db: Db,
  agentId: string,
  { registry, isSeen }: { readonly registry: Registry; readonly isSeen: (projectId: string) => boolean },
): Promise<Record<string, unknown>> {
  const rows = (await sessionsOfAgent(db, agentId)).filter((row) => isSeen(row.project_id));
  const starts = (await listStarts(db)).filter((row) => row.agent_id === agentId);
  const live = registry.live(agentId);
  const terminals = live ? terminalsOf(live) : [];
  return {
    paused: await isPaused(db, agentId),
    sessions: rows.map((row) => {
      const fits = (of: { purpose?: unknown }) => of.purpose === row.purpose;
      const start = starts.find((each) => fits(each) && each.project_id === row.project_id && each.state === 'running');
      const terminal = terminals.find((each) => fits(each) && each.project === row.project_id);
      return agentSessionJson(row, { session: terminal?.session ?? null, why: start?.why ?? null });
    }),
  };
}

export function rulesIn({ context: { home, env } }: TeamAccess): (projectId: string) => StartRules {
  return (projectId) => startRules(environmentOf(home, projectId, env));
}

/** `rulesOf` tells the limits of a project, to say whether work waits because of them. */
export function waitingIn(team: Team, rulesOf?: (projectId: string) => StartRules): Promise<WaitingWork[]> {
  const { isAlive } = team.rules.sessions;
  return team.look((db) => waitingWork(db, { now: team.clock.now(), isAlive, rulesOf }));
}
