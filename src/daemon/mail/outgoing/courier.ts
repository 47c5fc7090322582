/** Carries outgoing mail to other daemons, in order per receiver, and retries until it is accepted, refused or expired. */
import type { Outcome } from '../../../a2a/client.js';
import { asSynapseError, fail, type SynapseError } from '../../../errors.js';
import { splitAddress } from '../../../ids.js';
import type { KnownAgent } from '../../../registry/entry.js';
import { EXTERNAL_TYPE } from '../../../registry/externals.js';
import { hostInEntry } from '../../../registry/hosts/hosts.js';
import type { Message } from '../../../taskstore/message.js';
import { advance } from '../../../taskstore/task.js';
import type { DaemonContext } from '../../context.js';
import { UnreachableHosts } from '../../hosts/unreachable.js';
import { OUTSIDE_PREFIX } from '../../http/callers.js';
import type { ExternalMail } from '../external/external-mail.js';
import { failSent } from '../failures.js';
import { GoneReceivers } from '../gone-receivers.js';
import { isReadHere } from '../read-here.js';
import { type Destination, destinationAt, destinationOf } from './destination.js';
import { type Attempt, FirstAttempts } from './first-attempts.js';
import { noteDelivery, type RemoteTask } from './note-delivery.js';
import type { PeerConnections } from './peer-connections.js';
import { PeerQueues } from './peer-queues.js';
import { postMail } from './post-mail.js';
import { Setbacks } from './setbacks.js';

/** `unable` is the status with which the receiver answered that it cannot take the message now. */
type Carried = 'done' | 'down' | { readonly unable: number };

const BATCH = 32;
/** How many messages that were set aside are tried in vain per round, so that many of them cost little. */
const MOST_IN_VAIN = 8;
/** A lookup this recent need not be repeated. */
const FRESH_MS = 20;
/** If this is lost, the message is carried again, and its receiver recognizes it by its id. */
const NOT_DURABLE = { durable: false };

export class Courier {
  readonly #context: DaemonContext;
  readonly #peers: PeerConnections;
  readonly #external: Pick<ExternalMail, 'carry'>;
  readonly #queues: PeerQueues;
  readonly #attempts = new FirstAttempts();
  readonly #setbacks: Setbacks;
  readonly #unreachable: UnreachableHosts;
  readonly #gone: GoneReceivers;
  #lookedUp: { readonly agent: KnownAgent; readonly atMs: number } | null = null;
  #isClosed = false;

  constructor(context: DaemonContext, peers: PeerConnections, external: Pick<ExternalMail, 'carry'>) {
    this.#context = context;
    this.#peers = peers;
    this.#external = external;
    this.#setbacks = new Setbacks(context.clock);
    this.#unreachable = new UnreachableHosts(context);
    this.#gone = new GoneReceivers(context);
    this.#queues = new PeerQueues((peerId) => this.#carryAll(peerId), context.log);
  }

  /** Takes up what an earlier run left. */
  start(): void {
    for (const peer of this.#context.store.outboxPeers()) this.kick(peer);
    this.#gone.failRequests();
  }

  /** The first try of a message that was just sent, or `queued` if there was none within the limit. */
  firstAttempt(messageSeq: number, limitMs: number): Promise<Attempt> {
    return this.#attempts.wait(messageSeq, limitMs);
  }

  /** Saves a lookup if mail for this agent is carried at once. */
  noteLookedUp(agent: KnownAgent): void {
    this.#lookedUp = { agent, atMs: this.#context.clock.monotonicMs() };
  }

  kick(peerId: string): void {
    this.#queues.kick(peerId);
  }

  /** An agent appeared, changed or went away, so it may accept its mail now, or will never answer. */
  agentChanged(id: string): void {
    if (this.#isClosed) return;
    const host = hostInEntry(id);
    if (host !== null) {
      this.#hostChanged(host);
      return;
    }
    if (this.#context.store.outbox(id, 1).length > 0) this.kick(id);
    this.#gone.agentChanged(id);
  }

  /** Its link is up or down, or its agents have changed. */
  #hostChanged(host: string): void {
    for (const peer of this.#context.store.outboxPeers()) if (splitAddress(peer)?.host === host) this.kick(peer);
  }

  close(): void {
    this.#isClosed = true;
    this.#queues.close();
    this.#attempts.close();
  }

  /** Returns false if there is mail left that the receiver cannot take now. */
  async #carryAll(peerId: string): Promise<boolean> {
    const { store } = this.#context;
    if (!(await this.#retryAside(peerId))) return false;
    for (;;) {
      const aside = this.#setbacks.aside(peerId);
      const mail = store.outbox(peerId, BATCH, aside);
      if (mail.length === 0) return aside.length === 0;
      for (const { seq } of mail) {
        if (this.#isClosed) return true;
        const message = this.#ifQueued(seq);
        if (!message) continue;
        const result = await this.#tryToCarry(message);
        if (result === 'stop') {
          for (const waiting of mail) this.#attempts.settle(waiting.seq, 'queued');
          return false;
        }
        if (result === 'pass') this.#attempts.settle(seq, 'queued');
      }
    }
  }

  /** Tries again what the receiver could not take, though it may take other mail. Returns false if it is down. */
  async #retryAside(peerId: string): Promise<boolean> {
    const inVain = new Set<number>();
    for (const seq of this.#setbacks.aside(peerId)) {
      if (this.#isClosed || inVain.size >= MOST_IN_VAIN) break;
      const message = this.#ifQueued(seq);
      if (!message) this.#setbacks.forget(peerId, seq);
      const result = message ? await this.#tryToCarry(message) : null;
      if (result === 'stop') return false;
      if (result === 'pass') inVain.add(seq);
      if (result !== 'done') continue;
      this.#setbacks.takeBack(peerId, inVain);
      break;
    }
    return true;
  }

  /** Null if it was canceled or has expired while others were carried. */
  #ifQueued(seq: number): Message | null {
    const message = this.#context.store.message(seq);
    return message?.receipt.state === 'queued' ? message : null;
  }

  /** `stop` keeps the order: nothing behind this message is carried before it. */
  async #tryToCarry(message: Message): Promise<'done' | 'stop' | 'pass'> {
    const { seq, peer } = message;
    const carried = await this.#carry(message).catch((error: unknown): Carried => {
      const known = asSynapseError(error);
      this.#context.log.error('cannot carry a message', { peer: peer.id, reason: known.message });
      return { unable: known.status };
    });
    if (carried === 'done') this.#setbacks.forget(peer.id, seq);
    if (carried === 'down') this.#setbacks.forgetAll(peer.id);
    if (typeof carried !== 'object') return carried === 'done' ? 'done' : 'stop';
    const { tries, isAside } = this.#setbacks.note(peer.id, seq, carried.unable);
    if (tries === 1 && !isAside) this.#queues.shortenPauses(peer.id);
    return isAside ? 'pass' : 'stop';
  }

  async #carry(message: Message): Promise<Carried> {
    if (message.peer.type === EXTERNAL_TYPE) return this.#carryOutside(message);
    const destination = this.#destinationOf(message);
    if (destination.type === 'gone') {
      await this.#refused(message, fail(destination.code, { target: message.peer.id }));
      return 'done';
    }
    if (destination.type === 'down') {
      await this.#unreachable.waits(message);
      return 'down';
    }
    if (destination.type === 'visits') {
      await this.#accepted(message, {}, 'kept until it is fetched');
      return 'done';
    }
    const outcome = await this.#post(message, destination.endpoint, message.replyTo);
    const isGone = message.replyTo !== null && outcome.type === 'refused' && outcome.error.code === 'task_not_found';
    if (!isGone) return this.#conclude(message, outcome, null);
    return this.#conclude(message, await this.#post(message, destination.endpoint, null), 'task_gone');
  }

  async #carryOutside(message: Message): Promise<Carried> {
    const handed = await this.#external.carry(message);
    if (handed.type === 'down') return 'down';
    if (handed.type === 'failed') await this.#refused(message, handed.error);
    else this.#attempts.settle(message.seq, handed.type === 'taken' ? 'delivered' : 'failed');
    return 'done';
  }

  async #conclude(message: Message, outcome: Outcome, note: string | null): Promise<Carried> {
    if (outcome.type === 'accepted') {
      await this.#accepted(message, outcome.body, note ?? (outcome.body.late === true ? 'late' : null));
      return 'done';
    }
    if (outcome.type === 'refused' && message.kind === 'cancellation') {
      // There is nothing to cancel any more.
      await this.#accepted(message, {}, null);
      return 'done';
    }
    if (outcome.type === 'refused') {
      await this.#refused(message, outcome.error);
      return 'done';
    }
    this.#context.log.info(outcome.type, { peer: message.peer.id, reason: outcome.reason });
    return outcome.type === 'unable' ? { unable: outcome.status } : 'down';
  }

  async #post(message: Message, endpoint: string, replyTo: string | null): Promise<Outcome> {
    return postMail(this.#context, await this.#peers.client(), { message, endpoint, replyTo });
  }

  #destinationOf(message: Message): Destination {
    if (isReadHere(message.metadata)) return { type: 'visits' };
    if (message.peer.id.startsWith(OUTSIDE_PREFIX)) {
      return message.peer.endpoint === null ? { type: 'visits' } : { type: 'up', endpoint: message.peer.endpoint };
    }
    const known = this.#lookedUp;
    const isFresh = known?.agent.id === message.peer.id && this.#context.clock.monotonicMs() - known.atMs < FRESH_MS;
    const { registry } = this.#context;
    const agent = isFresh ? known.agent : registry.get(message.peer.id);
    if (!agent) return destinationOf(registry, message.peer.id, null);
    // A permanent address belongs to its owner even with another store, so mail that never arrived is still for it.
    return destinationAt(agent, agent.lasting ? null : message.metadata._store);
  }

  async #accepted(message: Message, body: Record<string, unknown>, note: string | null): Promise<void> {
    const remote = (body.task ?? {}) as RemoteTask;
    const { store, events } = this.#context;
    // Both sides use one id for a plain message, so a waiting command need not wait for our own note of it.
    const isHeld = remote.receipt?.state === 'held';
    if (message.taskSeq === null && remote.id === message.id && !isHeld)
      this.#attempts.settle(message.seq, 'delivered');
    const noted = store.write((tx) => {
      const received = noteDelivery(tx, message, remote, note);
      const task = message.taskSeq === null ? null : tx.task(message.taskSeq);
      if (task?.direction !== 'outgoing') return { task, message: received };
      const state = advance(task.state, { type: 'delivered' }) ?? task.state;
      return {
        task: tx.updateTask(task.seq, { state, remoteTaskId: remote.id ?? task.remoteTaskId }),
        message: received,
      };
    }, NOT_DURABLE);
    // The receiver has it, even if that cannot be noted because our disk is full.
    const changed = await noted.finally(() => this.#attempts.settle(message.seq, 'delivered'));
    events.emit('change', changed);
    if (message.kind === 'cancellation') events.emit('cancellationArrived', { message, remote });
  }

  async #refused(message: Message, error: SynapseError): Promise<void> {
    await failSent(this.#context, message, error);
    this.#attempts.settle(message.seq, 'failed');
  }
}
