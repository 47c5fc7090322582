/** Posts one message to its receiver: to `/tasks/send`, a failure to `/tasks/receipts`, a cancellation to the task. */
import type { Outcome, PeerClient } from '../../../a2a/client.js';
import { encodeEnvelope } from '../../../a2a/encode.js';
import type { Message } from '../../../taskstore/message.js';
import type { DaemonContext } from '../../context.js';
import { OUTSIDE_PREFIX } from '../../http/callers.js';
import { canceledBy } from '../cancellation-mail.js';
import { reportIn } from '../failure-mail.js';
import { doubtOf } from '../receipts/doubt.js';

export interface Posting {
  readonly message: Message;
  readonly endpoint: string;
  /** The task of the receiver that the message answers. */
  readonly replyTo: string | null;
}

export function postMail(
  { self, store, key }: Pick<DaemonContext, 'self' | 'store' | 'key'>,
  client: PeerClient,
  { message, endpoint, replyTo }: Posting,
): Promise<Outcome> {
  const report = reportIn(message);
  if (report !== null) return client.post(endpoint, '/tasks/receipts', { receipts: [report] }, key);
  const canceled = canceledBy(message);
  if (canceled) return client.post(endpoint, `/tasks/${encodeURIComponent(canceled.id)}/cancel`, {}, key);
  const task = message.taskSeq === null ? null : store.task(message.taskSeq);
  const own = task?.direction === 'outgoing' ? task : null;
  const body = encodeEnvelope({
    message,
    sender: self,
    senderStore: store.storeId,
    senderTaskId: own?.id ?? null,
    responseExpected: own !== null,
    contextId: task?.contextId ?? null,
    doubt: replyTo === null || !task ? null : doubtIn(store.messagesOf(task.seq)),
    inReplyTo: task?.direction === 'incoming' ? (task.senderTaskId ?? task.id) : null,
  });
  const path = replyTo === null ? '/tasks/send' : `/tasks/send?reply_to=${encodeURIComponent(replyTo)}`;
  const isOutside = message.peer.id.startsWith(OUTSIDE_PREFIX);
  return client.post(endpoint, path, body, isOutside ? null : key);
}

/** An answer arrives even if the reports on its request did not. */
function doubtIn(messages: readonly Message[]): string | null {
  const request = messages.findLast(({ direction, kind }) => direction === 'incoming' && kind !== 'message');
  return request ? doubtOf(request) : null;
}
