/**
 * Reports to senders how far their messages have got, without delaying mail: only the newest state, and whether an earlier
 * instance of the program may have got the message, too.
 */
import { encodeReceipt } from '../../../a2a/encode.js';
import type { Message } from '../../../taskstore/message.js';
import type { DaemonContext } from '../../context.js';
import { OUTSIDE_PREFIX } from '../../http/callers.js';
import { endpointOf } from '../outgoing/destination.js';
import type { PeerConnections } from '../outgoing/peer-connections.js';
import { doubtOf } from './doubt.js';

/** Steps that are close together become one report, sent after the sender's request is answered. */
const GATHER_MS = 10;

export class ReceiptReports {
  readonly #context: DaemonContext;
  readonly #peers: PeerConnections;
  readonly #waiting = new Map<string, Map<string, Record<string, unknown>>>();
  readonly #flushing = new Map<string, Promise<void>>();

  constructor(context: DaemonContext, peers: PeerConnections) {
    this.#context = context;
    this.#peers = peers;
  }

  /** `screen` is what the receiver's terminal showed when the message failed. */
  add(message: Message, screen?: string): void {
    const peer = message.peer.id;
    if (message.direction !== 'incoming' || peer.startsWith(OUTSIDE_PREFIX)) return;
    const reports = this.#waiting.get(peer) ?? new Map();
    this.#waiting.set(peer, reports);
    const seen = screen === undefined ? {} : { screen };
    // Uses the id that its sender knows.
    const id = message.givenId ?? message.id;
    reports.set(id, { message_id: id, ...encodeReceipt(message.receipt), ...seen, doubt: doubtOf(message) });
    if (!this.#flushing.has(peer)) this.#flushing.set(peer, this.#flush(peer));
  }

  /** Resolves when everything is reported or a sender cannot be reached. */
  async settled(): Promise<void> {
    await Promise.all(this.#flushing.values());
  }

  async #flush(peer: string): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    try {
      for (let reports = this.#waiting.get(peer); reports; reports = this.#waiting.get(peer)) {
        this.#waiting.delete(peer);
        const endpoint = endpointOf(this.#context.registry.get(peer));
        // A sender that is down asks when it shows the message (receipt-refresh.ts). Failures are mail (failure-mail.ts).
        if (endpoint === null) break;
        const client = await this.#peers.client();
        await client.post(endpoint, '/tasks/receipts', { receipts: [...reports.values()] }, this.#context.key);
      }
    } catch (error) {
      this.#context.log.error('cannot report receipts', { peer, reason: (error as Error).message });
    } finally {
      this.#flushing.delete(peer);
    }
  }
}
