/** Asks running daemons what is going on in the team: sessions, waiting work, declared agents. Starts none. */
import type { Registry } from '../../registry/registry.js';
import { NO_SESSIONS, type TeamSessions } from '../print/team-session.js';
import type { WaitingWork } from '../print/waiting-work.js';
import { askRunningDaemons } from './ask-team.js';
import { hasTeam } from './find-agent.js';

/** Who is in which session and why; null if no daemon answered. */
export async function teamSessions(registry: Registry): Promise<TeamSessions | null> {
  if (!hasTeam(registry)) return NO_SESSIONS;
  const answers = await askRunningDaemons<TeamSessions>(registry, { path: '/sessions' });
  if (answers.length === 0) return null;
  return { sessions: answers.flatMap(({ sessions }) => sessions), waiting: answers.flatMap(({ waiting }) => waiting) };
}

/** Work that waits for a session, according to a running daemon; null if none answered. */
export async function askWaitingWork(registry: Registry): Promise<readonly WaitingWork[] | null> {
  if (!hasTeam(registry)) return [];
  const answers = await askRunningDaemons<{ waiting: readonly WaitingWork[] }>(registry, { path: '/sessions/waiting' });
  return answers.length === 0 ? null : answers.flatMap(({ waiting }) => waiting);
}

type Declared = Readonly<Record<string, unknown>>;

/** An agent as the team knows it, even if it has never run; null if it is unknown or no daemon answered. */
export async function declaredAgent(registry: Registry, id: string): Promise<Declared | null> {
  const answers = hasTeam(registry)
    ? await askRunningDaemons<{ agents: readonly Declared[] }>(registry, { path: '/agents' })
    : [];
  return answers.flatMap(({ agents }) => agents).find((agent) => agent.id === id) ?? null;
}

/** The names that agents were declared with, where those differ from their ids. Empty if no daemon answered. */
export async function declaredNames(registry: Registry): Promise<ReadonlyMap<string, string>> {
  const answers = hasTeam(registry)
    ? await askRunningDaemons<{ agents: readonly Declared[] }>(registry, { path: '/agents' })
    : [];
  const named = answers
    .flatMap(({ agents }) => agents)
    .filter(({ id, name }) => typeof name === 'string' && name !== id);
  return new Map(named.map(({ id, name }) => [String(id), String(name)]));
}
