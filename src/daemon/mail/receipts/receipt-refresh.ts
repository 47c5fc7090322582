/** Asks how far a message has got, because reports may have been missed while this daemon or its receiver was down. */
import { fail } from '../../../errors.js';
import { isChannelName } from '../../../profiles/profile.js';
import { EXTERNAL_TYPE } from '../../../registry/externals.js';
import { hasReached, isSettled, type Message, RECEIPT_STATES } from '../../../taskstore/message.js';
import type { DaemonContext } from '../../context.js';
import { OUTSIDE_PREFIX } from '../../http/callers.js';
import { failSent } from '../failures.js';
import { destinationOf } from '../outgoing/destination.js';
import type { PeerConnections } from '../outgoing/peer-connections.js';
import { noteReport } from './receipt-notes.js';

/** A receipt as another daemon tells it. */
interface Told {
  readonly state?: unknown;
  readonly reason?: unknown;
  readonly via?: unknown;
}

/** A person who looks should not wait for a peer that hangs. */
const LOOK_LIMIT_MS = 1_000;

export async function refreshReceipt(context: DaemonContext, peers: PeerConnections, message: Message): Promise<void> {
  if (message.direction !== 'outgoing' || isSettled(message.receipt) || !hasReached(message.receipt, 'delivered'))
    return;
  // The tasks of outside agents are followed all the time.
  if (message.peer.type === EXTERNAL_TYPE) return;
  const destination = destinationOf(context.registry, message.peer.id, message.metadata._store);
  const isMail = message.replyTo === null && !message.peer.id.startsWith(OUTSIDE_PREFIX);
  // The receiver may have ended before it could report that.
  if (isMail && destination.type === 'gone') {
    return failSent(context, message, fail(destination.code, { target: message.peer.id }));
  }
  if (destination.type !== 'up') return;
  const own = message.taskSeq === null ? null : context.store.task(message.taskSeq);
  const remote = own?.remoteTaskId ?? message.remoteId ?? message.id;
  const client = await peers.client();
  const path = `/tasks/${encodeURIComponent(remote)}`;
  const answer = await client.get(destination.endpoint, path, context.key, LOOK_LIMIT_MS);
  if (answer.type !== 'accepted') return;
  const task = answer.body.task as { receipt?: Told; receipts?: readonly Told[] } | undefined;
  const receipt = task?.receipt;
  const state = RECEIPT_STATES.find((each) => each === receipt?.state);
  if (!state || state === message.receipt.state) return;
  const uncertain = state === 'uncertain' ? undefined : task?.receipts?.find((each) => each.state === 'uncertain');
  const doubt = uncertain ? (reasonOf(uncertain) ?? '') : null;
  await noteReport(context, message, {
    state,
    reason: reasonOf(receipt),
    via: channelOf(receipt),
    doubt,
    screen: null,
  });
}

function channelOf(told: Told | undefined): string | null {
  return isChannelName(told?.via) ? told.via : null;
}

function reasonOf(told: Told | undefined): string | null {
  return typeof told?.reason === 'string' ? told.reason : null;
}
