/** Tools that read and write chat. */
import { fail } from '../../errors.js';
import { noteArrival, takeBack } from '../../team/chat/answers-on-the-way.js';
import { pendingCount } from '../../team/chat/chat-cursors.js';
import { type HandedOut, handedOutBefore, handOut, latestSender } from '../../team/chat/handing-out.js';
import { MAX_CONTENT_LENGTH } from '../../team/chat/messages.js';
import { type ChatDraft, sendChat } from '../../team/chat/send-chat.js';
import { receivedMessageJson } from '../../team/json/message-json.js';
import type { Member } from '../../team/people/agents.js';
import type { Team } from '../../team/team.js';
import type { Answer, ArgumentSchema, SessionCall, Tool } from '../tool.js';
import { sentAnswer, wordsOf } from './chat-answer.js';

const DEFAULT_PAGE = 50;
const LARGEST_PAGE = 200;
const MOST_CONTEXT = 20;

const content: ArgumentSchema = {
  type: 'string',
  description: `the message text, at most ${MAX_CONTENT_LENGTH.toLocaleString('en')} characters`,
};
const relatedTask: ArgumentSchema = { type: 'string', description: 'the work task this is about' };
const SENT = [
  'message_id',
  'target_agent_id',
  'conversation_id',
  'current_turns',
  'max_turns',
  'conversation_ended',
  'warning',
  'note',
];

export const CHAT_TOOLS: readonly Tool[] = [
  {
    name: 'get_pending_messages',
    permission: 'chatOnly',
    description: 'Returns the messages waiting for you, oldest first. Each message is returned only once.',
    properties: {
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: LARGEST_PAGE,
        default: DEFAULT_PAGE,
        description: 'maximum number of messages; the rest stay pending',
      },
    },
    required: [],
    answers: ['pending_messages', 'remaining', 'context_messages'],
    handle: getPendingMessages,
  },
  {
    name: 'respond_chat',
    permission: 'chatOnly',
    description: 'Replies in chat, by default to the sender of the last message you received.',
    properties: {
      content,
      target_agent_id: { type: 'string', description: 'another recipient in the project' },
      related_task_id: relatedTask,
    },
    required: ['content'],
    answers: SENT,
    handle: respondChat,
  },
  {
    name: 'send_message',
    permission: 'authenticated',
    description: 'Sends a chat message to an agent in the project. Two AI agents need a conversation for this.',
    properties: {
      target_agent_id: { type: 'string', description: 'the recipient, an agent in the same project' },
      content,
      related_task_id: relatedTask,
      conversation_id: {
        type: 'string',
        description: 'the conversation to send it in; by default the open one with the recipient',
      },
      auto_start_conversation: {
        type: 'boolean',
        default: false,
        description: 'whether to start a conversation if none is open',
      },
    },
    required: ['target_agent_id', 'content'],
    answers: SENT,
    handle: (call) =>
      send(call, {
        targetId: call.args.target_agent_id,
        conversationId: call.args.conversation_id ?? null,
        autoStart: call.args.auto_start_conversation ? call.session : null,
      }),
  },
];

async function getPendingMessages({ team, session, args, signal, arrival }: SessionCall): Promise<Answer> {
  // A write wakes every daemon, and usually there is nothing to hand out: look first.
  const waiting = await team.look((db) => pendingCount(db, session));
  // Messages handed to a caller who has gone would be lost.
  const limit = () => (signal.aborted ? 0 : args.limit);
  const handed =
    waiting === 0
      ? await team.store.read((db) => handOut(db, session, 0))
      : await team.change((tx) => handOut(tx, { ...session, answerBy: team.holder }, limit()));
  if (handed.messages.length > 0) settle(team, session, handed, arrival());
  const context = await team.store.read((db) => handedOutBefore(db, session, handed.after, MOST_CONTEXT));
  return {
    pending_messages: handed.messages.map(receivedMessageJson),
    remaining: handed.remaining,
    context_messages: context.map(receivedMessageJson),
  };
}

/** What was handed out is pending again if the answer breaks. */
function settle(team: Team, member: Member, { after, messages }: HandedOut, arrival: Promise<boolean>): void {
  const last = messages.at(-1)?.seq ?? after;
  team.settle(arrival, async (hasArrived) => {
    if (hasArrived) await team.store.writeQuietly((tx) => noteArrival(tx, member, last));
    else await team.change((tx) => takeBack(tx, member, after));
  });
}

async function respondChat(call: SessionCall): Promise<Answer> {
  const { team, session, args } = call;
  const latest = () => team.store.read((db) => latestSender(db, session));
  const targetId = wordsOf(args.target_agent_id) ?? (await latest());
  if (targetId === null) throw fail('missing_arguments', { missing: ['target_agent_id'] });
  return send(call, { targetId, conversationId: null, autoStart: null });
}

async function send(
  { team, session, args, say }: SessionCall,
  to: Pick<ChatDraft, 'targetId' | 'conversationId' | 'autoStart'>,
): Promise<Answer> {
  const { projectId, agentId: senderId } = session;
  const { content, related_task_id: relatedTaskId = null } = args;
  return sentAnswer(team, await sendChat(team, { projectId, senderId, content, relatedTaskId, ...to }), say);
}
