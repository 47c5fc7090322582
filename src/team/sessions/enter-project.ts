/** Opens a session of an agent in a project: with a passkey, or for a terminal. */
import { fail } from '../../errors.js';
import { purposeOf, wantChat } from '../chat/chat-work.js';
import { joinPending } from '../chat/conversations.js';
import type { Db } from '../store/schema.js';
import type { Team } from '../team.js';
import { workInProgress } from '../work/session-work.js';
import { openSession, type Purpose } from './session.js';

export interface Entrance {
  readonly agentId: string;
  readonly projectId: string;
  /** Null if the waiting work should decide. */
  readonly purpose: Purpose | null;
  /** The process that the session belongs to; null for a passkey. */
  readonly holder: string | null;
  /** The token that the terminal's program already has, to make it valid again. */
  readonly token?: string;
  /** Runs in the same transaction. */
  readonly also?: (tx: Db, now: number) => Promise<void>;
}

export interface Entered {
  readonly token: string;
  readonly purpose: Purpose;
  readonly taskId: string | null;
}

/** A chat session joins the conversations that are waiting for its agent. */
export function enterProject(team: Team, entrance: Entrance): Promise<Entered> {
  const { agentId, projectId, holder, token: known } = entrance;
  return team.change(async (tx, now) => {
    const wanted = await wantedSession(tx, entrance);
    if (!wanted) throw fail('no_valid_purpose', { agent_id: agentId, project_id: projectId });
    const rules = team.rules.sessions;
    const opening = { now, rules, ...(known === undefined ? {} : { token: known }) };
    const token = await openSession(tx, { agentId, projectId, ...wanted, holder }, opening);
    await entrance.also?.(tx, now);
    if (wanted.purpose === 'chat') {
      await joinPending(tx, projectId, agentId, now);
      await wantChat(tx, { projectId, agentId }, null);
    }
    return { token, ...wanted };
  });
}

async function wantedSession(
  tx: Db,
  { agentId, projectId, purpose }: Entrance,
): Promise<Pick<Entered, 'purpose' | 'taskId'> | null> {
  if (purpose === null) return purposeOf(tx, { agentId, projectId });
  const work = purpose === 'task' ? await workInProgress(tx, projectId, agentId) : null;
  return { purpose, taskId: work?.taskId ?? null };
}
