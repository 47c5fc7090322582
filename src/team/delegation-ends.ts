/** How a delegation ends that nobody reported about: with its work task, or with the talk it had asked for. */
import { type Delegation, finishDelegation, openDelegations, takenBy } from './delegation.js';
import type { Db } from './store/schema.js';
import { conversationsFor } from './task-conversations.js';
import { isFinal } from './work-task.js';
import { findWorkTask } from './work-tasks.js';

type Outcome = Parameters<typeof finishDelegation>[2];

/** Null while it is waited for. */
export async function outcomeOf(db: Db, delegation: Delegation): Promise<Outcome | null> {
  const task = delegation.taskId === null ? null : await findWorkTask(db, delegation.taskId);
  if (task && isFinal(task.status)) {
    return { status: task.status === 'done' ? 'completed' : 'failed', result: `the work task is ${task.status}` };
  }
  if (delegation.status === 'pending') return null;
  const talks = await conversationsFor(db, delegation);
  const isOver = talks.length > 0 && talks.every(({ closedAt }) => closedAt !== null);
  if (!isOver) return null;
  const hasTalked = talks.some(({ state }) => state !== 'expired');
  return hasTalked
    ? { status: 'completed', result: 'the conversation has ended' }
    : { status: 'failed', result: 'nobody joined the conversation' };
}

export async function hasWaitedFor(db: Db, owner: Parameters<typeof openDelegations>[1]): Promise<boolean> {
  for (const delegation of await openDelegations(db, owner)) if (!(await outcomeOf(db, delegation))) return true;
  return false;
}

/** Its session closes because nothing is left to do. */
export async function finishUnreported(tx: Db, sessionId: string, now: number): Promise<void> {
  for (const delegation of await takenBy(tx, sessionId)) {
    const outcome = await outcomeOf(tx, delegation);
    if (outcome) await finishDelegation(tx, delegation.id, outcome, now);
  }
}

/** Those whose work task is over, except while a chat session is at them. */
export async function finishPointless(tx: Db, delegations: readonly Delegation[], now: number): Promise<void> {
  for (const delegation of delegations) {
    const outcome = await outcomeOf(tx, { ...delegation, status: 'pending' });
    if (outcome) await finishDelegation(tx, delegation.id, outcome, now);
  }
}
