/** Notes what receivers report about the messages that this agent sent them. */
import { isErrorCode, SynapseError } from '../../../errors.js';
import {
  CANCELED,
  hasReached,
  isSettled,
  type Message,
  type Receipt,
  type ReceiptState,
} from '../../../taskstore/message.js';
import type { DaemonContext } from '../../context.js';
import type { Caller } from '../../http/callers.js';
import { failRequest, failSent } from '../failures.js';
import { noteDoubt } from './doubt.js';

/** What a receiving daemon reports about a message. */
export interface ReceiptReport {
  readonly messageId: string;
  /** The task of this agent that the message belongs to; given with failures. */
  readonly taskId: string | null;
  readonly state: ReceiptState;
  readonly reason: string | null;
  /** The channel over which the program gets it, if that is known. */
  readonly via?: string | null;
  /** Why an earlier instance of the program may have got the message, too; null if none did. */
  readonly doubt: string | null;
  /** What the receiver's terminal showed when the message failed. */
  readonly screen: string | null;
}

/** Reports about messages to somebody other than the caller are ignored. */
export async function noteReports(
  context: DaemonContext,
  reports: readonly ReceiptReport[],
  caller: Caller,
): Promise<void> {
  for (const report of reports) {
    const message = context.store.messageById(report.messageId);
    if (message?.direction === 'outgoing' && message.peer.id === caller.id) await noteReport(context, message, report);
    else if (!message) await noteFailedTask(context, report, caller);
  }
}

/** A task may have been made without a message, to be delivered by other means. */
async function noteFailedTask(context: DaemonContext, report: ReceiptReport, caller: Caller): Promise<void> {
  const task = report.taskId === null ? null : context.store.taskById(report.taskId);
  if (task?.direction !== 'outgoing' || task.peer.id !== caller.id) return;
  if (report.state === 'failed' || report.state === 'expired') {
    await failRequest(context, task.seq, errorIn(report, caller.id));
  }
}

export async function noteReport(
  context: DaemonContext,
  message: Message,
  report: Omit<ReceiptReport, 'messageId' | 'taskId'>,
): Promise<void> {
  const { store, events } = context;
  const { state, reason, via, doubt } = report;
  // A program can end after it got a request, so this may follow any receipt except an answer.
  const task = message.taskSeq === null ? null : store.task(message.taskSeq);
  const isOver = task === null || task.state === 'canceled';
  if (state === 'failed' && reason === CANCELED && isOver) return noteWithdrawn(context, message);
  if (state === 'failed' || state === 'expired') {
    return failSent(context, message, errorIn(report, message.peer.id), { state, doubt });
  }
  const changed = await store.write(
    (tx) => {
      const current = tx.message(message.seq);
      if (!current || !isNews(current.receipt, state)) return null;
      // A report can overtake the acknowledgement. A receiver that reports on a message has it.
      if (current.receipt.state === 'queued') tx.setReceipt(message.seq, 'delivered');
      noteDoubt(tx, current, doubt);
      return tx.setReceipt(message.seq, state, reason, via ?? undefined);
    },
    { durable: false },
  );
  if (!changed) return;
  events.emit('change', { task: changed.taskSeq === null ? null : store.task(changed.taskSeq), message: changed });
}

/** It was canceled here, and its receiver has not read it. */
export async function noteWithdrawn({ store, events }: DaemonContext, { seq }: Message): Promise<void> {
  const changed = await store.write((tx) => tx.message(seq) && tx.setReceipt(seq, 'failed', CANCELED));
  if (!changed) return;
  events.emit('change', { task: changed.taskSeq === null ? null : store.task(changed.taskSeq), message: changed });
}

function errorIn({ state, reason, screen }: Omit<ReceiptReport, 'messageId' | 'taskId'>, target: string): SynapseError {
  const code = state === 'expired' ? 'expired' : isErrorCode(reason) ? reason : 'agent_gone';
  return new SynapseError(code, { target, screen: screen === null ? '' : ` Its screen:\n${screen}` });
}

/** Receipts never go back, except that a message may be held again, have a new reason, or turn out to be uncertain. */
export function isNews(current: Receipt, reported: ReceiptState): boolean {
  // There may be news of a message that has arrived: its receiver waits for a person, say.
  if (isSettled(current)) return current.state === 'submitted' && reported === 'submitted';
  // After uncertain it is typed into another instance of the program.
  const isAgain = current.state === 'uncertain' && reported === 'typing';
  const isStepBack = reported === 'held' || reported === 'uncertain';
  return isAgain || isStepBack || reported === current.state || !hasReached(current, reported);
}
