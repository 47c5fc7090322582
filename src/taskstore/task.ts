/** A task and its life cycle, as pure functions without a clock or a database. */
import type { Part } from './message.js';

export const TASK_STATES = [
  'submitted',
  'working',
  'input-required',
  'completed',
  'failed',
  'canceled',
  'rejected',
] as const;
export type TaskState = (typeof TASK_STATES)[number];

export type Direction = 'outgoing' | 'incoming';

/** The agent at the other end of a task or message. */
export interface Party {
  readonly id: string;
  readonly type: string;
  readonly endpoint: string | null;
}

export interface Reply {
  readonly text: string;
  readonly parts: readonly Part[];
  readonly from: string;
  readonly at: number;
  /** Set if the agent answered with a message instead of a result. */
  readonly form?: 'message';
}

interface TaskFailure {
  readonly code: string;
  readonly message: string;
}

export interface Task {
  /** The position in this store, which is the key. */
  readonly seq: number;
  readonly id: string;
  readonly direction: Direction;
  readonly state: TaskState;
  readonly responseExpected: boolean;
  /** The target of an outgoing task, the sender of an incoming one. */
  readonly peer: Party;
  /** Incoming: the id of the task in the sender's store, if the sender has one. */
  readonly senderTaskId: string | null;
  /** Outgoing: the id of the receiver's task, once it is known. */
  readonly remoteTaskId: string | null;
  readonly contextId: string;
  readonly priority: number;
  readonly reply: Reply | null;
  readonly error: TaskFailure | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly expiresAt: number;
}

/** What can happen to a task. */
export type TaskEvent =
  | { readonly type: 'delivered' }
  | { readonly type: 'answered' }
  | { readonly type: 'asked' }
  | { readonly type: 'continued' }
  | { readonly type: 'failed' }
  | { readonly type: 'canceled' }
  | { readonly type: 'rejected' };

const NEXT: Record<TaskEvent['type'], TaskState> = {
  delivered: 'working',
  answered: 'completed',
  asked: 'input-required',
  continued: 'working',
  failed: 'failed',
  canceled: 'canceled',
  rejected: 'rejected',
};

export function isOpen(state: TaskState): boolean {
  return state === 'submitted' || state === 'working' || state === 'input-required';
}

/** The state after the event, or null if the event no longer applies: a closed task never changes. */
export function advance(state: TaskState, event: TaskEvent): TaskState | null {
  if (!isOpen(state)) return null;
  if (event.type === 'delivered' && state !== 'submitted') return null;
  return NEXT[event.type];
}
