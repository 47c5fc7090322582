/** Carries outgoing mail to other daemons: in order per receiver, again and again until it is taken, refused or expired. */
import type { Outcome, PeerClient } from '../../a2a/client.js';
import { encodeEnvelope } from '../../a2a/encode.js';
import { fail, type SynapseError } from '../../errors.js';
import type { KnownAgent } from '../../registry/entry.js';
import { watchLiveAgents } from '../../registry/watch.js';
import { CANCELED, type Message } from '../../taskstore/message.js';
import type { Tx } from '../../taskstore/store.js';
import { advance, isOpen, type Task } from '../../taskstore/task.js';
import type { DaemonContext } from '../context.js';
import { OUTSIDE_PREFIX } from '../http/callers.js';
import { type Place, placeOf, whereIs } from './destination.js';

/** How the first try went: `queued` means that the receiver is down and the courier goes on trying. */
export type Attempt = 'delivered' | 'queued' | 'failed';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
const BATCH = 32;
/** What was looked up so short a time ago need not be looked up again. */
const FRESH_MS = 20;
/** If this is lost the message is carried again, and its receiver knows it by its id. */
const NOT_DURABLE = { durable: false };

interface Route {
  running: boolean;
  again: boolean;
  pauseMs: number;
  timer: NodeJS.Timeout | null;
}

export class Courier {
  readonly #context: DaemonContext;
  readonly #routes = new Map<string, Route>();
  readonly #attempts = new Map<number, (attempt: Attempt) => void>();
  /** Called when a request failed for good, so that the sender learns of it. */
  onFailure: (task: Task, message: Message, error: SynapseError) => void = () => {};
  /** Called when a message was accepted that had been canceled while it was on its way. */
  onTakenBack: (message: Message, task: Task | null) => void = () => {};
  /** Called when the live entry of this agent itself has changed. */
  onOwnEntry: () => void = () => {};
  #client: Promise<PeerClient> | null = null;
  #watcher: { close(): void } | null = null;
  /** Which store each peer had when its open requests were last looked through. */
  readonly #seen = new Map<string, string | null>();
  #lookedUp: { readonly agent: KnownAgent; readonly atMs: number } | null = null;
  #closed = false;

  constructor(context: DaemonContext) {
    this.#context = context;
  }

  /** Takes up what an earlier run left, and wakes whenever an agent appears or goes. */
  start(): void {
    this.#watcher = watchLiveAgents(this.#context.home, (id) => this.#agentChanged(id));
    for (const peer of this.#context.store.outboxPeers()) this.kick(peer);
    this.#checkOpenRequests();
  }

  /** The first try of a message sent just now, or `queued` when there was none within the limit. */
  firstAttempt(messageSeq: number, limitMs: number): Promise<Attempt> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => finish('queued'), limitMs);
      const finish = (attempt: Attempt) => {
        clearTimeout(timer);
        this.#attempts.delete(messageSeq);
        resolve(attempt);
      };
      this.#attempts.set(messageSeq, finish);
    });
  }

  /** Goes to the agent that was looked up for it just now. */
  send(agent: KnownAgent): void {
    this.#lookedUp = { agent, atMs: this.#context.clock.monotonicMs() };
    this.kick(agent.id);
  }

  kick(peerId: string): void {
    const route = this.#route(peerId);
    if (route.timer) clearTimeout(route.timer);
    route.timer = null;
    if (route.running) route.again = true;
    else void this.#run(peerId, route);
  }

  async peers(): Promise<PeerClient> {
    // undici is 8 MB that an idle daemon does not need.
    this.#client ??= import('../../a2a/client.js').then(({ PeerClient }) => new PeerClient());
    return this.#client;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#watcher?.close();
    for (const route of this.#routes.values()) if (route.timer) clearTimeout(route.timer);
    if (this.#client) await (await this.#client).close();
  }

  #route(peerId: string): Route {
    let route = this.#routes.get(peerId);
    if (!route) {
      route = { running: false, again: false, pauseMs: FIRST_PAUSE_MS, timer: null };
      this.#routes.set(peerId, route);
    }
    return route;
  }

  async #run(peerId: string, route: Route): Promise<void> {
    route.running = true;
    try {
      do {
        route.again = false;
        if (!(await this.#carryAll(peerId))) {
          this.#retryLater(peerId, route);
          return;
        }
        route.pauseMs = FIRST_PAUSE_MS;
      } while (route.again && !this.#closed);
    } catch (error) {
      this.#context.log.error('courier', { peer: peerId, reason: (error as Error).message });
      this.#retryLater(peerId, route);
    } finally {
      route.running = false;
      if (route.again && !route.timer && !this.#closed) this.kick(peerId);
    }
  }

  /** False when the receiver cannot be reached now. */
  async #carryAll(peerId: string): Promise<boolean> {
    for (;;) {
      const mail = this.#context.store.outbox(peerId, BATCH);
      if (mail.length === 0) return true;
      for (const message of mail) {
        if (this.#closed) return true;
        // Canceled or expired while the ones before it were carried.
        if (this.#context.store.message(message.seq)?.receipt.state !== 'queued') continue;
        if (!(await this.#carry(message))) {
          for (const waiting of mail) this.#attempts.get(waiting.seq)?.('queued');
          return false;
        }
      }
    }
  }

  async #carry(message: Message): Promise<boolean> {
    const place = this.#placeOf(message);
    if (place.type === 'gone') {
      await this.#refused(message, fail(place.code, { target: message.peer.id }));
      return true;
    }
    if (place.type === 'down') return false;
    if (place.type === 'visits') {
      await this.#accepted(message, {}, 'kept until it is fetched');
      return true;
    }
    const outcome = await this.#post(message, place.endpoint, message.replyTo);
    if (outcome.type === 'unreachable') {
      this.#context.log.info('unreachable', { peer: message.peer.id, reason: outcome.reason });
      return false;
    }
    if (outcome.type === 'accepted') {
      await this.#accepted(message, outcome.body, outcome.body.late === true ? 'late' : null);
      return true;
    }
    if (message.replyTo !== null && outcome.error.code === 'task_not_found') {
      const second = await this.#post(message, place.endpoint, null);
      if (second.type === 'unreachable') return false;
      if (second.type === 'accepted') await this.#accepted(message, second.body, 'task_gone');
      else await this.#refused(message, second.error);
      return true;
    }
    await this.#refused(message, outcome.error);
    return true;
  }

  async #post(message: Message, endpoint: string, replyTo: string | null): Promise<Outcome> {
    const { self, store, key } = this.#context;
    const task = message.taskSeq === null ? null : store.task(message.taskSeq);
    const own = task?.direction === 'outgoing' ? task : null;
    const body = encodeEnvelope({
      message,
      sender: self,
      senderStore: store.storeId,
      senderTaskId: own?.id ?? null,
      responseExpected: own !== null,
      contextId: task?.contextId ?? null,
      inReplyTo: task?.direction === 'incoming' ? (task.senderTaskId ?? task.id) : null,
    });
    const path = replyTo === null ? '/tasks/send' : `/tasks/send?reply_to=${encodeURIComponent(replyTo)}`;
    const outside = message.peer.id.startsWith(OUTSIDE_PREFIX);
    return (await this.peers()).post(endpoint, path, body, outside ? null : key);
  }

  #placeOf(message: Message): Place {
    if (message.peer.id.startsWith(OUTSIDE_PREFIX)) {
      return message.peer.endpoint === null ? { type: 'visits' } : { type: 'up', endpoint: message.peer.endpoint };
    }
    const known = this.#lookedUp;
    const isFresh = known?.agent.id === message.peer.id && this.#context.clock.monotonicMs() - known.atMs < FRESH_MS;
    const { registry } = this.#context;
    const agent = isFresh ? known.agent : registry.get(message.peer.id);
    if (!agent) return whereIs(registry, message.peer.id, null);
    // A lasting address is its owner's, whatever became of the store: what never arrived there is still for it.
    return placeOf(agent, agent.lasting ? null : message.metadata._store);
  }

  async #accepted(message: Message, body: Record<string, unknown>, note: string | null): Promise<void> {
    const remote = (body.task ?? {}) as RemoteTask;
    const { store, events } = this.#context;
    // A plain message is known by one id on both sides: whoever waits need not wait for our own note of it.
    const isHeld = remote.receipt?.state === 'held';
    if (message.taskSeq === null && remote.id === message.id && !isHeld) this.#attempts.get(message.seq)?.('delivered');
    const changed = await store.write((tx) => {
      const received = this.#noteDelivery(tx, message, remote, note);
      const task = message.taskSeq === null ? null : tx.task(message.taskSeq);
      if (task?.direction !== 'outgoing') return { task, message: received };
      const state = advance(task.state, { type: 'delivered' }) ?? task.state;
      return {
        task: tx.updateTask(task.seq, { state, remoteTaskId: remote.id ?? task.remoteTaskId }),
        message: received,
      };
    }, NOT_DURABLE);
    events.publish(changed);
    if (changed.message?.receipt.reason === CANCELED) this.onTakenBack(changed.message, changed.task);
    this.#attempts.get(message.seq)?.('delivered');
  }

  /** Reports and even the answer can be faster than the acknowledgement: then they have said more already. */
  #noteDelivery(tx: Tx, message: Message, remote: RemoteTask, note: string | null): Message | null {
    if (message.taskSeq === null && remote.id && remote.id !== message.id) tx.setRemoteId(message.seq, remote.id);
    const current = tx.message(message.seq);
    if (current?.receipt.state !== 'queued') return current;
    const delivered = tx.setReceipt(message.seq, 'delivered', note);
    return remote.receipt?.state === 'held' && message.replyTo === null
      ? tx.setReceipt(message.seq, 'held', remote.receipt.reason ?? null)
      : delivered;
  }

  async #refused(message: Message, error: SynapseError): Promise<void> {
    await this.failMessage(message, error);
    this.#attempts.get(message.seq)?.('failed');
  }

  /** Ends a message, and the sender's own task with it, as failed. */
  async failMessage(message: Message, error: SynapseError, state: 'failed' | 'expired' = 'failed'): Promise<void> {
    const { store, events } = this.#context;
    const changed = await store.write((tx) => {
      const current = tx.message(message.seq);
      const isOver = !current || ['answered', 'failed', 'expired'].includes(current.receipt.state);
      if (isOver || (state === 'expired' && current.receipt.state === 'submitted')) return null;
      const updated = tx.setReceipt(message.seq, state, state === 'failed' ? error.code : null);
      const task = message.taskSeq === null ? null : tx.task(message.taskSeq);
      const failure = { code: error.code, message: error.message };
      if (!task) tx.setMetadata(message.seq, { ...current.metadata, _error: failure });
      if (task?.direction !== 'outgoing' || !isOpen(task.state)) return { task: null, message: updated };
      return { task: tx.updateTask(task.seq, { state: 'failed', error: failure }), message: updated };
    });
    if (!changed) return;
    events.publish(changed);
    if (changed.task) this.onFailure(changed.task, changed.message, error);
  }

  #retryLater(peerId: string, route: Route): void {
    if (this.#closed || route.timer) return;
    route.timer = setTimeout(() => this.kick(peerId), route.pauseMs);
    route.timer.unref();
    route.pauseMs = Math.min(route.pauseMs * 2, LONGEST_PAUSE_MS);
  }

  #agentChanged(id: string): void {
    if (this.#closed) return;
    if (id === this.#context.self.id) this.onOwnEntry();
    if (this.#context.store.outbox(id, 1).length > 0) this.kick(id);
    const storeId = this.#context.registry.get(id)?.storeId ?? null;
    if (this.#seen.get(id) === storeId) return;
    this.#seen.set(id, storeId);
    this.#checkOpenRequests(id);
  }

  /** A request to a program that is gone for good gets no answer: say so instead of waiting. */
  #checkOpenRequests(peerId?: string): void {
    for (const task of this.#context.store.openOutgoing()) {
      if (peerId !== undefined && task.peer.id !== peerId) continue;
      const place = whereIs(this.#context.registry, task.peer.id, task.metadata._store);
      if (place.type !== 'gone') continue;
      const request = this.#context.store.messagesOf(task.seq).find((message) => message.direction === 'outgoing');
      // What has not left yet, the way there decides about.
      if (!request || request.receipt.state === 'queued') continue;
      const failing = this.failMessage(request, fail(place.code, { target: task.peer.id }));
      failing.catch((error: Error) => this.#context.log.error('failure', { reason: error.message }));
    }
  }
}

/** What the receiver says of the task it made. */
interface RemoteTask {
  readonly id?: string;
  readonly receipt?: { readonly state: string; readonly reason?: string | null };
}
