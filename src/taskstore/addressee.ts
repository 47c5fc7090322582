/** Which terminal of the agent an incoming message is for. An agent can have one for its task and one for chat. */
import type { Message } from './message.js';
import type { Task } from './task.js';

export interface Addressee {
  /** What only sessions of this kind can use, such as a chat message. It waits for such a session. */
  readonly only?: string;
  /** The session that asked for it. Without that one it goes to any other. */
  readonly rather?: string;
}

/** A terminal that asks for its messages. */
export interface QueueReader {
  readonly session: string;
  /** The kind of its session; null if it has none, or has lost it to a newer terminal. */
  readonly kind: string | null;
  /** Whether it gets the messages that are for nobody in particular. */
  readonly isFirst: boolean;
  /** The other sessions that have a terminal now. */
  readonly others: readonly string[];
}

/** The kind of a session. At most one of each kind is live for an agent. */
export function sessionKind(purpose: string, projectId: string): string {
  return `${purpose} ${projectId}`;
}

export function addresseeOf({ metadata }: Pick<Message, 'metadata'>): Addressee {
  const { _only: only, _rather: rather } = metadata;
  return { ...(typeof only === 'string' ? { only } : {}), ...(typeof rather === 'string' ? { rather } : {}) };
}

/** What belongs to a request of this agent, such as its answer, is for the session that sent the request. */
export function askerOf({ metadata }: Pick<Task, 'metadata'>): Addressee {
  return typeof metadata._session === 'string' ? { rather: metadata._session } : {};
}

/** Marks what a session sends. */
export function sentFrom(session: string | null): Record<string, string> {
  return session === null ? {} : { _session: session };
}

export function addresseeMetadata({ only, rather }: Addressee): Record<string, string> {
  return { ...(only === undefined ? {} : { _only: only }), ...(rather === undefined ? {} : { _rather: rather }) };
}

export function isFor({ only, rather }: Addressee, { session, kind, isFirst, others }: QueueReader): boolean {
  if (only !== undefined) return only === kind;
  return rather === session || (isFirst && (rather === undefined || !others.includes(rather)));
}

/** `isFor` in SQL. Its values: kind, session, whether it is first, and the other sessions as JSON. */
export const FOR_READER = `CASE WHEN metadata ->> '$._only' IS NOT NULL THEN metadata ->> '$._only' = ?
  ELSE metadata ->> '$._rather' = ?
    OR (? = 1 AND coalesce(metadata ->> '$._rather', '') NOT IN (SELECT value FROM json_each(?))) END`;
