/** `synapse list --json`: what scripts and completions ask all the time, without anything that draws. */
import { systemClock } from '../../../clock.js';
import { synapseHome } from '../../../paths.js';
import { Registry } from '../../../registry/registry.js';
import { agentJson } from '../../print/agent-json.js';
import { NO_SESSIONS, type TeamSessions } from '../../print/session-words.js';
import { printJson } from '../../print/stdio.js';

/** `waiting`: the work that waits for a session; only where there is a team. */
export function runListJson(team: TeamSessions = NO_SESSIONS): number {
  const now = systemClock.now();
  const agents = new Registry(synapseHome()).list().map((agent) => agentJson(agent, now, team));
  printJson({ agents, ...(team.waiting.length > 0 ? { waiting: team.waiting } : {}) });
  return 0;
}
