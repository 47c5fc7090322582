/** Asks running daemons what is going on in the team: sessions, waiting work, declared agents. Starts none. */
import { NO_SESSIONS, type TeamSessions } from '../print/team-session.js';
import type { WaitingWork } from '../print/waiting-work.js';
import { askRunningDaemon } from './ask-team.js';
import { hasTeam, type Place } from './find-agent.js';

/** Who is in which session and why; null if no daemon answered. */
export async function teamSessions(place: Place): Promise<TeamSessions | null> {
  if (!hasTeam(place)) return NO_SESSIONS;
  return (await askRunningDaemon(place, '/sessions')) as TeamSessions | null;
}

/** Work that waits for a session, as a running daemon tells it; null if none answered. */
export async function askWaitingWork(place: Place): Promise<readonly WaitingWork[] | null> {
  if (!hasTeam(place)) return [];
  const answer = (await askRunningDaemon(place, '/sessions/waiting')) as { waiting: readonly WaitingWork[] } | null;
  return answer?.waiting ?? null;
}

/** An agent as the team knows it, even if it has never run; null if it is unknown or no daemon answered. */
export async function declaredAgent(place: Place, id: string): Promise<Readonly<Record<string, unknown>> | null> {
  const answer = hasTeam(place) ? await askRunningDaemon(place, '/agents') : null;
  const { agents = [] } = (answer ?? {}) as { agents?: readonly Readonly<Record<string, unknown>>[] };
  return agents.find((agent) => agent.id === id) ?? null;
}
