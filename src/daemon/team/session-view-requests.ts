/** What people ask about the sessions of a team: who is in which one, and why. */
import { toIso } from '../../clock.js';
import { liveSessions, type SessionView } from '../../team/sessions/session-view.js';
import type { Exchange } from '../http/server.js';
import { encodeWaiting, waitingIn } from './session-requests.js';
import type { TeamAccess } from './team-access.js';

export async function sessions(context: TeamAccess, { query }: Exchange): Promise<unknown> {
  const projectId = query.get('project') ?? undefined;
  const team = await context.ifThere();
  if (!team) return { sessions: [], waiting: [] };
  const live = await team.look((db) => liveSessions(db, projectId));
  const waiting = (await waitingIn(team)).filter((work) => projectId === undefined || work.projectId === projectId);
  return { sessions: live.map(encodeSession), waiting: waiting.map(encodeWaiting) };
}

function encodeSession({ agentId, projectId, purpose, holder, since, task, partners, about }: SessionView): unknown {
  return {
    agent_id: agentId,
    project_id: projectId,
    purpose,
    holder,
    since: toIso(since),
    task_id: task?.id ?? null,
    task_title: task?.title ?? null,
    partners,
    about,
  };
}
