/** The typists of an agent, one for each terminal, and which of them gets a message. */
import type { Wish } from '../../channels/delivery.js';
import type { ChannelName } from '../../profiles/profile.js';
import { firstTerminal } from '../../registry/entry.js';
import { type Addressee, addresseeOf, isFor, type QueueReader } from '../../taskstore/addressee.js';
import type { Message, Receipt } from '../../taskstore/message.js';
import type { Task } from '../../taskstore/task.js';
import type { DaemonContext } from '../context.js';
import type { WaitingCommands } from '../mail/incoming/waiting-commands.js';
import type { ReceiptReports } from '../mail/receipts/receipt-reports.js';
import { PAUSED, type Reservation, Typist } from './typist.js';

interface TypistsParts {
  readonly reports: Pick<ReceiptReports, 'add'>;
  readonly commands: Pick<WaitingCommands, 'isClaimed'>;
  /** False for a person, whose mail waits to be read. */
  readonly hasProgram: boolean;
}

interface Desk {
  readonly session: string;
  readonly kind: string | null;
  readonly typist: Typist;
}

/** A terminal that is kept free for one message. */
export interface Reserved {
  readonly typist: Typist;
  readonly reservation: Reservation;
  readonly reader: QueueReader;
  readonly via: ChannelName | undefined;
}

export class Typists {
  readonly #context: DaemonContext;
  readonly #parts: TypistsParts;
  #desks: readonly Desk[] = [];
  #isPaused: boolean;

  constructor(context: DaemonContext, parts: TypistsParts) {
    this.#context = context;
    this.#parts = parts;
    this.#isPaused = context.store.meta(PAUSED) === 'yes';
  }

  /** The typist of a new terminal. What only sessions of its kind can use is for it from now on. */
  add(session: string, kind: string | null): Typist {
    const { reports, commands } = this.#parts;
    const typist: Typist = new Typist(this.#context, {
      ...{ reports, commands },
      reader: () => this.#readerOf(session),
      isTaken: (message) => this.#desks.some((desk) => desk.typist !== typist && desk.typist.mayHold(message)),
    });
    this.#desks = [...this.#desks, { session, kind, typist }];
    return typist;
  }

  /** The terminal is gone. What it did not type may be for another one. */
  remove(typist: Typist): void {
    typist.end();
    this.#desks = this.#desks.filter((desk) => desk.typist !== typist);
    this.wake();
  }

  /** Mail for a program can expire; mail for a person does not. */
  get canExpire(): boolean {
    return this.#parts.hasProgram;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  async setPaused(paused: boolean): Promise<void> {
    await this.#context.store.write((tx) => tx.setMeta(PAUSED, paused ? 'yes' : 'no'));
    this.#isPaused = paused;
    for (const { typist } of this.#desks) await typist.setPaused(paused);
  }

  /** The receipt of a message at the moment it becomes durable here. */
  firstReceipt(addressee: Addressee, wish: Wish): Omit<Receipt, 'at'> {
    return this.#deskFor(addressee)?.typist.firstReceipt(wish) ?? { state: 'delivered', reason: null };
  }

  /** See `Typist.reserve`. Null if there is no terminal for the message, or it is not free. */
  reserve(addressee: Addressee, wish: Wish): Reserved | null {
    const desk = this.#deskFor(addressee);
    const reservation = desk?.typist.reserve(wish) ?? null;
    return desk && reservation && this.#reservedAt(desk, reservation, wish);
  }

  #reservedAt({ typist, session }: Desk, reservation: Reservation, wish: Wish): Reserved {
    return { typist, reservation, reader: this.#readerOf(session), via: typist.channelFor(wish) };
  }

  take(message: Message, reserved: Reserved | null): void {
    if (reserved) reserved.typist.take(message, reserved.reservation);
    else this.wake();
  }

  release(reserved: Reserved | null): void {
    reserved?.typist.release(reserved.reservation);
  }

  /** There may be something new to type. */
  wake(): void {
    for (const { typist } of this.#desks) typist.wake();
  }

  /** Interrupts the program that was given the request, or else the first one; see `Typist.stopWork`. */
  async stopWork(taskSeq: number): Promise<boolean> {
    const desk = this.#desks.find(({ typist }) => typist.wasGiven(taskSeq)) ?? firstTerminal(this.#desks);
    return (await desk?.typist.stopWork()) ?? false;
  }

  /** Whether a request is for this session to answer: no other terminal was given it. */
  isRequestOf(session: string, { seq }: Pick<Task, 'seq'>): boolean {
    const given = this.#desks.filter(({ typist }) => typist.wasGiven(seq));
    return given.length === 0 || given.some((desk) => desk.session === session);
  }

  /** Whether a message was sent from this session, or is for it. */
  isMailOf(session: string, message: Message): boolean {
    const sender = message.metadata._session;
    if (message.direction === 'outgoing') return typeof sender !== 'string' || sender === session;
    return isFor(addresseeOf(message), this.#readerOf(session));
  }

  #deskFor(addressee: Addressee): Desk | null {
    return this.#desks.find(({ session }) => isFor(addressee, this.#readerOf(session))) ?? null;
  }

  #readerOf(session: string): QueueReader {
    const sessions = this.#desks.map((desk) => desk.session);
    const kind = this.#desks.find((desk) => desk.session === session)?.kind ?? null;
    const newest = this.#desks.findLast((desk) => desk.kind === kind);
    return {
      session,
      kind: newest?.session === session ? kind : null,
      isFirst: firstTerminal(this.#desks)?.session === session,
      others: sessions.filter((other) => other !== session),
    };
  }
}
