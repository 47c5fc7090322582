/** Asks running daemons what is going on in the team: sessions, waiting work, declared agents. Starts none. */
import type { Registry } from '../../registry/registry.js';
import { NO_SESSIONS, type TeamSessions } from '../print/team-session.js';
import type { WaitingWork } from '../print/waiting-work.js';
import { askRunningDaemon } from './ask-team.js';
import { hasTeam } from './find-agent.js';

/** Who is in which session and why; null if no daemon answered. */
export async function teamSessions(registry: Registry): Promise<TeamSessions | null> {
  if (!hasTeam(registry)) return NO_SESSIONS;
  return (await askRunningDaemon(registry, '/sessions')) as TeamSessions | null;
}

/** Work that waits for a session, according to a running daemon; null if none answered. */
export async function askWaitingWork(registry: Registry): Promise<readonly WaitingWork[] | null> {
  if (!hasTeam(registry)) return [];
  const answer = (await askRunningDaemon(registry, '/sessions/waiting')) as { waiting: readonly WaitingWork[] } | null;
  return answer?.waiting ?? null;
}

/** An agent as the team knows it, even if it has never run; null if it is unknown or no daemon answered. */
export async function declaredAgent(registry: Registry, id: string): Promise<Readonly<Record<string, unknown>> | null> {
  const answer = hasTeam(registry) ? await askRunningDaemon(registry, '/agents') : null;
  const { agents = [] } = (answer ?? {}) as { agents?: readonly Readonly<Record<string, unknown>>[] };
  return agents.find((agent) => agent.id === id) ?? null;
}
