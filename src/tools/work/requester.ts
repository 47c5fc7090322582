/** Checks on whose request an agent acts from chat: whether they may ask, and whether they did. */
import { fail } from '../../errors.js';
import type { Say } from '../../i18n.js';
import { latestFrom } from '../../team/chat/messages.js';
import { listAgents } from '../../team/people/agents.js';
import { isAncestor } from '../../team/people/hierarchy.js';
import type { Session } from '../../team/sessions/session.js';
import type { Db } from '../../team/store/schema.js';
import { mustBeMember } from '../../team/work/work-changes.js';
import type { Actor } from '../../team/work/work-trail.js';

/** Checks the requester in the documented order, and returns what the trail records. */
export async function requestedBy(tx: Db, session: Session, requesterId: string, say: Say): Promise<Required<Actor>> {
  const { projectId, agentId } = session;
  await mustBeMember(tx, projectId, requesterId);
  if (!isAncestor(requesterId, agentId, await listAgents(tx))) {
    const ids = { agent_id: agentId, requester_id: requesterId };
    throw fail('unauthorized', { ...ids, reason: say('requester_not_above', ids) });
  }
  return {
    executorId: agentId,
    via: 'chat',
    requesterId,
    conversationId: await conversationWith(tx, session, requesterId),
    isUnverified: (await latestFrom(tx, session, requesterId)) === null,
  };
}

/** The conversation of the partner's latest message: where a request was made. */
export async function conversationWith(db: Db, session: Session, partnerId: string): Promise<string | null> {
  return (await latestFrom(db, session, partnerId))?.conversationId ?? null;
}
