/** Decides what an agent's chat session does next, and marks what it was told. */
import type { Member } from '../people/agents.js';
import { liveSession } from '../sessions/live-sessions.js';
import { type Action, type ChatFacts, isChatWork, nextChatAction } from '../sessions/next-action.js';
import type { Purpose } from '../sessions/session.js';
import { noteChange } from '../store/change-log.js';
import type { Db, Told } from '../store/schema.js';
import { nextPending, takeUp } from '../work/delegations.js';
import { countToCheck, isForTaskSession } from '../work/notifications.js';
import { workInProgress } from '../work/session-work.js';
import { pendingCount } from './chat-cursors.js';
import type { Conversation } from './conversation.js';
import { BY, conversationsOf } from './conversation-reads.js';
import { markRequestSeen, markTold } from './conversations.js';

export async function chatAction(db: Db, member: Member, isExitRequested = false): Promise<Action> {
  const notifications = await countToCheck(db, member, isForTaskSession);
  return nextChatAction({ ...(await chatFacts(db, member)), notifications, isExitRequested });
}

/** In a terminal, messages come before the end of their conversation; requests still come first. */
export async function terminalAction(db: Db, member: Member): Promise<Action> {
  const facts = await chatFacts(db, member);
  const isOpen = ({ state }: Conversation) => state === 'pending' || state === 'active';
  const beforeEnds = nextChatAction({ ...facts, conversations: facts.conversations.filter(isOpen) });
  return beforeEnds.type === 'get_pending_messages' ? beforeEnds : nextChatAction(facts);
}

/** Without notifications: they start no session, and are typed into a terminal on their own. */
async function chatFacts(db: Db, { projectId, agentId }: Member): Promise<ChatFacts> {
  return {
    agentId,
    isExitRequested: false,
    notifications: 0,
    conversations: await conversationsOf(db, projectId, agentId),
    delegation: await nextPending(db, { projectId, agentId }),
    pendingMessages: await pendingCount(db, { projectId, agentId }),
  };
}

/** Marks an action about a conversation or a delegation as told. */
export async function markDone(
  tx: Db,
  action: Action,
  { agentId, now, how = BY.answer }: { readonly agentId: string; readonly now: number; readonly how?: Told },
): Promise<void> {
  if (action.type === 'conversation_request') await markRequestSeen(tx, action.conversation, now, how);
  if (action.type === 'conversation_ended' || action.type === 'conversation_expired') {
    await markTold(tx, action.conversation, agentId, how);
  }
  if (action.type === 'process_delegation') {
    const { id, projectId } = action.delegation;
    const session = await liveSession(tx, { agentId, projectId, purpose: 'chat' });
    if (session) await takeUp(tx, id, session.id);
  }
}

/** Chooses the purpose of a new session: work in progress, then chat; null if nothing waits or it is taken care of. */
export async function purposeOf(db: Db, member: Member): Promise<{ purpose: Purpose; taskId: string | null } | null> {
  const { projectId, agentId } = member;
  const isFree = async (purpose: Purpose) => (await liveSession(db, { agentId, projectId, purpose })) === null;
  const work = await workInProgress(db, projectId, agentId);
  if (work && (await isFree('task'))) return { purpose: 'task', taskId: work.taskId };
  const waits = isChatWork(nextChatAction(await chatFacts(db, member))) || (await isChatWanted(db, member));
  return waits && (await isFree('chat')) ? { purpose: 'chat', taskId: null } : null;
}

/** Notes that a person wants the agent's chat session; null once a session was opened. */
export async function wantChat(tx: Db, { projectId, agentId }: Member, at: number | null): Promise<void> {
  await tx
    .updateTable('project_agents')
    .set({ chat_wanted_at: at })
    .where('project_id', '=', projectId)
    .where('agent_id', '=', agentId)
    .execute();
  noteChange(tx, 'chat', { projectId, agentIds: [agentId] });
}

async function isChatWanted(db: Db, { projectId, agentId }: Member): Promise<boolean> {
  const row = await db
    .selectFrom('project_agents')
    .select('chat_wanted_at')
    .where('project_id', '=', projectId)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row?.chat_wanted_at != null;
}
