/** Finds out how far a message is, where reports may have been missed: this daemon was down, or its receiver is gone. */

import { socketAddress } from '../../a2a/address.js';
import { fail } from '../../errors.js';
import { isRunning } from '../../registry/entry.js';
import { hasReached, isSettled, type Message, RECEIPT_STATES } from '../../taskstore/message.js';
import type { DaemonContext } from '../context.js';
import { OUTSIDE_PREFIX } from '../http/callers.js';
import type { Courier } from './courier.js';
import { whereIs } from './destination.js';
import type { Inbox } from './inbox.js';

/** Whoever looks should not have to wait for a peer that hangs. */
const LOOK_LIMIT_MS = 1_000;

export async function refreshReceipt(
  context: DaemonContext,
  { courier, inbox }: { courier: Courier; inbox: Inbox },
  message: Message,
): Promise<void> {
  if (message.direction !== 'outgoing' || isSettled(message.receipt) || !hasReached(message.receipt, 'delivered'))
    return;
  const agent = context.registry.get(message.peer.id);
  const place = whereIs(context.registry, message.peer.id, message.metadata._store);
  const isMail = message.replyTo === null && !message.peer.id.startsWith(OUTSIDE_PREFIX);
  // It may have had no time to say so while it ended.
  if (isMail && place.type === 'gone') {
    return courier.failMessage(message, fail(place.code, { target: message.peer.id }));
  }
  if (!agent || !isRunning(agent) || place.type !== 'up') return;
  const task = message.taskSeq === null ? null : context.store.task(message.taskSeq);
  const remote = task?.remoteTaskId ?? message.remoteId ?? message.id;
  const client = await courier.peers();
  const answer = await client.get(
    socketAddress(agent.live),
    `/tasks/${encodeURIComponent(remote)}`,
    context.key,
    LOOK_LIMIT_MS,
  );
  if (answer.type !== 'accepted') return;
  const receipt = (answer.body.task as { receipt?: { state?: unknown; reason?: unknown } } | undefined)?.receipt;
  const state = RECEIPT_STATES.find((each) => each === receipt?.state);
  if (!state || state === message.receipt.state) return;
  const reason = typeof receipt?.reason === 'string' ? receipt.reason : null;
  await inbox.receiveReceipts([{ messageId: message.id, state, reason, screen: null }], {
    kind: 'agent',
    id: message.peer.id,
  });
}
