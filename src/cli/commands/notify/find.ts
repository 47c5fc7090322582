/** Finds a receiver of notices by its name. */
import { fail } from '../../../errors.js';
import { type NoticeReceiver, readReceiver } from '../../../registry/notice-receivers.js';

export function findReceiver(home: string, name: string): NoticeReceiver {
  const receiver = readReceiver(home, name);
  if (!receiver) throw fail('receiver_not_found', { name });
  return receiver;
}
