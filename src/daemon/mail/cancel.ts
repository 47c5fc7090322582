/** Cancels a message: withdraws it if it is not typed yet, otherwise interrupts the program. */
import { socketAddress } from '../../a2a/address.js';
import { fail } from '../../errors.js';
import { shortId } from '../../ids.js';
import { isRunning } from '../../registry/entry.js';
import { EXTERNAL_TYPE } from '../../registry/externals.js';
import { CANCELED, type Message } from '../../taskstore/message.js';
import type { Found } from '../../taskstore/store.js';
import { isOpen, type Task } from '../../taskstore/task.js';
import type { DaemonContext } from '../context.js';
import type { Caller } from '../http/callers.js';
import type { Typists } from '../typing/typists.js';
import type { ExternalMail } from './external/external-mail.js';
import type { PeerConnections } from './outgoing/peer-connections.js';

export class Cancel {
  constructor(
    private readonly context: DaemonContext,
    private readonly peers: PeerConnections,
    private readonly typists: Pick<Typists, 'stopWork'>,
    private readonly external: Pick<ExternalMail, 'cancel'>,
  ) {}

  async run({ task, message }: Found, caller: Caller): Promise<void> {
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
    if (sent) await this.#withdrawOutgoing(sent, task);
  }

  /** Called for a message that was canceled on its way and arrived after all. */
  async passOn({ message, task }: { readonly message: Message; readonly task: Task | null }): Promise<void> {
    await this.#askPeer(message, task);
  }

  async #withdrawIncoming(task: Task): Promise<void> {
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
    if (!withdrawn) await this.typists.stopWork(task.seq);
  }

  async #withdrawOutgoing(message: Message, task: Task | null): Promise<void> {
    if (!task && ['submitted', 'answered', 'failed', 'expired'].includes(message.receipt.state)) {
      throw fail('task_already_closed', { task: shortId(message.id), state: message.receipt.state });
    }
    if (message.receipt.state !== 'queued') await this.#askPeer(message, task);
    const { store, events } = this.context;
    const changed = await store.write((tx) => {
      mustBeOpen(task && tx.task(task.seq));
      return {
        message: tx.setReceipt(message.seq, 'failed', CANCELED),
        task: task && tx.updateTask(task.seq, { state: 'canceled' }),
      };
    });
    events.emit('change', changed);
  }

  async #askPeer(message: Message, task: Task | null): Promise<void> {
    if (message.peer.type === EXTERNAL_TYPE) return task ? this.external.cancel(task) : undefined;
    const peer = this.context.registry.get(message.peer.id);
    if (!peer || !isRunning(peer)) return;
    const remote = task?.remoteTaskId ?? message.remoteId ?? message.id;
    const client = await this.peers.client();
    const outcome = await client.post(
      socketAddress(peer.live),
      `/tasks/${encodeURIComponent(remote)}/cancel`,
      {},
      this.context.key,
    );
    if (outcome.type === 'refused' && outcome.error.code !== 'task_not_found') throw outcome.error;
  }

  #requestsOf(task: Task): Message[] {
    return this.context.store.messagesOf(task.seq).filter((message) => message.direction === task.direction);
  }
}

/** An answer may arrive in the meantime. */
function mustBeOpen(task: Task | null): void {
  if (task && !isOpen(task.state)) throw fail('task_already_closed', { task: shortId(task.id), state: task.state });
}
