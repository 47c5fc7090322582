/** `synapse list --json`, without anything that draws or asks: scripts and completions run it all the time. */
import { systemClock } from '../../../clock.js';
import { synapseHome } from '../../../paths.js';
import { Registry } from '../../../registry/registry.js';
import { agentJson } from '../../print/agent-json.js';
import { printJson } from '../../print/stdio.js';
import { NO_SESSIONS, type TeamSessions } from '../../print/team-session.js';

/** Work that waits for a session is listed only if there is any. */
export function printAgentsAsJson(team: TeamSessions = NO_SESSIONS): number {
  const now = systemClock.now();
  const agents = new Registry(synapseHome()).list().map((agent) => agentJson(agent, now, team));
  printJson({ agents, ...(team.waiting.length > 0 ? { waiting: team.waiting } : {}) });
  return 0;
}
