/** Cancels a message: withdraws it if it is not typed yet, otherwise interrupts the program. */
import { fail } from '../../errors.js';
import { shortId } from '../../ids.js';
import { EXTERNAL_TYPE } from '../../registry/externals.js';
import { CANCELED, type Message, RECEIPT_STATES } from '../../taskstore/message.js';
import type { Found } from '../../taskstore/store.js';
import { isOpen, type Task } from '../../taskstore/task.js';
import type { DaemonContext } from '../context.js';
import { type Caller, OUTSIDE_PREFIX } from '../http/callers.js';
import type { Typists } from '../typing/typists.js';
import { canceledBy, queueCancellation, remoteIdOf } from './cancellation-mail.js';
import type { ExternalMail } from './external/external-mail.js';
import { endpointOf } from './outgoing/destination.js';
import type { RemoteTask } from './outgoing/note-delivery.js';
import type { PeerConnections } from './outgoing/peer-connections.js';
import { noteWithdrawn } from './receipts/receipt-notes.js';

/** Whether the program has not got the message; null if that is not known yet, because the receiver cannot be asked now. */
export type Withdrawn = boolean | null;

export class Cancel {
  constructor(
    private readonly context: DaemonContext,
    private readonly peers: PeerConnections,
    private readonly typists: Pick<Typists, 'stopWork'>,
    private readonly external: Pick<ExternalMail, 'cancel'>,
  ) {}

  async run({ task, message }: Found, caller: Caller): Promise<Withdrawn> {
    mustBeOpen(task);
    if (task?.direction === 'incoming') {
      if (caller.kind === 'self') {
        throw fail('invalid_request', {
          reason: 'You cannot cancel a request from somebody else. To refuse it: synapse reply --fail "…"',
        });
      }
      return this.#withdrawIncoming(task);
    }
    if (caller.kind !== 'self') throw fail('forbidden', { caller: caller.id, agent: this.context.self.id });
    const sent = message ?? this.#requestsOf(task as Task).at(-1);
    return sent ? this.#withdrawOutgoing(sent, task) : true;
  }

  /** The receiver knows that a message is canceled. What it says about the message is true, whatever was assumed here. */
  async confirm({ message: news, remote }: { readonly message: Message; readonly remote: RemoteTask }): Promise<void> {
    const { store, events } = this.context;
    const message = store.message(canceledBy(news)?.seq ?? -1);
    const state = RECEIPT_STATES.find((each) => each === remote.receipt?.state);
    if (!message || !state) return;
    if (isWithdrawn(remote)) return noteWithdrawn(this.context, message);
    // It had arrived, although that was not known here.
    if (message.receipt.reason !== CANCELED) return;
    const changed = await store.write((tx) => tx.setReceipt(message.seq, state, remote.receipt?.reason ?? null));
    events.emit('change', { task: null, message: changed });
  }

  async #withdrawIncoming(task: Task): Promise<boolean> {
    const untyped = (message: Message) => ['delivered', 'held'].includes(message.receipt.state);
    const withdrawn = this.#requestsOf(task).some(untyped);
    const { store, events } = this.context;
    const changed = await store.write((tx) => {
      mustBeOpen(tx.task(task.seq));
      const messages = tx.messagesOf(task.seq).filter((each) => each.direction === 'incoming' && untyped(each));
      for (const each of messages) tx.setReceipt(each.seq, 'failed', CANCELED);
      return tx.updateTask(task.seq, { state: 'canceled' });
    });
    events.emit('change', { task: changed, message: null });
    // An agent that has asked back does not work on this, and may work on something else.
    if (!withdrawn && task.state !== 'input-required') await this.typists.stopWork(task.seq);
    return withdrawn;
  }

  async #withdrawOutgoing(message: Message, task: Task | null): Promise<Withdrawn> {
    if (!task && ['submitted', 'answered', 'failed', 'expired'].includes(message.receipt.state)) {
      throw fail('task_already_closed', { task: shortId(message.id), state: message.receipt.state });
    }
    const answer = message.receipt.state === 'queued' ? null : await this.#askPeer(message, task);
    const { store, events } = this.context;
    const changed = await store.write((tx) => {
      mustBeOpen(task && tx.task(task.seq));
      const current = tx.message(message.seq) as Message;
      const isHere = current.receipt.state === 'queued';
      // Also if it is still here: it may be on its way, or have arrived without an acknowledgement.
      const news = answer === null && hasMailbox(message) ? queueCancellation(tx, current, task) : null;
      return {
        news,
        message: answer || isHere ? tx.setReceipt(message.seq, 'failed', CANCELED) : current,
        task: task && tx.updateTask(task.seq, { state: 'canceled' }),
        withdrawn: answer ?? (isHere ? true : null),
      };
    });
    events.emit('change', { message: changed.message, task: changed.task });
    if (changed.news) events.emit('mailQueued', { peerId: message.peer.id });
    return changed.withdrawn;
  }

  /** Null if the receiver cannot be asked now. */
  async #askPeer(message: Message, task: Task | null): Promise<Withdrawn> {
    if (message.peer.type === EXTERNAL_TYPE) return task && this.external.cancel(task);
    const endpoint = endpointOf(this.context.registry.get(message.peer.id));
    if (endpoint === null) return null;
    const client = await this.peers.client();
    const outcome = await client.post(
      endpoint,
      `/tasks/${encodeURIComponent(remoteIdOf(message, task))}/cancel`,
      {},
      this.context.key,
    );
    if (outcome.type === 'accepted') return isWithdrawn((outcome.body.task ?? {}) as RemoteTask);
    if (outcome.type !== 'refused') return null;
    if (outcome.error.code !== 'task_not_found') throw outcome.error;
    return true;
  }

  #requestsOf(task: Task): Message[] {
    return this.context.store.messagesOf(task.seq).filter((message) => message.direction === task.direction);
  }
}

/** Somebody outside gets only what it asked for. */
function hasMailbox({ peer }: Message): boolean {
  return !peer.id.startsWith(OUTSIDE_PREFIX);
}

/** Whether the receiver has taken it back before its program got it. */
function isWithdrawn({ receipt }: RemoteTask): boolean {
  return receipt?.state === 'failed' && receipt.reason === CANCELED;
}

/** An answer may arrive in the meantime. */
function mustBeOpen(task: Task | null): void {
  if (task && !isOpen(task.state)) throw fail('task_already_closed', { task: shortId(task.id), state: task.state });
}
