/** Delivers notices from the chat session to the task session, with or instead of the answer to a tool. */

import type { Say } from '../../i18n.js';
import { chatNoticeJson, interruptJson } from '../../team/json/notification-json.js';
import type { Purpose } from '../../team/sessions/session.js';
import { markRead, type Notification, unread } from '../../team/work/notifications.js';
import type { Answer, SessionCall, Tool } from '../tool.js';

/** Tools that an interrupt does not replace: they read it, or end what it would interrupt. */
const NEVER_REPLACED = new Set([
  'get_notifications',
  'get_conversation_messages',
  'logout',
  'report_completed',
  'update_task_status',
]);

/** Runs the tool unless an interrupt waits, and adds the oldest unread notice to the answer. */
export async function withNotices(
  { name }: Pick<Tool, 'name'>,
  call: SessionCall,
  run: () => Promise<Answer>,
): Promise<Answer> {
  if (call.session.purpose !== 'task') return run();
  const interrupt = NEVER_REPLACED.has(name) ? undefined : (await waiting(call, 'interrupt'))[0];
  if (interrupt)
    return {
      tool: name,
      tool_executed: false,
      interrupt: interruptJson(interrupt, instructionOf(interrupt, call.say, 'task')),
    };
  const answer = await run();
  // This tool may be called to look without marking anything as read.
  if (name === 'get_notifications') return answer;
  const notice = await takeNotice(call);
  return notice
    ? { ...answer, _chat_notification: chatNoticeJson(notice, instructionOf(notice, call.say, 'task')) }
    : answer;
}

/** Names only tools that a session with this purpose may call. */
export function instructionOf(notification: Notification, say: Say, purpose: Purpose): string {
  const { action, type, conversationId, messageId, taskId, whoId } = notification;
  const facts = { conversation_id: conversationId, task_id: taskId, who: whoId };
  if (action === 'wait_over') {
    const what = say(whoId === null ? 'wait_parts' : messageId === null ? 'wait_ended' : 'wait_answered', facts);
    return say(purpose === 'chat' ? 'notice_wait_over_in_chat' : 'notice_wait_over', { ...facts, what });
  }
  if (action === 'check_chat' && conversationId === null) {
    return say(type === 'interrupt' ? 'notice_check_message_now' : 'notice_check_message', facts);
  }
  return say(`notice_${action}`, facts);
}

/** Must not fail, because the tool has run; must not take the notice if the caller has gone. */
async function takeNotice(call: SessionCall): Promise<Notification | null> {
  const { team, signal } = call;
  try {
    for (const notice of await waiting(call, 'chat_session_notification')) {
      if (signal.aborted) return null;
      if (await team.change((tx, now) => markRead(tx, notice.id, now))) return notice;
    }
  } catch {
    // The notice stays unread and comes with the next answer.
  }
  return null;
}

function waiting({ team, session }: SessionCall, type: Notification['type']): Promise<Notification[]> {
  return team.store.read((db) => unread(db, session, [type]));
}
