/** Removes an agent from a project: ends its sessions and conversations, and unassigns its work. */

import { advance, takesPart } from '../chat/conversation.js';
import { movingConversations } from '../chat/conversation-reads.js';
import { closeConversation } from '../chat/conversations.js';
import { endSessionsOf } from '../sessions/session-ends.js';
import type { Db } from '../store/schema.js';
import { releaseWork } from '../work/work-changes.js';
import type { Actor } from '../work/work-trail.js';
import { type Member, removeAgent } from './agents.js';

/** Returns how many work tasks were unassigned. */
export async function leaveProject(
  tx: Db,
  { projectId, agentId }: Member,
  { by, now }: { readonly by: Actor; readonly now: number },
): Promise<number> {
  await endSessionsOf(tx, agentId, projectId, now);
  for (const conversation of await movingConversations(tx)) {
    const isTheirs = conversation.projectId === projectId && takesPart(conversation, agentId);
    if (!isTheirs || advance(conversation.state, 'left') === null) continue;
    await closeConversation(tx, conversation, { event: 'left', reason: 'session_expired', endedBy: agentId }, now);
  }
  const released = await releaseWork(tx, projectId, agentId, { by, now });
  await removeAgent(tx, projectId, agentId);
  return released;
}
