/** The tools by which a chat session reaches the task session of the same agent, and what that one reads. */
import { notificationJson } from '../../team/json/notification-json.js';
import {
  ALL_TYPES,
  FOR_ANYBODY,
  markInterruptsRead,
  markRead,
  type Notification,
  type NotificationType,
  notify,
  unread,
} from '../../team/work/notifications.js';
import { invalidArgument } from '../call/arguments.js';
import { instructionOf } from '../call/chat-notices.js';
import { conversationMessages, HISTORY, mustTakePart } from '../chat/conversation-tools.js';
import type { Answer, SessionCall, Tool } from '../tool.js';

const NOTICE_PRIORITIES = ['normal', 'high'];

export const NOTIFICATION_TOOLS: readonly Tool[] = [
  {
    name: 'notify_task_session',
    permission: 'chatOnly',
    description: 'Asks your own task session to look at a conversation.',
    properties: {
      conversation_id: { type: 'string', description: 'the conversation to look at' },
      message: { type: 'string', description: 'what it is about' },
      related_task_id: { type: 'string', description: 'the work task it is about' },
      priority: { type: 'string', default: 'normal', description: 'normal, or high to interrupt what it does' },
    },
    required: ['conversation_id'],
    answers: ['notification_id', 'target_agent_id', 'conversation_id', 'type', 'instruction'],
    handle: notifyTaskSession,
  },
  {
    name: 'get_notifications',
    permission: 'authenticated',
    description: 'What you have to know of and have not read, the oldest first.',
    properties: {
      mark_as_read: { type: 'boolean', default: true, description: 'false leaves them unread' },
    },
    required: [],
    answers: ['notifications', 'count'],
    handle: getNotifications,
  },
  {
    name: 'get_conversation_messages',
    permission: 'taskOnly',
    description: 'The messages of a conversation of your chat session, whatever its state.',
    ...HISTORY,
    handle: getConversationMessages,
  },
];

async function notifyTaskSession({ team, session, args, say }: SessionCall): Promise<Answer> {
  const { projectId, agentId } = session;
  const sent = await team.change(async (tx, now) => {
    const conversation = await mustTakePart(tx, session, args.conversation_id);
    if (!NOTICE_PRIORITIES.includes(args.priority)) {
      throw invalidArgument(say, 'must_be_one_of', { name: 'priority', words: NOTICE_PRIORITIES });
    }
    const type = args.priority === 'high' ? 'interrupt' : 'chat_session_notification';
    const about = {
      conversationId: conversation.id,
      taskId: args.related_task_id ?? null,
      message: args.message ?? null,
    };
    return notify(tx, { projectId, agentId, type, action: 'check_chat', ...about }, now);
  });
  return {
    notification_id: sent.id,
    target_agent_id: agentId,
    conversation_id: sent.conversationId,
    type: sent.type,
    instruction: say('task_notified'),
  };
}

/** What a chat session tells its task session is for the task session alone to read. */
async function getNotifications(call: SessionCall): Promise<Answer> {
  const { team, session, args, say } = call;
  const types = session.purpose === 'task' ? ALL_TYPES : FOR_ANYBODY;
  const seen = await team.look((db) => unread(db, session, types));
  // Whoever asks again and again while there is nothing wakes nobody.
  const mayMark = args.mark_as_read && seen.length > 0;
  const found = mayMark ? await readAll(call, types) : seen;
  const notifications = found.map((each) => notificationJson(each, instructionOf(each, say)));
  return { notifications, count: notifications.length };
}

async function readAll(
  { team, session, signal }: SessionCall,
  types: readonly NotificationType[],
): Promise<Notification[]> {
  return team.change(async (tx, now) => {
    const waiting = await unread(tx, session, types);
    // Nobody has read what nobody hears.
    if (!signal.aborted) for (const { id } of waiting) await markRead(tx, id, now);
    return waiting;
  });
}

async function getConversationMessages(call: SessionCall): Promise<Answer> {
  const { team, session, args, say } = call;
  const answer = await team.look(async (db) => {
    const interrupts = await unread(db, session, ['interrupt']);
    const isInterrupted = interrupts.some(({ conversationId }) => conversationId === args.conversation_id);
    return isInterrupted ? null : conversationMessages(db, call);
  });
  return { ...(answer ?? (await readInterrupted(call))), instruction: say('conversation_messages') };
}

/** Looking and marking are one step: an interrupt that comes in between is about something the answer does not hold. */
async function readInterrupted(call: SessionCall): Promise<Answer> {
  const { team, session, args, signal } = call;
  return team.change(async (tx, now) => {
    if (!signal.aborted) await markInterruptsRead(tx, session, args.conversation_id, now);
    return conversationMessages(tx, call);
  });
}
