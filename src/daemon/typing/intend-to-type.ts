/** Stores the intent to type together with the message, which saves a commit. */
import type { QueueReader } from '../../taskstore/addressee.js';
import type { Message } from '../../taskstore/message.js';
import type { Tx } from '../../taskstore/store.js';

/** Leaves the message as it is if another one is waiting before it. */
export function intendToType(tx: Tx, message: Message, reader?: QueueReader, via?: string): Message {
  const isNext = tx.queue(2, reader).every(({ seq }) => seq === message.seq);
  return isNext ? tx.setReceipt(message.seq, 'typing', null, via) : message;
}
