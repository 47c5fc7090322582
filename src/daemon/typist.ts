/** Types what has arrived into the terminal, one message after the other. The one place where store and terminal meet. */
import { shortId } from '../ids.js';
import type { Typing } from '../profiles/profile.js';
import { isSettled, type Message, type Receipt, type ReceiptState } from '../taskstore/message.js';
import type { Tx } from '../taskstore/store.js';
import { MAX_LINE_BYTES, typedLine } from '../terminal/text.js';
import { handOver } from './hand-over.js';
import type { Office } from './office.js';
import type { ReceiptReports } from './receipt-reports.js';

/** All that typing needs to know of a terminal. */
export interface Keyboard {
  readonly isRunning: boolean;
  write(bytes: Buffer, signal?: AbortSignal): Promise<void>;
}

/** How many waiting messages are looked at in one go. */
const LOOK_AHEAD = 64;
const TRY_AGAIN_MS = 1_000;
const PAUSED = 'paused';
const URGENT = 5;

/** Stands for one message on its way into the store, whatever id it gets there. */
export type Ticket = object;

export class Typist {
  readonly #office: Office;
  readonly #reports: ReceiptReports;
  #keyboard: Keyboard | null = null;
  #typing: Typing | null = null;
  readonly #hasProgram: boolean;
  #busy = false;
  /** For a message that is being stored together with its intent. */
  #claimed: Ticket | null = null;
  readonly #typedHere = new Set<number>();
  #again = false;
  #ended = false;
  #paused: boolean;
  /** Answers that a waiting command is about to take: not to be typed as well. */
  isClaimed: (messageSeq: number) => boolean = () => false;

  constructor(office: Office, reports: ReceiptReports, hasProgram: boolean) {
    this.#office = office;
    this.#hasProgram = hasProgram;
    this.#reports = reports;
    this.#paused = office.store.meta(PAUSED) === 'yes';
  }

  /** From now on there is a program to type into. A person's daemon never calls this: mail waits to be read. */
  attach(keyboard: Keyboard, typing: Typing): void {
    this.#keyboard = keyboard;
    this.#typing = typing;
    void this.#pump();
  }

  /** Mail for a program goes stale while it is held; mail for a person does not. */
  get canExpire(): boolean {
    return this.#hasProgram;
  }

  get isPaused(): boolean {
    return this.#paused;
  }

  async setPaused(paused: boolean): Promise<void> {
    await this.#office.store.write((tx) => tx.setMeta(PAUSED, paused ? 'yes' : 'no'));
    this.#paused = paused;
    if (paused) await this.#holdWaiting();
    else void this.#pump();
  }

  /** The receipt of a message at the moment it becomes durable here. */
  firstReceipt(): Omit<Receipt, 'at'> {
    return this.#paused && this.#hasProgram ? { state: 'held', reason: PAUSED } : { state: 'delivered', reason: null };
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
    const key = this.#typing?.interrupt;
    if (!key || !this.#keyboard?.isRunning) return false;
    await this.#keyboard.write(Buffer.from(key));
    return true;
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
      } while (this.#again);
    } catch (error) {
      // The disk is full, say: nothing was typed, and what waits is tried again.
      this.#office.log.error('typing', { reason: (error as Error).message });
      setTimeout(() => this.wake(), TRY_AGAIN_MS).unref();
    } finally {
      this.#busy = false;
    }
  }

  #canType(): boolean {
    return !this.#ended && !this.#paused && this.#keyboard?.isRunning === true;
  }

  #next(): Message | null {
    if (!this.#canType()) return null;
    const now = this.#office.clock.now();
    const isInTime = ({ receipt, expiresAt }: Message) => expiresAt > now || receipt.state === 'typing';
    const fits = (message: Message) => !this.isClaimed(message.seq) && isInTime(message);
    return this.#office.store.queue(LOOK_AHEAD).find(fits) ?? null;
  }

  async #type(message: Message): Promise<void> {
    // Typed before, but that could not be written down: this program must not get it twice.
    if (this.#typedHere.has(message.seq)) return this.#submitted(message);
    // After a crash in this instant the new program gets it again: say that it may be the second time.
    if (message.receipt.state === 'typing') await this.#note(message, 'uncertain', 'the daemon ended while typing');
    const intended = await this.#note(message, 'typing', null, true);
    if (intended) await this.#press(intended);
  }

  async #press(message: Message): Promise<void> {
    const keyboard = this.#keyboard as Keyboard;
    const typing = this.#typing as Typing;
    const { line } = typedLine({
      shortId: shortId(message.displayId),
      sender: message.peer.id,
      text: message.text,
      maxBytes: Math.min(typing.maxChars, MAX_LINE_BYTES),
    });
    try {
      if (message.priority === URGENT && typing.interrupt) await keyboard.write(Buffer.from(typing.interrupt));
      await keyboard.write(Buffer.from(line + typing.submit));
    } catch (error) {
      // The program ended: the message stays `typing`, which the next start reads as uncertain.
      this.#office.log.info('not typed', { message: message.id, reason: (error as Error).message });
      this.#ended = true;
      return;
    }
    this.#typedHere.add(message.seq);
    await this.#submitted(message);
  }

  /** A line-oriented program has no box to look into: the line has reached its terminal, Enter included. */
  async #submitted(message: Message): Promise<void> {
    const { store } = this.#office;
    const changed = await store.write(
      (tx) => {
        tx.setReceipt(message.seq, 'typed');
        return handOver(tx, message.seq, 'submitted');
      },
      { durable: false },
    );
    this.#typedHere.delete(message.seq);
    this.#tell(changed);
  }

  /** Null where the message was taken back, answered or expired in the meantime. */
  async #note(
    message: Message,
    state: ReceiptState,
    reason: string | null = null,
    durable = false,
  ): Promise<Message | null> {
    const { store } = this.#office;
    const changed = await store.write(
      (tx) => {
        const current = tx.message(message.seq);
        const open = current && !isSettled(current.receipt);
        return open ? tx.setReceipt(message.seq, state, reason) : null;
      },
      { durable },
    );
    if (changed) this.#tell(changed);
    return changed;
  }

  #tell(message: Message): void {
    const { store, events } = this.#office;
    this.#reports.add(message);
    events.publish({ task: message.taskSeq === null ? null : store.task(message.taskSeq), message });
  }

  async #holdWaiting(): Promise<void> {
    if (!this.#keyboard) return;
    for (const message of this.#office.store.queue(LOOK_AHEAD)) {
      if (message.receipt.state === 'delivered') await this.#note(message, 'held', PAUSED);
    }
  }
}
