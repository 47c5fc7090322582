/** Chat messages in JSON. */
import { toIso } from '../../clock.js';
import { shortNamedId } from '../../ids.js';
import type { ChatMessage } from '../chat/messages.js';
import type { Json } from './json.js';

/** For the receiver, in camel case like the lines of chat files. */
export function receivedMessageJson(message: ChatMessage): Json {
  const { id, senderId, content, createdAt, conversationId, relatedTaskId } = message;
  return { id, senderId, content, createdAt: toIso(createdAt), conversationId, relatedTaskId };
}

/** For a person who reads the chat of an agent. */
export function chatMessageJson(message: ChatMessage): Json {
  const { id, senderId, ...rest } = receivedMessageJson(message);
  return { id, senderId, receiverId: message.receiverId, ...rest };
}

/** As part of a conversation. */
export function spokenMessageJson({ id, senderId, content, createdAt }: ChatMessage): Json {
  return { id, sender_id: senderId, content, created_at: toIso(createdAt) };
}

/** In the form of inbox mail, for people. */
export function chatMailJson(message: ChatMessage): Json {
  const { id, senderId, receiverId, content, createdAt, projectId, conversationId } = message;
  return {
    id,
    short_id: shortNamedId(id),
    kind: 'chat',
    from: senderId,
    to: receiverId,
    text: content,
    project: projectId,
    conversation_id: conversationId,
    created_at: toIso(createdAt),
  };
}
