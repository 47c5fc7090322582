/** Lists who is in which session and why, for people. */
import type { Conversation } from '../chat/conversation.js';
import { partnerOf } from '../chat/conversation.js';
import { movingConversations } from '../chat/conversation-reads.js';
import type { Db, SessionRow } from '../store/schema.js';
import { openDelegations } from '../work/delegations.js';
import { workOf } from '../work/session-work.js';
import type { Purpose } from './session.js';

export interface SessionView {
  readonly agentId: string;
  readonly projectId: string;
  readonly purpose: Purpose;
  /** The process that it belongs to; null for a session that was opened with a passkey. */
  readonly holder: string | null;
  readonly since: number;
  /** The work task of a task session. */
  readonly task: { readonly id: string; readonly title: string } | null;
  /** The agents that a chat session talks with, or is about to. */
  readonly partners: readonly string[];
  /** The subject of the conversation. */
  readonly about: string | null;
}

/** The sessions of one project or of all, task sessions first. */
export async function liveSessions(db: Db, projectId?: string): Promise<SessionView[]> {
  const all = db.selectFrom('sessions').selectAll().where('ended_at', 'is', null);
  const rows = await (projectId === undefined ? all : all.where('project_id', '=', projectId)).execute();
  const conversations = rows.some(({ purpose }) => purpose === 'chat') ? await movingConversations(db) : [];
  const views: SessionView[] = [];
  for (const row of rows) {
    views.push(row.purpose === 'task' ? await taskView(db, row) : await chatView(db, row, conversations));
  }
  return views.sort((a, b) =>
    a.agentId === b.agentId ? (a.purpose > b.purpose ? -1 : 1) : a.agentId < b.agentId ? -1 : 1,
  );
}

async function taskView(db: Db, row: SessionRow): Promise<SessionView> {
  const { project_id: projectId, agent_id: agentId, task_id: taskId } = row;
  const work = await workOf(db, { projectId, agentId, taskId });
  return { ...basics(row), task: work && { id: work.taskId, title: work.title }, partners: [], about: null };
}

async function chatView(db: Db, row: SessionRow, all: readonly Conversation[]): Promise<SessionView> {
  const { project_id: projectId, agent_id: agentId } = row;
  const talks = all.filter(
    ({ projectId: project, initiatorId, participantId, state }) =>
      project === projectId && (initiatorId === agentId || participantId === agentId) && state !== 'terminating',
  );
  if (talks.length > 0) {
    const partners = talks.map((talk) => partnerOf(talk, agentId));
    return { ...basics(row), task: null, partners, about: talks[0]?.purpose ?? null };
  }
  const delegations = await openDelegations(db, { projectId, agentId });
  const partners = delegations.map(({ targetId }) => targetId);
  return { ...basics(row), task: null, partners, about: delegations[0]?.purpose ?? null };
}

function basics(row: SessionRow): Pick<SessionView, 'agentId' | 'projectId' | 'purpose' | 'holder' | 'since'> {
  const { agent_id: agentId, project_id: projectId, purpose, holder, created_at: since } = row;
  return { agentId, projectId, purpose, holder, since };
}
