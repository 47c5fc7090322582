/** Decides how a send has ended, as far as a waiting command can know. */
import { hasReached, type Receipt, type ReceiptState } from '../../taskstore/message.js';
import type { TaskState } from '../../taskstore/task.js';

/** How a send ended; the command turns this into an exit code. */
export type Outcome = 'answered' | 'asked' | 'failed' | 'reached' | 'delivered' | 'queued' | 'open';

/** Null while the answer may still come. A task that is gone will not be answered. */
export function answerOutcome(state: TaskState | undefined): Outcome | null {
  if (state === 'completed') return 'answered';
  if (state === 'input-required') return 'asked';
  return state === 'submitted' || state === 'working' ? null : 'failed';
}

/** Null while the receipt may still reach the wanted state. */
export function receiptOutcome(receipt: Receipt | undefined, until: ReceiptState | null): Outcome | null {
  if (!receipt || receipt.state === 'failed' || receipt.state === 'expired') return 'failed';
  return until !== null && hasReached(receipt, until) ? 'reached' : null;
}

/** What is said when the time to wait is over. */
export function openOutcome(receipt: Receipt | undefined): Outcome {
  return receipt?.state === 'queued' ? 'queued' : 'open';
}
