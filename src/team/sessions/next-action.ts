/** Decides what a session should do next, for callers that ask once and for those that wait. */
import type { Conversation } from '../chat/conversation.js';
import type { Delegation } from '../work/delegations.js';
import type { WorkInProgress } from '../work/session-work.js';

export type Action =
  | { readonly type: 'exit' }
  | { readonly type: 'work'; readonly work: WorkInProgress }
  | { readonly type: 'conversation_ended'; readonly conversation: Conversation }
  | { readonly type: 'conversation_expired'; readonly conversation: Conversation }
  | { readonly type: 'conversation_request'; readonly conversation: Conversation }
  | { readonly type: 'process_delegation'; readonly delegation: Delegation }
  | { readonly type: 'check_notifications'; readonly count: number }
  | { readonly type: 'get_pending_messages' }
  | { readonly type: 'wait_for_messages' };

export interface ChatFacts {
  readonly agentId: string;
  readonly isExitRequested: boolean;
  /** Conversations whose end the agent does not know about yet. */
  readonly conversations: readonly Conversation[];
  /** The oldest one that nobody has taken. */
  readonly delegation: Delegation | null;
  /** Unread notifications that the session should read. */
  readonly notifications: number;
  readonly pendingMessages: number;
}

/** In order of urgency: endings before requests, requests before notifications, notifications before messages. */
export function nextChatAction(facts: ChatFacts): Action {
  if (facts.isExitRequested) return { type: 'exit' };
  const oldestFirst = [...facts.conversations].sort((a, b) => a.createdAt - b.createdAt);
  for (const [type, fits] of ABOUT_CONVERSATIONS) {
    const conversation = oldestFirst.find((each) => fits(each, facts.agentId));
    if (conversation) return { type, conversation };
  }
  if (facts.delegation) return { type: 'process_delegation', delegation: facts.delegation };
  if (facts.notifications > 0) return { type: 'check_notifications', count: facts.notifications };
  return { type: facts.pendingMessages > 0 ? 'get_pending_messages' : 'wait_for_messages' };
}

/** A task session reads what it has to know, then works on its work task, or has nothing to do. */
export function nextTaskAction(work: WorkInProgress | null, notifications: number): Action {
  if (notifications > 0) return { type: 'check_notifications', count: notifications };
  return work ? { type: 'work', work } : { type: 'exit' };
}

/** Whether anything is waiting that only a chat session can handle. */
export function isChatWork(action: Action): boolean {
  return action.type !== 'exit' && action.type !== 'wait_for_messages';
}

type AboutConversation = 'conversation_ended' | 'conversation_expired' | 'conversation_request';

const ABOUT_CONVERSATIONS: readonly [AboutConversation, (conversation: Conversation, agentId: string) => boolean][] = [
  ['conversation_ended', ({ state }) => state === 'terminating' || state === 'ended'],
  ['conversation_expired', ({ state, initiatorId }, agentId) => state === 'expired' && initiatorId === agentId],
  [
    'conversation_request',
    ({ state, participantId, isRequestSeen }, agentId) =>
      participantId === agentId && !isRequestSeen && (state === 'pending' || state === 'active'),
  ],
];
