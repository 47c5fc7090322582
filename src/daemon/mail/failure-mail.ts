/** Tells senders that their messages failed here. The report is sent like mail, so it also reaches a sender that is down. */
import { encodeReceipt } from '../../a2a/encode.js';
import { fail, type SynapseError } from '../../errors.js';
import type { Message, Receipt } from '../../taskstore/message.js';
import type { Tx } from '../../taskstore/store.js';
import { isOpen, type Task } from '../../taskstore/task.js';
import type { DaemonContext } from '../context.js';
import { OUTSIDE_PREFIX } from '../http/callers.js';
import { NEVER_AT } from './lifetimes.js';
import { isReadHere } from './read-here.js';
import { doubtOf } from './receipts/doubt.js';

/** Queues the news in the transaction in which the message fails. Null if its sender has no mailbox. */
export function queueFailure(
  tx: Tx,
  failed: Message,
  { error, screen }: { readonly error: SynapseError; readonly screen?: string },
): Message | null {
  const task = failed.taskSeq === null ? null : tx.task(failed.taskSeq);
  if (!task || !isFromMailbox(failed, task)) return null;
  const report = {
    message_id: failed.givenId ?? failed.id,
    task_id: task.senderTaskId,
    ...encodeReceipt(failed.receipt),
    doubt: doubtOf(failed),
    ...(screen === undefined ? {} : { screen }),
  };
  return tx.addMessage({
    direction: 'outgoing',
    kind: 'failure',
    taskSeq: task.seq,
    peer: failed.peer,
    replyTo: task.senderTaskId,
    text: error.message,
    expiresAt: NEVER_AT,
    metadata: { [REPORT]: report, ...(task.metadata._store === undefined ? {} : { _store: task.metadata._store }) },
  });
}

/** What to post to `/tasks/receipts`; null if the message is ordinary mail. */
export function reportIn({ metadata }: Message): unknown {
  return metadata[REPORT] ?? null;
}

const REPORT = '_report';

/** A token holder reads the task here. The team, and the daemon itself, have no mailbox. */
function isFromMailbox({ direction, peer }: Message, task: Task): boolean {
  if (direction !== 'incoming' || task.direction !== 'incoming' || task.peer.id !== peer.id) return false;
  if (isReadHere(task.metadata)) return false;
  return !peer.id.startsWith(OUTSIDE_PREFIX) && task.metadata.chat_project === undefined;
}

/**
 * A port-based address ends with its program, so its open mail fails visibly. Returns what to report at once; the same
 * news is queued, in case a sender is down now and the same program starts here again.
 */
export async function failOpenMail({ store, self }: DaemonContext): Promise<Message[]> {
  const error = fail('agent_gone', { target: self.id });
  return store.write((tx) => {
    const open = tx.listTasks({ direction: 'incoming', openOnly: true, limit: Number.MAX_SAFE_INTEGER });
    const unread = tx
      .unread(Number.MAX_SAFE_INTEGER)
      .map((message) => tx.setReceipt(message.seq, 'failed', error.code));
    for (const message of unread) queueFailure(tx, message, { error });
    for (const task of open.filter(({ state, responseExpected }) => isOpen(state) && responseExpected)) {
      tx.updateTask(task.seq, { state: 'failed', error: { code: error.code, message: error.message } });
      const request = tx.messagesOf(task.seq).findLast(({ direction }) => direction === 'incoming');
      const isQueued = !request || unread.some(({ seq }) => seq === request.seq);
      if (!isQueued) queueFailure(tx, { ...request, receipt: asFailed(request.receipt, error) }, { error });
    }
    return unread;
  });
}

/** The program had the request; only the answer will not come. */
function asFailed(receipt: Receipt, { code }: SynapseError): Receipt {
  return { ...receipt, state: 'failed', reason: code };
}
