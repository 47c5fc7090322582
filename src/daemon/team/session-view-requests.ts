/** Lists the sessions of a team for people: who is in which one, and why. */
import { sessionJson, waitingWorkJson } from '../../team/json/session-json.js';
import { liveSessions } from '../../team/sessions/session-view.js';
import type { Exchange } from '../http/exchange.js';
import { waitingIn } from './session-requests.js';
import type { TeamAccess } from './team-access.js';

export async function sessions(context: TeamAccess, { query }: Exchange): Promise<unknown> {
  const projectId = query.get('project') ?? undefined;
  const team = await context.ifThere();
  if (!team) return { sessions: [], waiting: [] };
  const live = await team.look((db) => liveSessions(db, projectId));
  const waiting = (await waitingIn(team)).filter((work) => projectId === undefined || work.projectId === projectId);
  return { sessions: live.map(sessionJson), waiting: waiting.map(waitingWorkJson) };
}
