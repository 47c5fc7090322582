/** Hands what has arrived to the program, one message after the other. The one place where store and terminal meet. */
import { isSettled, type Message, type Receipt, type ReceiptState } from '../../taskstore/message.js';
import type { Tx } from '../../taskstore/store.js';
import { isOpen } from '../../taskstore/task.js';
import type { Delivered } from '../../terminal/delivery.js';
import type { DaemonContext } from '../context.js';
import type { ReceiptReports } from '../mail/receipt-reports.js';
import type { Delivery } from './delivery.js';
import { handOver } from './hand-over.js';

/** How many waiting messages are looked at in one go. */
const LOOK_AHEAD = 64;
const TRY_AGAIN_MS = 1_000;
const PAUSED = 'paused';
const URGENT = 5;

/** Stands for one message on its way into the store, whatever id it gets there. */
export type Ticket = object;

export class Typist {
  readonly #context: DaemonContext;
  readonly #reports: ReceiptReports;
  #delivery: Delivery | null = null;
  readonly #hasProgram: boolean;
  #busy = false;
  /** For a message that is being stored together with its intent. */
  #claimed: Ticket | null = null;
  /** How it went with messages of which that could not be written down yet. */
  readonly #typedHere = new Map<number, Delivered>();
  #again = false;
  /** The urgent message for which the program was interrupted already. */
  #interruptedFor: number | null = null;
  #ended = false;
  #paused: boolean;
  /** Answers that a waiting command is about to take: not to be typed as well. */
  isClaimed: (messageSeq: number) => boolean = () => false;
  /** Called when something was typed, or the program could have become ready for it. */
  onRest: () => void = () => {};

  constructor(context: DaemonContext, reports: ReceiptReports, hasProgram: boolean) {
    this.#context = context;
    this.#hasProgram = hasProgram;
    this.#reports = reports;
    this.#paused = context.store.meta(PAUSED) === 'yes';
  }

  /** From now on there is a program to type into. A person's daemon never calls this: mail waits to be read. */
  attach(delivery: Delivery): void {
    this.#delivery = delivery;
    delivery.onChange(() => this.wake());
    void this.#pump();
  }

  /** Mail for a program goes stale while it is held; mail for a person does not. */
  get canExpire(): boolean {
    return this.#hasProgram;
  }

  get isPaused(): boolean {
    return this.#paused;
  }

  /** Whatever came now would be typed at once. */
  get isFree(): boolean {
    return !this.#busy && this.#claimed === null && this.#canType() && this.#next() === null;
  }

  async setPaused(paused: boolean): Promise<void> {
    await this.#context.store.write((tx) => tx.setMeta(PAUSED, paused ? 'yes' : 'no'));
    this.#paused = paused;
    if (paused) await this.#holdWaiting(PAUSED);
    else void this.#pump();
  }

  /** The receipt of a message at the moment it becomes durable here. */
  firstReceipt(): Omit<Receipt, 'at'> {
    const reason = this.#hasProgram ? this.#holdReason : null;
    return reason === null ? { state: 'delivered', reason } : { state: 'held', reason };
  }

  /**
   * Called while a message is being stored. If it can be typed at once its intent is stored with it, which saves a
   * commit of its own; nothing else is typed until `take` or `release` is called for it.
   */
  claim(tx: Tx, message: Message, ticket: Ticket): Message {
    const isFree = !this.#busy && (this.#claimed === null || this.#claimed === ticket);
    if (!isFree || !this.#canType() || tx.queue(2).some(({ seq }) => seq !== message.seq)) return message;
    this.#claimed = ticket;
    return tx.setReceipt(message.seq, 'typing');
  }

  /** The message is stored: types it now if it was claimed. */
  take(message: Message, ticket: Ticket): void {
    if (this.#claimed !== ticket) this.wake();
    // It was stored by a second try that found something waiting.
    else if (message.receipt.state !== 'typing') this.release(ticket);
    else {
      void this.#pump(message);
      this.#tell(message);
    }
  }

  /** The message could not be stored, or is known already. */
  release(ticket: Ticket): void {
    if (this.#claimed !== ticket) return;
    this.#claimed = null;
    this.wake();
  }

  /** There may be something new to type. */
  wake(): void {
    if (!this.#paused) void this.#pump();
  }

  /** Presses the profile's interrupt key, if it has one. */
  async interrupt(): Promise<boolean> {
    return (await this.#delivery?.interrupt()) ?? false;
  }

  /** The same on behalf of another agent: never into a dialog, where the key would be an answer. */
  async stopWork(): Promise<boolean> {
    return this.#delivery?.isAsking ? false : this.interrupt();
  }

  /** Nothing is typed any more; what waits stays in the store. */
  end(): void {
    this.#ended = true;
  }

  async #pump(claimed: Message | null = null): Promise<void> {
    if (this.#busy || (this.#claimed !== null && !claimed)) {
      this.#again = true;
      return;
    }
    this.#busy = true;
    this.#claimed = null;
    try {
      if (claimed) await this.#press(claimed);
      do {
        this.#again = false;
        for (let next = this.#next(); next; next = this.#next()) await this.#type(next);
        await this.#holdBack();
      } while (this.#again);
    } catch (error) {
      // The disk is full, say: nothing was typed, and what waits is tried again.
      this.#context.log.error('typing', { reason: (error as Error).message });
      setTimeout(() => this.wake(), TRY_AGAIN_MS).unref();
    } finally {
      this.#busy = false;
    }
    this.onRest();
  }

  get #holdReason(): string | null {
    return this.#paused ? PAUSED : (this.#delivery?.holdReason ?? null);
  }

  #canType(): boolean {
    return !this.#ended && this.#delivery?.isRunning === true && this.#holdReason === null;
  }

  /** What cannot be typed now says why; the most urgent of it may stop what the program is doing. */
  async #holdBack(): Promise<void> {
    const reason = this.#holdReason;
    if (reason === null || !this.#delivery?.isRunning) return;
    await this.#holdWaiting(reason);
    const [first] = this.#context.store.queue(1);
    if (reason !== 'busy' || first?.priority !== URGENT || this.#interruptedFor === first.seq) return;
    if (await this.stopWork()) this.#interruptedFor = first.seq;
  }

  #next(): Message | null {
    if (!this.#canType()) return null;
    const now = this.#context.clock.now();
    const isInTime = (message: Message) => message.expiresAt > now || hasBegun(message);
    const fits = (message: Message) => !this.isClaimed(message.seq) && isInTime(message);
    return this.#context.store.queue(LOOK_AHEAD).find(fits) ?? null;
  }

  async #type(message: Message): Promise<void> {
    // Typed before, but that could not be written down: this program must not get it twice.
    const typed = this.#typedHere.get(message.seq);
    if (typed) return this.#settle(message, typed);
    // After a crash in this instant the new program gets it again: say that it may be the second time.
    if (hasBegun(message)) await this.#note(message, 'uncertain', 'the daemon ended while typing');
    const intended = await this.#note(message, 'typing', null, true);
    if (intended) await this.#press(intended);
  }

  async #press(message: Message): Promise<void> {
    const delivery = this.#delivery as Delivery;
    const isUrgent = message.priority === URGENT && this.#interruptedFor !== message.seq;
    let outcome: Delivered;
    try {
      if (isUrgent && delivery.interruptsFirst) await this.interrupt();
      outcome = await delivery.deliver(message, () => this.#noteTyped(message));
    } catch (error) {
      // The program ended: the message stays `typing`, which the next start reads as uncertain.
      this.#context.log.info('not typed', { message: message.id, reason: (error as Error).message });
      this.#ended = true;
      return;
    }
    this.#typedHere.set(message.seq, outcome);
    await this.#settle(message, outcome);
  }

  /** Writes down how it went. */
  async #settle(message: Message, outcome: Delivered): Promise<void> {
    if (outcome.type === 'held') await this.#note(message, 'held', outcome.reason);
    else if (outcome.type === 'failed') await this.#failed(message, outcome);
    else await this.#submitted(message);
    this.#typedHere.delete(message.seq);
  }

  /** That this cannot be written down keeps nobody from pressing Enter. */
  async #noteTyped(message: Message): Promise<void> {
    try {
      await this.#note(message, 'typed');
    } catch (error) {
      this.#context.log.error('typing', { message: message.id, reason: (error as Error).message });
    }
  }

  /** Given up: whoever sent it learns why, and the screen as it was is kept with the message. */
  async #failed(message: Message, { reason, screen }: { reason: string; screen: string }): Promise<void> {
    const { store, log } = this.#context;
    log.error('not delivered', { message: message.id, reason });
    const failed = await store.write((tx) => {
      if (!isWaiting(tx, message)) return null;
      tx.setMetadata(message.seq, { ...message.metadata, screen });
      const changed = tx.setReceipt(message.seq, 'failed', reason);
      const task = changed.taskSeq === null ? null : tx.task(changed.taskSeq);
      // A reminder that fails leaves the request it is about open.
      const isItsOwn = task?.direction === 'incoming' && task.peer.id === message.peer.id;
      if (isItsOwn && isOpen(task.state)) tx.updateTask(task.seq, { state: 'failed' });
      return changed;
    });
    if (failed) this.#tell(failed, screen);
  }

  /** A line-oriented program has no box to look into: there the terminal has taken the line, Enter included. */
  async #submitted(message: Message): Promise<void> {
    const { store } = this.#context;
    const changed = await store.write(
      (tx) => {
        // A quick program has answered already.
        if (!isWaiting(tx, message)) return null;
        tx.setReceipt(message.seq, 'typed');
        return handOver(tx, message.seq, 'submitted');
      },
      { durable: false },
    );
    if (changed) this.#tell(changed);
  }

  /** Null where the message was taken back, answered or expired in the meantime. */
  async #note(
    message: Message,
    state: ReceiptState,
    reason: string | null = null,
    durable = false,
  ): Promise<Message | null> {
    const { store } = this.#context;
    const changed = await store.write(
      (tx) => (isWaiting(tx, message) ? tx.setReceipt(message.seq, state, reason) : null),
      { durable },
    );
    if (changed) this.#tell(changed);
    return changed;
  }

  #tell(message: Message, screen?: string): void {
    const { store, events } = this.#context;
    this.#reports.add(message, screen);
    events.publish({ task: message.taskSeq === null ? null : store.task(message.taskSeq), message });
  }

  async #holdWaiting(reason: string): Promise<void> {
    if (!this.#delivery) return;
    for (const message of this.#context.store.queue(LOOK_AHEAD)) {
      const { state, reason: before } = message.receipt;
      const isNews = state === 'delivered' || (state === 'held' && before !== reason && !this.isClaimed(message.seq));
      if (isNews) await this.#note(message, 'held', reason);
    }
  }
}

function hasBegun({ receipt }: Message): boolean {
  return receipt.state === 'typing' || receipt.state === 'typed';
}

/** Not taken back, answered or expired in the meantime. */
function isWaiting(tx: Tx, { seq }: Message): boolean {
  const current = tx.message(seq);
  return current !== null && !isSettled(current.receipt);
}
