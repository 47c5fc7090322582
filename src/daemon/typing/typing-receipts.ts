/** Records how far the typing of a message has got, and tells its sender and local listeners. */
import { fail, isErrorCode } from '../../errors.js';
import type { ChannelName } from '../../profiles/profile.js';
import { isSettled, type Message, type ReceiptState } from '../../taskstore/message.js';
import type { Tx } from '../../taskstore/store.js';
import { isOpen } from '../../taskstore/task.js';
import type { DaemonContext } from '../context.js';
import { queueFailure } from '../mail/failure-mail.js';
import type { ReceiptReports } from '../mail/receipts/receipt-reports.js';
import { handOver } from './hand-over.js';

interface Step {
  readonly reason?: string | null | undefined;
  readonly via?: ChannelName | undefined;
  readonly durable?: boolean;
  /** Nothing is noted if it has another state by now. */
  readonly from?: readonly ReceiptState[];
}

export class TypingReceipts {
  readonly #context: DaemonContext;
  readonly #reports: Pick<ReceiptReports, 'add'>;

  constructor(context: DaemonContext, reports: Pick<ReceiptReports, 'add'>) {
    this.#context = context;
    this.#reports = reports;
  }

  /** Null if the message was canceled, answered or expired in the meantime. */
  async note(
    message: Message,
    state: ReceiptState,
    { reason = null, via, durable = false, from }: Step = {},
  ): Promise<Message | null> {
    const changed = await this.#context.store.write(
      (tx) => (isWaiting(tx, message, from) ? tx.setReceipt(message.seq, state, reason, via) : null),
      { durable },
    );
    if (changed) this.tell(changed);
    return changed;
  }

  /** The text is in the box. Enter is pressed even if that cannot be written down. */
  async noteTyped(message: Message, via: ChannelName): Promise<void> {
    try {
      await this.note(message, 'typed', { via });
    } catch (error) {
      this.#context.log.error('cannot note that a message is typed', {
        message: message.id,
        reason: (error as Error).message,
      });
    }
  }

  /** The program has it. A reason says what is not proven about that. */
  async noteSubmitted(message: Message, reason: string | null = null): Promise<void> {
    const changed = await this.#context.store.write(
      (tx) => {
        // A quick program may have answered already.
        if (!isWaiting(tx, message)) return null;
        tx.setReceipt(message.seq, 'typed');
        return handOver(tx, message.seq, reason);
      },
      { durable: false },
    );
    if (changed) this.tell(changed);
  }

  /** Typing failed. The sender is told why, and the screen is stored with the message. */
  async noteFailed(message: Message, { reason, screen }: { reason: string; screen: string }): Promise<void> {
    const { store, self, events, log } = this.#context;
    log.error('not delivered', { message: message.id, reason });
    const error = fail(isErrorCode(reason) ? reason : 'not_submitted', { target: self.id, screen: '' });
    const failed = await store.write((tx) => {
      if (!isWaiting(tx, message)) return null;
      tx.setMetadata(message.seq, { ...message.metadata, screen });
      const changed = tx.setReceipt(message.seq, 'failed', reason);
      const task = changed.taskSeq === null ? null : tx.task(changed.taskSeq);
      // A failed reminder leaves its request open.
      const isItsOwn = task?.direction === 'incoming' && task.peer.id === message.peer.id;
      if (isItsOwn && isOpen(task.state)) {
        tx.updateTask(task.seq, { state: 'failed', error: { code: error.code, message: error.message } });
      }
      return { message: changed, told: queueFailure(tx, changed, { error, screen }) };
    });
    if (!failed) return;
    if (!failed.told) return this.tell(failed.message, screen);
    this.#emitChange(failed.message);
    events.emit('mailQueued', { peerId: failed.told.peer.id });
  }

  /** What is stored is true even if nobody can be told, so typing continues. */
  tell(message: Message, screen?: string): void {
    this.#safely(message, () => this.#reports.add(message, screen));
    this.#emitChange(message);
  }

  #emitChange(message: Message): void {
    const { store, events } = this.#context;
    this.#safely(message, () =>
      events.emit('change', { task: message.taskSeq === null ? null : store.task(message.taskSeq), message }),
    );
  }

  #safely(message: Message, tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#context.log.error('cannot report typing', { message: message.id, reason: (error as Error).message });
    }
  }
}

/** Whether it was not canceled, answered or expired in the meantime. */
function isWaiting(tx: Tx, { seq }: Message, from?: readonly ReceiptState[]): boolean {
  const current = tx.message(seq);
  return current !== null && !isSettled(current.receipt) && (from?.includes(current.receipt.state) ?? true);
}
