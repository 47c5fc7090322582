/** Ends messages that expire before they are delivered. */
import { fail } from '../../errors.js';
import { isPending, type Message } from '../../taskstore/message.js';
import { isOpen } from '../../taskstore/task.js';
import type { DaemonContext } from '../context.js';
import { queueFailure } from './failure-mail.js';
import { failSent } from './failures.js';
import type { ReceiptReports } from './receipts/receipt-reports.js';

/** The timer is reset at least this often, so that a jump of the clock is noticed. */
const LONGEST_NAP_MS = 60_000;
const SHORTEST_NAP_MS = 100;

export class Expiry {
  readonly #context: DaemonContext;
  readonly #reports: ReceiptReports;
  #timer: NodeJS.Timeout | null = null;
  #wakesAt = 0;
  #unsubscribe: () => void = () => {};
  #isClosed = false;

  constructor(context: DaemonContext, reports: ReceiptReports) {
    this.#context = context;
    this.#reports = reports;
  }

  start(): void {
    this.#unsubscribe = this.#context.events.on('change', ({ message }) => {
      if (!message || !isPending(message.direction, message.receipt.state)) return;
      if (!this.#timer || message.expiresAt < this.#wakesAt) this.#schedule();
    });
    this.#schedule();
  }

  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
    if (this.#timer) clearTimeout(this.#timer);
  }

  #schedule(): void {
    const now = this.#context.clock.now();
    const nextAt = this.#nextAt(now);
    if (nextAt === null || this.#isClosed) return;
    const pauseMs = Math.min(Math.max(nextAt - now, SHORTEST_NAP_MS), LONGEST_NAP_MS);
    if (this.#timer) clearTimeout(this.#timer);
    this.#wakesAt = now + pauseMs;
    this.#timer = setTimeout(() => void this.#expireDue(), pauseMs);
    this.#timer.unref();
  }

  /** A store that cannot be read now is looked at again later. */
  #nextAt(now: number): number | null {
    try {
      return this.#context.store.nextExpiryAt();
    } catch (error) {
      if (!this.#isClosed)
        this.#context.log.error('cannot look for expired messages', { reason: (error as Error).message });
      return now + LONGEST_NAP_MS;
    }
  }

  async #expireDue(): Promise<void> {
    try {
      const due = this.#context.store.dueMessages(this.#context.clock.now());
      for (const message of due) await this.#expire(message);
      // Messages that waited behind them may be typed now.
      if (due.length > 0) this.#context.events.emit('mailWaits');
    } catch (error) {
      this.#context.log.error('cannot expire messages', { reason: (error as Error).message });
    } finally {
      this.#timer = null;
      this.#schedule();
    }
  }

  async #expire(message: Message): Promise<void> {
    const error = fail('expired', {
      target: message.direction === 'outgoing' ? message.peer.id : this.#context.self.id,
    });
    if (message.direction === 'outgoing') return failSent(this.#context, message, error, { state: 'expired' });
    const { store, events } = this.#context;
    const changed = await store.write((tx) => {
      const current = tx.message(message.seq);
      // It was typed, read or answered in the meantime, so it does not expire.
      if (!current || !['delivered', 'held', 'uncertain'].includes(current.receipt.state)) return null;
      const task = message.taskSeq === null ? null : tx.task(message.taskSeq);
      const expired = tx.setReceipt(message.seq, 'expired');
      const told = queueFailure(tx, expired, { error });
      if (task?.direction !== 'incoming' || !isOpen(task.state)) return { task, message: expired, told };
      const failure = { code: error.code, message: error.message };
      return { task: tx.updateTask(task.seq, { state: 'failed', error: failure }), message: expired, told };
    });
    if (!changed) return;
    const { told, ...change } = changed;
    events.emit('change', change);
    if (told) events.emit('mailQueued', { peerId: told.peer.id });
    else this.#reports.add(change.message);
  }
}
