/** Notes at the sender that a message has reached its receiver. */
import { isOwnForm } from '../../../ids.js';
import type { Message } from '../../../taskstore/message.js';
import type { Tx } from '../../../taskstore/store.js';

/** Reports and even the answer can arrive before the acknowledgement. Then they already say more. */
export function noteDelivery(tx: Tx, message: Message, remote: RemoteTask, note: string | null): Message | null {
  const isCancellation = message.kind === 'cancellation';
  const hasOwnTask = message.taskSeq === null && !isCancellation;
  if (hasOwnTask && remote.id && remote.id !== message.id && isOwnForm(remote.id))
    tx.setRemoteId(message.seq, remote.id);
  const current = tx.message(message.seq);
  if (current?.receipt.state !== 'queued') return current;
  const delivered = tx.setReceipt(message.seq, 'delivered', note);
  return remote.receipt?.state === 'held' && message.replyTo === null && !isCancellation
    ? tx.setReceipt(message.seq, 'held', remote.receipt.reason ?? null)
    : delivered;
}

/** What the receiver reports about the task that it created. */
export interface RemoteTask {
  readonly id?: string;
  readonly receipt?: { readonly state: string; readonly reason?: string | null };
}
