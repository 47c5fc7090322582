/** Ends delegations that nobody reported on, together with their work task or conversation. */
import { type Conversation, wasNeverJoined } from '../chat/conversation.js';
import { conversationsFor } from '../chat/task-conversations.js';
import type { Db } from '../store/schema.js';
import { type Delegation, finishDelegation, openDelegations, takenBy } from './delegations.js';
import { findWorkTask } from './work-tasks.js';

type Outcome = Parameters<typeof finishDelegation>[2];

/**
 * How the delegation ends; null while it is still needed. A task session may delegate and report before anybody has
 * started the conversation, so a work task that is done ends a pending delegation only if its conversations are over.
 */
export async function outcomeOf(db: Db, delegation: Delegation): Promise<Outcome | null> {
  const task = delegation.taskId === null ? null : await findWorkTask(db, delegation.taskId);
  if (task?.status === 'cancelled') return { status: 'failed', result: 'the work task is cancelled' };
  const isDone = task?.status === 'done';
  const talks = await conversationsFor(db, delegation);
  if (delegation.status === 'pending') return isDone ? outcomeOfTalks(talks) : null;
  if (talks.length > 0) return outcomeOfTalks(talks);
  return isDone ? { status: 'completed', result: 'the work task is done' } : null;
}

function outcomeOfTalks(talks: readonly Conversation[]): Outcome | null {
  if (talks.length === 0 || talks.some(({ closedAt }) => closedAt === null)) return null;
  return talks.some((talk) => !wasNeverJoined(talk))
    ? { status: 'completed', result: 'the conversation has ended' }
    : { status: 'failed', result: 'nobody joined the conversation' };
}

export async function hasWaitedFor(db: Db, owner: Parameters<typeof openDelegations>[1]): Promise<boolean> {
  for (const delegation of await openDelegations(db, owner)) if (!(await outcomeOf(db, delegation))) return true;
  return false;
}

/** Ends what a chat session has taken and not reported on, when it closes because nothing is left to do. */
export async function finishUnreported(tx: Db, sessionId: string, now: number): Promise<void> {
  for (const delegation of await takenBy(tx, sessionId)) {
    const outcome = await outcomeOf(tx, delegation);
    if (outcome) await finishDelegation(tx, delegation.id, outcome, now);
  }
}

/** Ends delegations that nobody works on and nobody needs any more. */
export async function finishPointless(tx: Db, delegations: readonly Delegation[], now: number): Promise<void> {
  for (const delegation of delegations) {
    const outcome = await outcomeOf(tx, { ...delegation, status: 'pending' });
    if (outcome) await finishDelegation(tx, delegation.id, outcome, now);
  }
}
