/** Finds a receiver of notices by its name. */
import { fail } from '../../../errors.js';
import { listReceivers, type NoticeReceiver } from '../../../registry/notice-receivers.js';
import { nameMeant } from '../../client/name-meant.js';

export function findReceiver(home: string, word: string): NoticeReceiver {
  const receivers = listReceivers(home);
  const name = nameMeant(
    word,
    receivers.map((each) => each.name),
  );
  const receiver = receivers.find((each) => each.name === name);
  if (!receiver) throw fail('receiver_not_found', { name });
  return receiver;
}
