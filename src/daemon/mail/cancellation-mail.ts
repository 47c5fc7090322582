/** Tells receivers that a message was canceled. The cancellation is sent like mail, so it also reaches a receiver that is down. */
import type { Message } from '../../taskstore/message.js';
import type { Tx } from '../../taskstore/store.js';
import type { Task } from '../../taskstore/task.js';
import { NEVER_AT } from './lifetimes.js';

/** Queues the news in the transaction in which the message is canceled. */
export function queueCancellation(tx: Tx, message: Message, task: Task | null): Message {
  const { _store } = message.metadata;
  return tx.addMessage({
    direction: 'outgoing',
    kind: 'cancellation',
    taskSeq: message.taskSeq,
    peer: message.peer,
    text: 'canceled',
    expiresAt: NEVER_AT,
    metadata: {
      [CANCELS]: { id: remoteIdOf(message, task), seq: message.seq },
      ...(_store === undefined ? {} : { _store }),
    },
  });
}

/** What the receiver of a canceled message knows it by. */
export function remoteIdOf(message: Message, task: Task | null): string {
  return task?.remoteTaskId ?? message.remoteId ?? message.id;
}

/** What such mail cancels: its id at the receiver, and its place in this store. Null for other mail. */
export function canceledBy({ metadata }: Message): { readonly id: string; readonly seq: number } | null {
  return (metadata[CANCELS] as { id: string; seq: number } | undefined) ?? null;
}

const CANCELS = '_cancels';
