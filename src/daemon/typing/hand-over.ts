/** Notes that an agent or a person has a message. That completes a message that expects no answer. */
import type { Message } from '../../taskstore/message.js';
import type { Tx } from '../../taskstore/store.js';
import { isOpen } from '../../taskstore/task.js';

export function handOver(tx: Tx, messageSeq: number, reason: string | null): Message {
  const message = tx.setReceipt(messageSeq, 'submitted', reason);
  const task = message.taskSeq === null ? null : tx.task(message.taskSeq);
  if (task?.direction === 'incoming' && !task.responseExpected && isOpen(task.state)) {
    tx.updateTask(task.seq, { state: 'completed' });
  }
  return message;
}
