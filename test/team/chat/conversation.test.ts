import { expect, test } from 'vitest';
import { advance, type Conversation, nextDue, type Presence, timeLimits } from '../../../src/team/chat/conversation.js';
import { nextChatAction } from '../../../src/team/sessions/next-action.js';

const LIMITS = { pendingMs: 300, activeMs: 600 };
const HERE: Presence = { isLive: true, leftAt: null };
const gone = (leftAt: number | null): Presence => ({ isLive: false, leftAt });

const talk = (changes: Partial<Conversation> = {}): Conversation => ({
  id: 'conv_1',
  projectId: 'shop',
  initiatorId: 'a',
  participantId: 'b',
  state: 'active',
  purpose: null,
  taskId: null,
  delegationId: null,
  maxTurns: 20,
  turns: 1,
  createdAt: 1_000,
  lastActivityAt: 2_000,
  initiatorActiveAt: 2_000,
  participantActiveAt: 1_500,
  joinedAt: 1_500,
  closedAt: null,
  endedBy: null,
  endReason: null,
  isRequestSeen: true,
  isInitiatorTold: false,
  isParticipantTold: false,
  ...changes,
});
const due = (conversation: Conversation, a: Presence, b: Presence) =>
  nextDue(conversation, (id) => (id === 'a' ? a : b), LIMITS);

const STEPS = [
  ['pending', 'joined', 'active'],
  ['pending', 'not_joined_in_time', 'expired'],
  ['pending', 'ended', 'expired'],
  ['active', 'ended', 'terminating'],
  ['active', 'silent', 'terminating'],
  ['active', 'left', 'terminating'],
  ['active', 'turns_used', 'terminating'],
  ['active', 'joined', null],
  ['terminating', 'told', 'ended'],
  ['terminating', 'ended', null],
  ['ended', 'joined', null],
  ['ended', 'told', null],
  ['expired', 'joined', null],
] as const;

test.each(STEPS)('%s, when %s, becomes %s', (state, event, next) => {
  expect(advance(state, event)).toBe(next);
});

test('a request expires when nobody joins in time', () => {
  expect(due(talk({ state: 'pending' }), HERE, gone(null))).toMatchObject({ at: 1_300, event: 'not_joined_in_time' });
});

test('a silent conversation ends with timeout', () => {
  expect(due(talk(), HERE, HERE)).toEqual({ at: 2_600, event: 'silent', reason: 'timeout', endedBy: null });
});

test('a conversation whose partner has left ends with session_expired, at the latest after silence', () => {
  expect(due(talk(), HERE, gone(1_600))).toEqual({ at: 2_200, event: 'left', reason: 'session_expired', endedBy: 'b' });
  expect(due(talk(), HERE, gone(5_000))).toMatchObject({ at: 2_600, reason: 'session_expired' });
});

test('an agent that never had a chat session has not left', () => {
  expect(due(talk(), gone(null), HERE)).toMatchObject({ reason: 'timeout' });
  expect(due(talk(), gone(900), HERE)).toMatchObject({ reason: 'timeout' });
});

test('an end waits for partners that are there, and a limited time for those that are not', () => {
  const ending = talk({ state: 'terminating', closedAt: 3_000, isInitiatorTold: true });
  expect(due(ending, HERE, HERE)).toBeNull();
  expect(due(ending, HERE, gone(2_500))).toMatchObject({ at: 3_600, event: 'told' });
});

test('a conversation that has ended has no deadline', () => {
  for (const state of ['ended', 'expired'] as const) expect(due(talk({ state }), HERE, HERE)).toBeNull();
});

test('the limits come from the environment, if they are numbers', () => {
  expect(timeLimits({})).toEqual({ pendingMs: 300_000, activeMs: 600_000 });
  expect(timeLimits({ CONVERSATION_PENDING_TIMEOUT_SECONDS: '5', CONVERSATION_ACTIVE_TIMEOUT_SECONDS: '0.5' })).toEqual(
    { pendingMs: 5_000, activeMs: 500 },
  );
  expect(timeLimits({ CONVERSATION_ACTIVE_TIMEOUT_SECONDS: 'soon' }).activeMs).toBe(600_000);
});

test('the next action: exit, ends, expiries, requests, messages unless there are notifications, waiting', () => {
  const conversations = [
    talk({ id: 'asked', participantId: 'me', isRequestSeen: false, state: 'pending' }),
    talk({ id: 'expired', initiatorId: 'me', state: 'expired' }),
    talk({ id: 'ended', initiatorId: 'me', state: 'terminating' }),
  ];
  const nothing = { agentId: 'me', isExitRequested: false, delegation: null, notifications: 0 };
  const facts = { ...nothing, conversations, pendingMessages: 3 };
  const types: string[] = [nextChatAction({ ...facts, isExitRequested: true }).type];
  for (let left = conversations.length; left >= 0; left -= 1) {
    types.push(nextChatAction({ ...facts, conversations: conversations.slice(0, left) }).type);
  }
  types.push(nextChatAction({ ...facts, conversations: [], notifications: 2 }).type);
  types.push(nextChatAction({ ...facts, conversations: [], pendingMessages: 0 }).type);
  expect(types).toEqual([
    'exit',
    'conversation_ended',
    'conversation_expired',
    'conversation_request',
    'get_pending_messages',
    'check_notifications',
    'wait_for_messages',
  ]);
});
