/** Conversations in JSON. */
import { toIso } from '../../clock.js';
import { type Conversation, partnerOf, takesPart } from '../chat/conversation.js';
import type { ChatMessage } from '../chat/messages.js';
import { statusFor } from '../chat/task-conversations.js';
import { isoOrNull, type Json } from './json.js';
import { spokenMessageJson } from './message-json.js';

export function conversationJson(conversation: Conversation): Json {
  const { id, projectId, initiatorId, participantId, state, purpose, taskId, turns, maxTurns } = conversation;
  return {
    id,
    project_id: projectId,
    initiator_id: initiatorId,
    participant_id: participantId,
    state,
    purpose,
    task_id: taskId,
    delegation_id: conversation.delegationId,
    turns,
    max_turns: maxTurns,
    ended_by: conversation.endedBy,
    end_reason: conversation.endReason,
    created_at: toIso(conversation.createdAt),
    last_activity_at: toIso(conversation.lastActivityAt),
    ended_at: isoOrNull(conversation.closedAt),
  };
}

/** With its messages, for the agent's task session. */
export function taskConversationJson(
  conversation: Conversation,
  messages: readonly ChatMessage[],
  agentId: string,
): Json {
  const { id, state, participantId, turns, createdAt, closedAt } = conversation;
  const status = statusFor(conversation);
  return {
    conversation_id: id,
    status,
    state,
    target_agent_id: takesPart(conversation, agentId) ? partnerOf(conversation, agentId) : participantId,
    end_reason: conversation.endReason,
    message_count: turns,
    messages: messages.map(spokenMessageJson),
    started_at: toIso(createdAt),
    ended_at: status === 'ended' ? isoOrNull(closedAt) : null,
  };
}

/** Part of the `work` action. */
export function openConversationJson({ id, state, participantId }: Conversation): Json {
  return { conversation_id: id, state, target_agent_id: participantId };
}

/** As one party knows it. */
export function partnerJson(conversation: Conversation, agentId: string): Json {
  const { id, purpose } = conversation;
  return { conversation_id: id, target_agent_id: partnerOf(conversation, agentId), purpose };
}

/** Part of the delegation it was started for. */
export function delegatedConversationJson({ id, state, turns }: Conversation): Json {
  return { conversation_id: id, state, message_count: turns };
}
