/** Reports to the senders how far their messages have come: the newest state only, and never in the way of the mail. */
import { socketAddress } from '../../a2a/address.js';
import { encodeReceipt } from '../../a2a/encode.js';
import { isRunning } from '../../registry/entry.js';
import type { Message } from '../../taskstore/message.js';
import type { DaemonContext } from '../context.js';
import { OUTSIDE_PREFIX } from '../http/callers.js';
import type { Courier } from './courier.js';

/** Steps that follow each other closely are one report, and whoever sent the message is answered first. */
const GATHER_MS = 10;

export class ReceiptReports {
  readonly #context: DaemonContext;
  readonly #courier: Courier;
  readonly #waiting = new Map<string, Map<string, Record<string, unknown>>>();
  readonly #flushing = new Map<string, Promise<void>>();

  constructor(context: DaemonContext, courier: Courier) {
    this.#context = context;
    this.#courier = courier;
  }

  /** `screen`: what the receiver's terminal showed when the message failed. */
  add(message: Message, screen?: string): void {
    const peer = message.peer.id;
    if (message.direction !== 'incoming' || peer.startsWith(OUTSIDE_PREFIX)) return;
    const reports = this.#waiting.get(peer) ?? new Map();
    this.#waiting.set(peer, reports);
    const seen = screen === undefined ? {} : { screen };
    // By the name that its sender knows.
    const id = message.givenId ?? message.id;
    reports.set(id, { message_id: id, ...encodeReceipt(message.receipt), ...seen });
    if (!this.#flushing.has(peer)) this.#flushing.set(peer, this.#flush(peer));
  }

  /** Until everything has been reported, or a sender could not be reached. */
  async settled(): Promise<void> {
    await Promise.all(this.#flushing.values());
  }

  async #flush(peer: string): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    try {
      for (let reports = this.#waiting.get(peer); reports; reports = this.#waiting.get(peer)) {
        this.#waiting.delete(peer);
        const agent = this.#context.registry.get(peer);
        // A sender that is down asks by itself when the message is shown (see refresh.ts).
        if (!agent || !isRunning(agent)) break;
        const client = await this.#courier.peers();
        await client.post(
          socketAddress(agent.live),
          '/tasks/receipts',
          { receipts: [...reports.values()] },
          this.#context.key,
        );
      }
    } catch (error) {
      this.#context.log.error('receipts', { peer, reason: (error as Error).message });
    } finally {
      this.#flushing.delete(peer);
    }
  }
}
