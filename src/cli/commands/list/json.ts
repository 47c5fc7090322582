/** `synapse list --json`, without anything that draws or asks: scripts and completions run it all the time. */
import { systemClock } from '../../../clock.js';
import type { KnownAgent } from '../../../registry/entry.js';
import { everybody, registryHere } from '../../client/find-agent.js';
import { agentJson } from '../../print/agent-json.js';
import { printJson } from '../../print/stdio.js';
import { NO_SESSIONS, type TeamSessions } from '../../print/team-session.js';

/** Work that waits for a session is listed only if there is any. */
export async function printAgentsAsJson(
  team: TeamSessions = NO_SESSIONS,
  select: (agents: KnownAgent[]) => readonly KnownAgent[] = withoutStopped,
): Promise<number> {
  const now = systemClock.now();
  const agents = select(everybody(await registryHere())).map((agent) => agentJson(agent, now, team));
  printJson({ agents, ...(team.waiting.length > 0 ? { waiting: team.waiting } : {}) });
  return 0;
}

export function withoutStopped(agents: readonly KnownAgent[]): readonly KnownAgent[] {
  return agents.filter(({ status }) => status !== 'stopped');
}
