/** Types what has arrived into the program, one message after the other. Only here do store and terminal meet. */

import { type Delivery, ORDINARY, type Wish } from '../../channels/delivery.js';
import type { ChannelName } from '../../profiles/profile.js';
import type { Message, Receipt } from '../../taskstore/message.js';
import type { DaemonContext } from '../context.js';
import type { ReceiptReports } from '../mail/receipts/receipt-reports.js';
import { GivenMail } from './given-mail.js';
import { Outcomes } from './outcomes.js';
import { TypingReceipts } from './typing-receipts.js';
import { Urgent } from './urgent.js';
import { HeldMail } from './waiting/held-mail.js';
import { LongHeld, type LongHeldMail } from './waiting/long-held.js';
import { Stalls } from './waiting/stalls.js';
import { hasBegun, WaitingMail, type WaitingMailParts } from './waiting/waiting-mail.js';

export interface TypistParts extends WaitingMailParts {
  readonly reports: Pick<ReceiptReports, 'add'>;
}

/** What the program shows, and who is told that its mail waits for long. */
interface Sight {
  readonly screen: () => string;
  readonly onChange: (held: LongHeldMail | null) => void;
  /** How long is long. */
  readonly afterMs?: number;
}

/** Keeps the terminal free for one message while that message is being stored. */
export type Reservation = object;

const TRY_AGAIN_MS = 1_000;
export const PAUSED = 'paused';

export class Typist {
  readonly #context: DaemonContext;
  readonly #mail: WaitingMail;
  readonly #receipts: TypingReceipts;
  #delivery: Delivery | null = null;
  #isBusy = false;
  #reserved: Reservation | null = null;
  readonly #outcomes: Outcomes;
  readonly #given: GivenMail;
  /** What was tried in this round: a channel that only says no when it is asked must not be asked without end. */
  readonly #tried = new Set<number>();
  readonly #held: HeldMail;
  readonly #stalls: Stalls;
  #again = false;
  #retry: NodeJS.Timeout | undefined;
  readonly #urgent = new Urgent();
  #hasEnded = false;
  #isPaused: boolean;

  constructor(context: DaemonContext, parts: TypistParts) {
    this.#context = context;
    this.#mail = new WaitingMail(context, parts);
    this.#receipts = new TypingReceipts(context, parts.reports);
    this.#outcomes = new Outcomes(this.#receipts, this.#mail);
    this.#held = new HeldMail(this.#mail, this.#receipts);
    this.#stalls = new Stalls({
      message: (seq) => (this.#hasEnded ? null : context.store.message(seq)),
      held: this.#held,
      delivery: () => this.#delivery,
      reasonFor: (message) => this.#reasonFor(message),
      onError: (error) => this.#failed(error),
    });
    this.#given = new GivenMail({
      ...{ store: context.store, receipts: this.#receipts, outcomes: this.#outcomes, stalls: this.#stalls },
      ...{ mail: this.#mail, urgent: this.#urgent, wake: () => this.wake() },
      delivery: () => this.#delivery,
      hasEnded: () => this.#hasEnded,
      onError: (error) => this.#failed(error),
    });
    this.#isPaused = context.store.meta(PAUSED) === 'yes';
  }

  /** Sets the program to type into. `sight` is how long waits are noticed. */
  attach(delivery: Delivery, sight?: Sight): void {
    this.#delivery = delivery;
    if (sight?.afterMs) this.#stalls.afterMs = sight.afterMs;
    if (sight) this.#held.watch(new LongHeld({ clock: this.#context.clock, wake: () => this.wake(), ...sight }));
    delivery.onChange(() => this.wake());
    void this.#pump();
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Whether a message that arrives now would be typed at once. */
  get isFree(): boolean {
    return !this.#isBusy && this.#reserved === null && this.#canType(ORDINARY) && this.#next() === null;
  }

  /** Whether something waits to be typed here. */
  get hasWaiting(): boolean {
    return this.#mail.first() !== null;
  }

  /** Whether something waits to be typed here, or is being typed and may not have been read yet. */
  get hasMail(): boolean {
    return this.#isBusy || this.#reserved !== null || this.#outcomes.isUnderway || this.hasWaiting;
  }

  /** Whether this program was given the request. */
  wasGiven(taskSeq: number): boolean {
    return this.#given.wasGiven(taskSeq);
  }

  /** Whether this typist may be typing the message right now, so that nobody else may. */
  mayHold(message: Message): boolean {
    const { seq } = message;
    const isAside = this.#mail.isAside(seq);
    // It is soon known whether the program has read it.
    if (this.#hasEnded) return isAside && this.#outcomes.isUnderway;
    const isTyped = isAside || this.#outcomes.unwritten(seq) !== undefined;
    return this.#given.inHand === seq || isTyped || (this.#reserved !== null && hasBegun(message));
  }

  async setPaused(paused: boolean): Promise<void> {
    this.#isPaused = paused;
    if (paused) await this.#holdWaiting();
    else void this.#pump();
  }

  /** The channel that such a message takes to the program. */
  channelFor(wish: Wish): ChannelName | undefined {
    return this.#delivery?.channelFor(wish);
  }

  /** The receipt of a message at the moment it becomes durable here. */
  firstReceipt(wish: Wish = ORDINARY): Omit<Receipt, 'at'> {
    const reason = this.#holdReason(wish);
    return reason === null ? { state: 'delivered', reason } : { state: 'held', reason };
  }

  /**
   * Keeps the terminal free for a message that is about to be stored, so that its intent to type can be stored with it
   * (`intendToType`). Null while something else is typed. Until `take` or `release` nothing else is typed.
   */
  reserve(wish: Wish = ORDINARY): Reservation | null {
    if (this.#isBusy || this.#reserved !== null || !this.#canType(wish)) return null;
    this.#reserved = {};
    return this.#reserved;
  }

  /** The message is stored. Types it now if its intent is stored with it, else after what waits before it. */
  take(message: Message, reservation: Reservation | null): void {
    if (reservation === null) this.wake();
    // Another message was waiting before it.
    else if (message.receipt.state !== 'typing') this.release(reservation);
    else {
      void this.#pump(message);
      this.#receipts.tell(message);
    }
  }

  /** The message could not be stored, or was already known. */
  release(reservation: Reservation | null): void {
    if (reservation === null || this.#reserved !== reservation) return;
    this.#reserved = null;
    this.wake();
  }

  /** There may be something new to type. */
  wake(): void {
    if (!this.#isPaused) void this.#pump();
  }

  /** Presses the profile's interrupt key, if it has one. */
  async interrupt(): Promise<boolean> {
    return (await this.#delivery?.interrupt()) ?? false;
  }

  /** Interrupts on behalf of another agent: never in a dialog, where the key would be an answer. */
  async stopWork(): Promise<boolean> {
    return this.#delivery?.isAsking ? false : this.interrupt();
  }

  /** Types nothing more. Waiting messages stay in the store. */
  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#retry);
    this.#held.close();
    this.#given.close();
  }

  /** Resolves when it is stored how far the last message got. Until the program has ended, that may take long. */
  settled(): Promise<void> {
    return this.#outcomes.settled();
  }

  /** `intended` is the message that the terminal was reserved for. */
  async #pump(intended: Message | null = null): Promise<void> {
    if (this.#isBusy || (this.#reserved !== null && !intended)) {
      this.#again = true;
      return;
    }
    this.#isBusy = true;
    this.#reserved = null;
    try {
      if (intended) await this.#outcomes.follow(this.#given.give(intended));
      do {
        this.#again = false;
        this.#tried.clear();
        for (let next = this.#next(); next; next = this.#next()) {
          this.#tried.add(next.seq);
          await this.#outcomes.follow(this.#given.type(next));
        }
        await this.#holdBack();
      } while (this.#again);
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#tried.clear();
      this.#isBusy = false;
    }
    this.#context.events.emit('typistIdle');
  }

  #holdReason(wish: Wish): string | null {
    return this.#isPaused ? PAUSED : (this.#delivery?.holdReason(wish) ?? null);
  }

  /** A message waits also for what its sender sent before, if that went another way and is not read yet. */
  #reasonFor(message: Message): string | null {
    const reason = this.#holdReason(message);
    const via = this.#delivery?.channelFor(message);
    return reason ?? (via !== undefined && this.#given.mayOvertake(message, via) ? 'busy' : null);
  }

  #canType(wish: Wish): boolean {
    return !this.#hasEnded && this.#delivery?.isRunning === true && this.#holdReason(wish) === null;
  }

  #next(): Message | null {
    if (this.#hasEnded || this.#isPaused || !this.#delivery?.isRunning) return null;
    return this.#mail.next((message) => !this.#tried.has(message.seq) && this.#reasonFor(message) === null);
  }

  /** A full disk, say. What waits is tried again. */
  #failed(error: unknown): void {
    this.#context.log.error('cannot type', { reason: (error as Error).message });
    clearTimeout(this.#retry);
    if (!this.#hasEnded) this.#retry = setTimeout(() => this.wake(), TRY_AGAIN_MS).unref();
  }

  /** Notes why waiting messages cannot be typed now. The most urgent one may interrupt the program. */
  async #holdBack(): Promise<void> {
    if (!this.#delivery?.isRunning) return;
    await this.#holdWaiting();
    const first = this.#mail.first();
    await this.#urgent.whileHeld(first, first && this.#holdReason(first), this.#delivery);
  }

  async #holdWaiting(): Promise<void> {
    if (this.#delivery) await this.#held.note((message) => this.#reasonFor(message));
  }
}
