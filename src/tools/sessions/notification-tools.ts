/** Tools with which a chat session notifies its agent's task session, and which read notifications. */
import { fail } from '../../errors.js';
import { type ChatMessage, receivedByPrefix } from '../../team/chat/messages.js';
import { notificationJson } from '../../team/json/notification-json.js';
import type { Session } from '../../team/sessions/session.js';
import type { Db } from '../../team/store/schema.js';
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
import { mustFindWorkTask } from '../../team/work/work-tasks.js';
import { invalidArgument } from '../call/arguments.js';
import { instructionOf } from '../call/chat-notices.js';
import { conversationMessages, HISTORY, mustTakePart } from '../chat/conversation-tools.js';
import type { Answer, Arguments, SessionCall, Tool } from '../tool.js';

const NOTICE_PRIORITIES = ['normal', 'high'];

export const NOTIFICATION_TOOLS: readonly Tool[] = [
  {
    name: 'notify_task_session',
    permission: 'chatOnly',
    description: 'Asks your own task session to read a conversation, or passes on a chat message from a person.',
    properties: {
      conversation_id: { type: 'string', description: 'the conversation to read' },
      message_id: { type: 'string', description: 'the chat message to pass on, if it is not part of a conversation' },
      message: { type: 'string', description: 'what to look for' },
      related_task_id: { type: 'string', description: 'the work task this is about' },
      priority: { type: 'string', default: 'normal', description: 'normal, or high to interrupt its current work' },
    },
    required: [],
    answers: ['notification_id', 'target_agent_id', 'conversation_id', 'message_id', 'type', 'instruction'],
    handle: notifyTaskSession,
  },
  {
    name: 'get_notifications',
    permission: 'authenticated',
    description: 'Returns your unread notifications, oldest first.',
    properties: {
      mark_as_read: { type: 'boolean', default: true, description: 'whether to mark them as read' },
    },
    required: [],
    answers: ['notifications', 'count'],
    handle: getNotifications,
  },
  {
    name: 'get_conversation_messages',
    permission: 'taskOnly',
    description: 'Returns the messages of a conversation of your chat session, open or ended.',
    ...HISTORY,
    handle: getConversationMessages,
  },
];

async function notifyTaskSession({ team, session, args, say }: SessionCall): Promise<Answer> {
  const { projectId, agentId } = session;
  const sent = await team.change(async (tx, now) => {
    const subject = await subjectOf(tx, session, args);
    if (!NOTICE_PRIORITIES.includes(args.priority)) {
      throw invalidArgument(say, 'must_be_one_of', { name: 'priority', words: NOTICE_PRIORITIES });
    }
    const type = args.priority === 'high' ? 'interrupt' : 'chat_session_notification';
    const related: string | undefined = args.related_task_id;
    const taskId = related === undefined ? subject.taskId : (await mustFindWorkTask(tx, projectId, related)).id;
    const about = { ...subject, taskId };
    return notify(tx, { projectId, agentId, type, action: 'check_chat', ...about }, now);
  });
  return {
    notification_id: sent.id,
    target_agent_id: agentId,
    conversation_id: sent.conversationId,
    ...(sent.messageId === null ? {} : { message_id: sent.messageId }),
    type: sent.type,
    instruction: say('task_notified'),
  };
}

type Subject = Pick<Notification, 'conversationId' | 'messageId' | 'whoId' | 'taskId' | 'message'>;

/** A message is quoted, because a task session has no tool to read one outside of a conversation. */
async function subjectOf(tx: Db, session: Session, args: Arguments): Promise<Subject> {
  const { conversation_id: conversationId, message_id: messageId, message: note = null } = args;
  if (conversationId === undefined && messageId === undefined) {
    throw fail('missing_arguments', { missing: ['conversation_id'] });
  }
  const named = conversationId === undefined ? null : (await mustTakePart(tx, session, conversationId)).id;
  if (messageId === undefined) {
    return { conversationId: named, messageId: null, whoId: null, taskId: null, message: note };
  }
  const { id, senderId: whoId, content, relatedTaskId, ...sent } = await mustFindReceived(tx, session, messageId);
  if (named !== null && sent.conversationId !== named) throw fail('message_not_found', { message_id: messageId });
  const quote = `${whoId}: ${content}`;
  const message = note === null ? quote : `${note}\n\n${quote}`;
  return { conversationId: sent.conversationId, messageId: id, whoId, taskId: relatedTaskId, message };
}

/** A message that the agent received, by its id or by the beginning that its terminal shows. */
async function mustFindReceived(tx: Db, { projectId, agentId }: Session, word: string): Promise<ChatMessage> {
  const hex = /^(?:msg_)?([0-9a-f]{4,})$/.exec(word)?.[1];
  const found = hex === undefined ? [] : await receivedByPrefix(tx, agentId, `msg_${hex}`);
  const [message, ...others] = found.filter((each) => each.projectId === projectId);
  if (!message) throw fail('message_not_found', { message_id: word });
  if (others.length > 0) throw fail('ambiguous_id', { task: word, matches: found.map(({ id }) => id) });
  return message;
}

/** Only the task session reads what its chat session tells it. */
async function getNotifications(call: SessionCall): Promise<Answer> {
  const { team, session, args, say } = call;
  const types = session.purpose === 'task' ? ALL_TYPES : FOR_ANYBODY;
  const seen = await team.look((db) => unread(db, session, types));
  // Polling must not wake other daemons, so nothing is written if nothing is unread.
  const mayMark = args.mark_as_read && seen.length > 0;
  const found = mayMark ? await readAll(call, types) : seen;
  const notifications = found.map((each) => notificationJson(each, instructionOf(each, say, session.purpose)));
  return { notifications, count: notifications.length };
}

async function readAll(
  { team, session, signal }: SessionCall,
  types: readonly NotificationType[],
): Promise<Notification[]> {
  return team.change(async (tx, now) => {
    const waiting = await unread(tx, session, types);
    // A caller who has gone has not read them.
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

/** Reads and marks in one transaction, because an interrupt that arrives in between is about later messages. */
async function readInterrupted(call: SessionCall): Promise<Answer> {
  const { team, session, args, signal } = call;
  return team.change(async (tx, now) => {
    if (!signal.aborted) await markInterruptsRead(tx, session, args.conversation_id, now);
    return conversationMessages(tx, call);
  });
}
