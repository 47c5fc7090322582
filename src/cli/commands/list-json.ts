/** `synapse list --json`: what scripts and completions ask all the time, without anything that draws. */
import { systemClock } from '../../clock.js';
import { agentJson } from '../agent-json.js';
import { here } from '../agents.js';
import { printJson } from '../say.js';
import { teamSessions } from '../team-sessions.js';

export async function runListJson(): Promise<number> {
  const place = here();
  const team = await teamSessions(place);
  const now = systemClock.now();
  printJson({ agents: place.registry.list().map((agent) => agentJson(agent, now, team)), waiting: team.waiting });
  return 0;
}
