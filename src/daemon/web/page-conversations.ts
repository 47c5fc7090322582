/** Conversations on the page: lists them with the time at which they time out, and lets a person end one. */
import { toIso } from '../../clock.js';
import { fail } from '../../errors.js';
import { findConversation } from '../../team/chat/conversation-reads.js';
import { closeConversation } from '../../team/chat/conversations.js';
import { conversationJson } from '../../team/json/conversation-json.js';
import { isAssigned } from '../../team/people/agents.js';
import { conversationEnds } from '../../team/sweep.js';
import type { Exchange } from '../http/exchange.js';
import type { TeamAccess } from '../team/team-access.js';
import { conversations } from '../team/team-requests.js';

/** As `GET /conversations` tells of them. */
export async function conversationsForPage(access: TeamAccess, exchange: Exchange): Promise<unknown> {
  const found = (await conversations(access, exchange)) as { conversations: readonly { readonly id: string }[] };
  const team = await access.ifThere();
  const ends = await team?.look((db) => conversationEnds(db, team.rules));
  const endOf = (id: string) => {
    const at = ends?.get(id);
    return at === undefined ? null : toIso(at);
  };
  return { conversations: found.conversations.map((each) => ({ ...each, ends_at: endOf(each.id) })) };
}

/** Both agents are told. */
export async function endConversation(access: TeamAccess, id: string): Promise<unknown> {
  const personId = access.context.self.id;
  const team = await access.ifThere();
  if (!team) throw fail('conversation_not_found', { conversation_id: id });
  const ended = await team.change(async (tx, now) => {
    const conversation = await findConversation(tx, id);
    if (!conversation) throw fail('conversation_not_found', { conversation_id: id });
    const { projectId } = conversation;
    if (!(await isAssigned(tx, projectId, personId)))
      throw fail('agent_not_assigned_to_project', { agent_id: personId, project_id: projectId });
    await closeConversation(tx, conversation, { event: 'ended', reason: null, endedBy: personId }, now);
    return findConversation(tx, id);
  });
  return { conversation: ended && conversationJson(ended) };
}
