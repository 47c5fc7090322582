/** Fails requests to a program that will not come back, because they will get no answer. */
import { fail } from '../../errors.js';
import { EXTERNAL_TYPE } from '../../registry/externals.js';
import type { DaemonContext } from '../context.js';
import { failSent } from './failures.js';
import { destinationOf } from './outgoing/destination.js';

export class GoneReceivers {
  readonly #context: DaemonContext;
  /** The store that each agent had when requests to it were last checked. */
  readonly #seenStores = new Map<string, string | null>();

  constructor(context: DaemonContext) {
    this.#context = context;
  }

  /** Another store means that another program has the address now. */
  agentChanged(id: string): void {
    const storeId = this.#context.registry.get(id)?.storeId ?? null;
    if (this.#seenStores.get(id) === storeId) return;
    this.#seenStores.set(id, storeId);
    this.failRequests(id);
  }

  /** Checks the open requests to one agent, or all of them. */
  failRequests(agentId?: string): void {
    const { store, registry, log } = this.#context;
    for (const task of store.openOutgoing()) {
      if (task.peer.type === EXTERNAL_TYPE || (agentId !== undefined && task.peer.id !== agentId)) continue;
      const destination = destinationOf(registry, task.peer.id, task.metadata._store);
      if (destination.type !== 'gone') continue;
      const request = store.messagesOf(task.seq).find((message) => message.direction === 'outgoing');
      // A message that has not left yet is decided when it is carried.
      if (!request || request.receipt.state === 'queued') continue;
      failSent(this.#context, request, fail(destination.code, { target: task.peer.id })).catch((error: Error) =>
        log.error('cannot fail a request', { reason: error.message }),
      );
    }
  }
}
