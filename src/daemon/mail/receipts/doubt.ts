/** Reports to the sender that an earlier instance of a program may also have got a message. */
import type { Message } from '../../../taskstore/message.js';
import type { Tx } from '../../../taskstore/store.js';

/** Why an earlier instance may have got the message; null if none can have. */
export function doubtOf({ receipts }: Pick<Message, 'receipts'>): string | null {
  const uncertain = receipts.find(({ state }) => state === 'uncertain');
  return uncertain ? (uncertain.reason ?? '') : null;
}

/** Whatever reaches the sender first carries the doubt, so it may be known already. */
export function noteDoubt(tx: Tx, message: Message, doubt: string | null): void {
  if (doubt !== null && doubtOf(message) === null) tx.setReceipt(message.seq, 'uncertain', doubt);
}
