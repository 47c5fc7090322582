/** Tools that start, end and read conversations between AI agents. */
import { fail } from '../../errors.js';
import {
  type Conversation,
  DEFAULT_MAX_TURNS,
  endedByParty,
  MIN_TURNS,
  MOST_TURNS,
  mayEnd,
  partnerOf,
  takesPart,
} from '../../team/chat/conversation.js';
import { conversationsOf, findConversation } from '../../team/chat/conversation-reads.js';
import { closeConversation, mustNotBeOpen, openConversation, orAlreadyOpen } from '../../team/chat/conversations.js';
import { checkContentLength, messagesOfConversation } from '../../team/chat/messages.js';
import { writeMessage } from '../../team/chat/send-chat.js';
import { partnerJson } from '../../team/json/conversation-json.js';
import { spokenMessageJson } from '../../team/json/message-json.js';
import { findAgent, mustBeInProject, mustFindAgent } from '../../team/people/agents.js';
import { mustHaveFolder, type Project } from '../../team/people/projects.js';
import type { Session } from '../../team/sessions/session.js';
import type { Db } from '../../team/store/schema.js';
import { type Delegation, delegationToTalk, mustBeOpen, takeUp } from '../../team/work/delegations.js';
import { invalidArgument } from '../call/arguments.js';
import type { Answer, SessionCall, Tool } from '../tool.js';
import { noteOn } from '../waiting-note.js';
import { fileWarning, wordsOf } from './chat-answer.js';

const LONGEST_PURPOSE = 1_000;

/** Arguments and answer shared by the two tools that read a conversation. */
export const HISTORY = {
  properties: {
    conversation_id: { type: 'string', description: 'the conversation' },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 500,
      default: 50,
      description: 'maximum number of messages, newest kept',
    },
  },
  required: ['conversation_id'],
  answers: ['conversation_id', 'messages', 'total_count', 'truncated', 'instruction'],
} as const satisfies Partial<Tool>;

export const CONVERSATION_TOOLS: readonly Tool[] = [
  {
    name: 'start_conversation',
    permission: 'chatOnly',
    description: 'Starts a conversation with another AI agent in the project.',
    properties: {
      target_agent_id: { type: 'string', description: 'the AI agent to talk with' },
      purpose: {
        type: 'string',
        maxLength: LONGEST_PURPOSE,
        description: 'what the conversation is about; shown to the other agent',
      },
      initial_message: { type: 'string', description: 'the first message to send' },
      max_turns: {
        type: 'integer',
        minimum: MIN_TURNS,
        maximum: MOST_TURNS,
        default: DEFAULT_MAX_TURNS,
        description: 'maximum number of messages; the last one ends the conversation',
      },
      delegation_id: {
        type: 'string',
        description:
          'the delegation it is for; by default the oldest for this agent that you were given, or else that waits',
      },
    },
    required: ['target_agent_id'],
    aliases: { participant_agent_id: 'target_agent_id' },
    answers: [
      ...['conversation_id', 'status', 'target_agent_id', 'delegation_id', 'task_id', 'max_turns'],
      ...['instruction', 'note'],
    ],
    handle: startConversation,
  },
  {
    name: 'end_conversation',
    permission: 'chatOnly',
    description: 'Ends a conversation and tells the other agent.',
    properties: {
      conversation_id: { type: 'string', description: 'the conversation to end; by default your active one' },
      final_message: { type: 'string', description: 'a last message to send before it ends' },
    },
    required: [],
    answers: ['conversation_id', 'status', 'instruction'],
    handle: endConversation,
  },
  {
    name: 'get_conversation_history',
    permission: 'chatOnly',
    description: 'Returns the messages of a conversation you took part in, open or ended.',
    ...HISTORY,
    handle: (call) => call.team.look((db) => conversationMessages(db, call)),
  },
];

async function startConversation(call: SessionCall): Promise<Answer> {
  const { team, session, args, say } = call;
  const { projectId, agentId } = session;
  const targetId: string = args.target_agent_id;
  const content = wordsOf(args.initial_message);
  if (targetId === agentId) throw fail('cannot_conversation_with_self', { agent_id: agentId });
  const wanted = { projectId, initiatorId: agentId, participantId: targetId };
  const { conversation, project } = await orAlreadyOpen(team.store, wanted, () =>
    team.change(async (tx, now) => {
      const target = await mustFindAgent(tx, targetId);
      if (target.kind === 'human') throw fail('cannot_start_conversation_with_human', { target_agent_id: targetId });
      await mustBeInProject(tx, projectId, targetId);
      if (content !== null) checkContentLength(content);
      await mustNotBeOpen(tx, wanted);
      const delegation = await delegationOf(tx, call, targetId);
      const about = { taskId: delegation?.taskId ?? null, delegationId: delegation?.id ?? null };
      const more = { purpose: args.purpose ?? null, maxTurns: args.max_turns };
      const conversation = await openConversation(tx, { ...wanted, ...about, ...more }, now);
      if (content === null) return { conversation, project: null };
      const project = await mustHaveFolder(tx, projectId);
      const message = { projectId, senderId: agentId, targetId, content, relatedTaskId: null };
      await writeMessage(tx, message, conversation, now);
      return { conversation, project };
    }),
  );
  const troubles = project ? await team.files.write(project, [agentId, targetId]) : [];
  const facts = { conversation_id: conversation.id, target_agent_id: targetId };
  const { delegationId: delegation_id, taskId: task_id, maxTurns: max_turns } = conversation;
  const instruction = say('conversation_started', facts);
  const note = await team.store.read((db) => noteOn(db, { projectId, agentId: targetId, purpose: 'chat' }, say));
  const more = { ...note, ...fileWarning(troubles, say) };
  return { ...facts, status: 'pending', delegation_id, task_id, max_turns, instruction, ...more };
}

/** The delegation that the conversation is for. From now on this session works on it. */
async function delegationOf(tx: Db, { session, args, say }: SessionCall, targetId: string): Promise<Delegation | null> {
  const id: string | undefined = args.delegation_id;
  const found = id === undefined ? await delegationToTalk(tx, session, targetId) : await mustBeOpen(tx, session, id);
  if (found && found.targetId !== targetId) {
    throw invalidArgument(say, 'delegation_for_another', { delegation_id: found.id, target_agent_id: found.targetId });
  }
  if (found) await takeUp(tx, found.id, session.id);
  return found;
}

async function endConversation({ team, session, args, say }: SessionCall): Promise<Answer> {
  const { agentId } = session;
  const content = wordsOf(args.final_message);
  const { conversation, project } = await team.change(async (tx, now) => {
    const conversation = await conversationToEnd(tx, session, args.conversation_id ?? null);
    if (!mayEnd(conversation, agentId)) {
      throw fail('conversation_not_active', { conversation_id: conversation.id, state: conversation.state });
    }
    const project = content === null ? null : await lastWords(tx, session, conversation, { content, now });
    const reason = endedByParty(conversation, agentId);
    await closeConversation(tx, conversation, { event: 'ended', reason, endedBy: agentId, told: agentId }, now);
    return { conversation, project };
  });
  const parties = [agentId, partnerOf(conversation, agentId)];
  const troubles = project ? await team.files.write(project, parties) : [];
  const isWithdrawn = conversation.state === 'pending';
  return {
    conversation_id: conversation.id,
    status: isWithdrawn ? 'expired' : 'terminating',
    instruction: isWithdrawn
      ? say('conversation_withdrawn', { target_agent_id: conversation.participantId })
      : say('conversation_ending'),
    ...fileWarning(troubles, say),
  };
}

async function conversationToEnd(tx: Db, session: Session, id: string | null): Promise<Conversation> {
  const { projectId, agentId } = session;
  if (id !== null) return mustTakePart(tx, session, id);
  const open = await conversationsOf(tx, projectId, agentId);
  const active = open.filter(({ state }) => state === 'active');
  const [first, ...others] = active;
  if (!first) {
    const own = open.find((each) => each.state === 'pending' && mayEnd(each, agentId));
    const pending = own ? { conversation_id: own.id, state: own.state } : {};
    throw fail('no_active_conversation', { agent_id: agentId, ...pending });
  }
  if (others.length > 0) {
    throw fail('conversation_id_required', {
      conversations: active.map((each) => partnerJson(each, agentId)),
      choices: active.map((each) => `${each.id} (${partnerOf(each, agentId)})`),
    });
  }
  return first;
}

/** A final message may exceed the turns, because it ends the conversation anyway. */
async function lastWords(
  tx: Db,
  { projectId, agentId }: Session,
  conversation: Conversation,
  { content, now }: { content: string; now: number },
): Promise<Project> {
  checkContentLength(content);
  const project = await mustHaveFolder(tx, projectId);
  const targetId = partnerOf(conversation, agentId);
  const message = { projectId, senderId: agentId, targetId, content, relatedTaskId: null };
  await writeMessage(tx, message, { ...conversation, maxTurns: Number.POSITIVE_INFINITY }, now);
  return project;
}

export async function mustTakePart(db: Db, { projectId, agentId }: Session, id: string): Promise<Conversation> {
  const conversation = await findConversation(db, id);
  if (conversation?.projectId !== projectId) throw fail('conversation_not_found', { conversation_id: id });
  if (!takesPart(conversation, agentId)) {
    throw fail('not_conversation_participant', { conversation_id: id, agent_id: agentId });
  }
  return conversation;
}

export async function conversationMessages(db: Db, { session, args, say }: SessionCall): Promise<Answer> {
  const conversation = await mustTakePart(db, session, args.conversation_id);
  const messages = await messagesOfConversation(db, conversation.id, args.limit);
  const names = new Map<string, string>();
  for (const id of [conversation.initiatorId, conversation.participantId]) {
    names.set(id, (await findAgent(db, id))?.name ?? id);
  }
  return {
    conversation_id: conversation.id,
    messages: messages.map((message) => ({
      ...spokenMessageJson(message),
      sender_name: names.get(message.senderId),
    })),
    total_count: conversation.turns,
    truncated: messages.length < conversation.turns,
    instruction: say('conversation_history'),
  };
}
