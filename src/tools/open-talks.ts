/** What is still being talked about for a work task, as part of an answer. */
import { conversationsOfTasks } from '../team/chat/task-conversations.js';
import { openConversationJson } from '../team/json/conversation-json.js';
import { openDelegationJson } from '../team/json/delegation-json.js';
import type { Json } from '../team/json/json.js';
import type { Member } from '../team/people/agents.js';
import type { Db } from '../team/store/schema.js';
import { openDelegations } from '../team/work/delegations.js';

export interface OpenTalks {
  readonly open_conversations: readonly Json[];
  readonly open_delegations: readonly Json[];
}

export async function openTalksOf(db: Db, member: Member, taskId: string): Promise<OpenTalks> {
  const conversations = await conversationsOfTasks(db, [taskId]);
  const open = conversations.filter(({ state }) => state === 'pending' || state === 'active');
  const delegations = await openDelegations(db, member);
  return {
    open_conversations: open.map(openConversationJson),
    open_delegations: delegations.filter((each) => each.taskId === taskId).map(openDelegationJson),
  };
}
