/** Notifications in JSON. The caller adds the instruction, because it knows the reader's language. */
import { toIso } from '../../clock.js';
import { shortNamedId } from '../../ids.js';
import type { Notification } from '../work/notifications.js';
import type { Json } from './json.js';

export function notificationJson(notification: Notification, instruction: string): Json {
  const { id, type, action, message, conversationId, messageId, taskId, createdAt } = notification;
  return {
    id,
    type,
    action,
    message,
    instruction,
    conversation_id: conversationId,
    ...passedOn(messageId),
    task_id: taskId,
    created_at: toIso(createdAt),
  };
}

/** Returned instead of the answer to a tool. */
export function interruptJson(notification: Notification, instruction: string): Json {
  const { id, action, conversationId, messageId, taskId, message } = notification;
  return {
    notification_id: id,
    action,
    conversation_id: conversationId,
    ...passedOn(messageId),
    task_id: taskId,
    message,
    instruction,
  };
}

/** Returned with the answer to a tool. */
export function chatNoticeJson(notification: Notification, instruction: string): Json {
  const { conversationId, messageId, taskId, message } = notification;
  return {
    conversation_id: conversationId,
    ...passedOn(messageId),
    message,
    instruction,
    from: 'self_chat_session',
    related_task_id: taskId,
  };
}

/** Only where a chat message is passed on. */
function passedOn(messageId: string | null): Json {
  return messageId === null ? {} : { message_id: messageId };
}

/** In the form of inbox mail, for people. */
export function noticeMailJson(
  { id, projectId, agentId, action, taskId, conversationId, createdAt }: Notification,
  { from, text }: { readonly from: string; readonly text: string },
): Json {
  return {
    id,
    short_id: shortNamedId(id),
    kind: 'notice',
    from,
    to: agentId,
    text,
    action,
    project: projectId,
    task_id: taskId,
    conversation_id: conversationId,
    created_at: toIso(createdAt),
  };
}
