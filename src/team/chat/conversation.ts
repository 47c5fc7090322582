/** The life cycle of a conversation as pure functions: the next state, time-outs, and who has to be told. */
import type { ConversationRow } from '../store/schema.js';

export type ConversationState = ConversationRow['state'];
export type EndReason = NonNullable<ConversationRow['end_reason']>;

export interface Conversation {
  readonly id: string;
  readonly projectId: string;
  readonly initiatorId: string;
  readonly participantId: string;
  readonly state: ConversationState;
  readonly purpose: string | null;
  readonly taskId: string | null;
  /** The delegation it was started for. */
  readonly delegationId: string | null;
  readonly maxTurns: number;
  readonly turns: number;
  readonly createdAt: number;
  readonly lastActivityAt: number;
  readonly initiatorActiveAt: number;
  readonly participantActiveAt: number;
  /** Null if nobody joined. */
  readonly joinedAt: number | null;
  readonly closedAt: number | null;
  readonly endedBy: string | null;
  readonly endReason: EndReason | null;
  readonly isRequestSeen: boolean;
  readonly isInitiatorTold: boolean;
  readonly isParticipantTold: boolean;
}

export type ConversationEvent = 'joined' | 'not_joined_in_time' | 'ended' | 'silent' | 'left' | 'turns_used' | 'told';

const NEXT: Readonly<Record<ConversationState, Partial<Record<ConversationEvent, ConversationState>>>> = {
  // The initiator may write before the participant joins, and can use up the turns or take the request back.
  pending: {
    joined: 'active',
    not_joined_in_time: 'expired',
    turns_used: 'terminating',
    left: 'expired',
    ended: 'expired',
  },
  active: { ended: 'terminating', silent: 'terminating', left: 'terminating', turns_used: 'terminating' },
  terminating: { told: 'ended' },
  ended: {},
  expired: {},
};

/** The state after an event, or null if the event changes nothing. */
export function advance(state: ConversationState, event: ConversationEvent): ConversationState | null {
  return NEXT[state][event] ?? null;
}

export const DEFAULT_MAX_TURNS = 20;
export const MIN_TURNS = 2;
export const MOST_TURNS = 40;

export interface TimeLimits {
  readonly pendingMs: number;
  readonly activeMs: number;
}

/** Seconds from the environment; anything but a positive number gives the default. */
export function timeLimits(env: NodeJS.ProcessEnv): TimeLimits {
  return {
    pendingMs: secondsOf(env.CONVERSATION_PENDING_TIMEOUT_SECONDS, 300) * 1000,
    activeMs: secondsOf(env.CONVERSATION_ACTIVE_TIMEOUT_SECONDS, 600) * 1000,
  };
}

/** Whether an agent has a live chat session, and if not, since when; null if it never had one. */
export interface Presence {
  readonly isLive: boolean;
  readonly leftAt: number | null;
}

export interface Due {
  readonly at: number;
  readonly event: ConversationEvent;
  readonly reason: EndReason | null;
  readonly endedBy: string | null;
}

/** What happens to a conversation by the clock, and when; null if nothing will. */
export function nextDue(
  conversation: Conversation,
  presenceOf: (agentId: string) => Presence,
  limits: TimeLimits,
): Due | null {
  const { state, createdAt, closedAt } = conversation;
  if (state === 'pending') {
    return { at: createdAt + limits.pendingMs, event: 'not_joined_in_time', reason: 'timeout', endedBy: null };
  }
  if (state === 'active') return dueWhileActive(conversation, presenceOf, limits);
  if (state !== 'terminating') return null;
  // Agents with a session will be told; those without one delay the end only until the time-out.
  const waitsForAbsent = untold(conversation).every((agentId) => !presenceOf(agentId).isLive);
  if (!waitsForAbsent) return null;
  return { at: (closedAt ?? createdAt) + limits.activeMs, event: 'told', reason: null, endedBy: null };
}

function dueWhileActive(
  conversation: Conversation,
  presenceOf: (agentId: string) => Presence,
  { activeMs }: TimeLimits,
): Due {
  const { initiatorId, participantId, initiatorActiveAt, participantActiveAt, createdAt } = conversation;
  const parties = [
    { id: initiatorId, activeAt: initiatorActiveAt },
    { id: participantId, activeAt: participantActiveAt },
  ];
  const gone = parties.flatMap(({ id, activeAt }) => {
    const { isLive, leftAt } = presenceOf(id);
    const hasLeft = !isLive && leftAt !== null && leftAt >= createdAt;
    return hasLeft ? [{ id, at: Math.max(leftAt, activeAt) + activeMs }] : [];
  });
  const [first] = gone.sort((a, b) => a.at - b.at);
  const silentAt = conversation.lastActivityAt + activeMs;
  if (!first) return { at: silentAt, event: 'silent', reason: 'timeout', endedBy: null };
  return { at: Math.min(first.at, silentAt), event: 'left', reason: 'session_expired', endedBy: first.id };
}

export function untold(conversation: Conversation): string[] {
  const { initiatorId, participantId, isInitiatorTold, isParticipantTold } = conversation;
  return [...(isInitiatorTold ? [] : [initiatorId]), ...(isParticipantTold ? [] : [participantId])];
}

/** Whether it is over and nobody ever joined, so that nothing in it is an answer. */
export function wasNeverJoined({ joinedAt, closedAt }: Pick<Conversation, 'joinedAt' | 'closedAt'>): boolean {
  return joinedAt === null && closedAt !== null;
}

export function takesPart({ initiatorId, participantId }: Conversation, agentId: string): boolean {
  return agentId === initiatorId || agentId === participantId;
}

export function partnerOf({ initiatorId, participantId }: Conversation, agentId: string): string {
  return agentId === initiatorId ? participantId : initiatorId;
}

/** Both may end an active conversation; the initiator may take back a request that nobody has joined. */
export function mayEnd({ state, initiatorId }: Conversation, agentId: string): boolean {
  return state === 'active' || (state === 'pending' && initiatorId === agentId);
}

export function endedByParty({ initiatorId }: Conversation, agentId: string): EndReason {
  return agentId === initiatorId ? 'initiator_ended' : 'participant_ended';
}

function secondsOf(text: string | undefined, fallback: number): number {
  const seconds = Number(text);
  return text && Number.isFinite(seconds) && seconds > 0 ? seconds : fallback;
}
