/** What people ask about the sessions of a team: who is in which one, and why. */
import { toIso } from '../clock.js';
import { liveSessions, type SessionView } from '../team/session-view.js';
import type { Exchange } from './server.js';
import type { TeamOffice } from './team-office.js';

export async function sessions(office: TeamOffice, { query }: Exchange): Promise<unknown> {
  const projectId = query.get('project') ?? undefined;
  const team = await office.ifThere();
  if (!team) return { sessions: [], waiting: [] };
  return team.look(async (db) => ({
    sessions: (await liveSessions(db, projectId)).map(encodeSession),
    waiting: [],
  }));
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
