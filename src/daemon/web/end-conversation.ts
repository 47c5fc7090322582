/** Ends a conversation between two agents, as a person of its project. Both agents are told. */
import { fail } from '../../errors.js';
import { findConversation } from '../../team/chat/conversation-reads.js';
import { closeConversation } from '../../team/chat/conversations.js';
import { conversationJson } from '../../team/json/conversation-json.js';
import { isAssigned } from '../../team/people/agents.js';
import type { TeamAccess } from '../team/team-access.js';

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
