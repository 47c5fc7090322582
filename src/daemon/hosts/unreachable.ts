/** Explains in its receipt why mail for an unreachable host waits, and makes sure that a daemon keeps the link. */
import { splitAddress } from '../../ids.js';
import { launchDaemon } from '../../launch/launch-daemon.js';
import { type Remote, readLink } from '../../registry/hosts/hosts.js';
import { hostOwner } from '../../registry/hosts/owner.js';
import type { Message } from '../../taskstore/message.js';
import type { TaskStore } from '../../taskstore/store.js';
import type { DaemonContext } from '../context.js';
import { noteWaiting } from '../mail/external/sending-notes.js';

/** Of the start of a daemon, which others may try as well. */
const WAKE_AGAIN_MS = 5_000;

export class UnreachableHosts {
  readonly #context: DaemonContext;
  #wokenAtMs = Number.NEGATIVE_INFINITY;

  constructor(context: DaemonContext) {
    this.#context = context;
  }

  /** Does nothing if the agent is here, or its host can be reached. */
  async waits(message: Message): Promise<void> {
    const { remote } = this.#context.registry.get(message.peer.id) ?? {};
    if (!remote || remote.isUp) return;
    await noteWaiting(this.#context, message, whyUnreachable(remote));
    if (remote.socket === null) this.#wake(remote.host);
  }

  /** The daemon that kept the link was killed, or the person has run no command since the machine was started. */
  #wake(host: string): void {
    const { home, clock, env, log, self } = this.#context;
    const owner = readLink(home, host)?.owner;
    if (owner === undefined || owner === self.id || hostOwner(home) !== null) return;
    if (clock.monotonicMs() - this.#wokenAtMs < WAKE_AGAIN_MS) return;
    this.#wokenAtMs = clock.monotonicMs();
    launchDaemon({ home, profile: null, command: [], cwd: home, env: {}, id: owner, apart: true }, { env }).catch(
      (error: Error) => log.info('cannot start the daemon that keeps the links', { reason: error.message }),
    );
  }
}

export function whyUnreachable({ host, reason }: Remote): string {
  return reason === null ? `${host} cannot be reached` : `${host}: ${reason}`;
}

/** How many messages wait for each other host. */
export function waitingByHost(store: Pick<TaskStore, 'outboxPeers' | 'outboxLength'>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const peer of store.outboxPeers()) {
    const host = splitAddress(peer)?.host;
    if (host !== undefined) counts[host] = (counts[host] ?? 0) + store.outboxLength(peer);
  }
  return counts;
}
