/**
 * The ladder of a program's channels: a message takes the first front door that works, and the terminal if none does. A
 * message that a channel may have taken is given to no other one.
 */
import type { ChannelName } from '../profiles/profile.js';
import type { Message } from '../taskstore/message.js';
import type { Delivered, HoldReason, Settled } from './delivered.js';
import { type Delivery, ORDINARY, type Wish } from './delivery.js';
import { DoorRecords } from './door-records.js';
import type { Evidence, HandedOver, Moment, OpenDoor, SettledByDoor } from './front-door.js';
import { messageText } from './message-text.js';
import { momentOf } from './moment.js';

export interface LadderParts {
  /** Best first. */
  readonly doors: readonly OpenDoor[];
  /** Types into the terminal, if no door works. */
  readonly terminal: Delivery;
  readonly hints: boolean;
  /** Whether the profile lets messages reach the program during its work. */
  readonly midturn: boolean;
  /** How long a program must go on after it has recorded a message, if it is not seen to answer. */
  readonly surviveMs: number;
  /** What the screen says, for doors that have no evidence of their own. */
  readonly sight: () => 'starting' | 'ready' | 'busy' | 'dialog' | 'unknown';
  /** Called when a channel is given up for the rest of this run. */
  readonly onDegraded: (channel: ChannelName, why: string) => void;
}

/** A message that was dropped unread this often is not given to the same door again. */
const MOST_DROPS = 3;
/** How long a program may take to stop when it is interrupted. */
const STOP_LIMIT_MS = 2_000;

export class Ladder implements Delivery {
  readonly #parts: LadderParts;
  readonly #records: DoorRecords;
  readonly #degraded = new Map<ChannelName, string>();
  readonly #stopping = new Set<() => void>();
  /** The doors that refused a message, and how often they dropped it. */
  readonly #refusals = new Map<number, { readonly refused: Set<ChannelName>; drops: number }>();

  constructor(parts: LadderParts) {
    this.#parts = parts;
    this.#records = new DoorRecords({ ...parts, textFor: (door, message) => this.#textFor(door, message) });
    for (const door of parts.doors) door.onChange(() => this.#doorChanged(door));
  }

  get isRunning(): boolean {
    return this.#parts.terminal.isRunning;
  }

  get isAsking(): boolean {
    return this.#parts.terminal.isAsking;
  }

  /** The channel that the next ordinary message takes. */
  get current(): ChannelName {
    return this.channelFor(ORDINARY);
  }

  /** The channels that were given up, and why. */
  get degraded(): readonly { readonly channel: ChannelName; readonly why: string }[] {
    return [...this.#degraded].map(([channel, why]) => ({ channel, why }));
  }

  /** What the program itself reports; null if no door knows. */
  get evidence(): Evidence | null {
    return this.#parts.doors.find(({ evidence }) => evidence !== null)?.evidence ?? null;
  }

  holdReason(wish: Wish): HoldReason | null {
    const [door] = this.#usable(wish);
    return door ? this.#doorReason(door, wish) : this.#parts.terminal.holdReason(wish);
  }

  channelFor(wish: Wish): ChannelName {
    return this.#usable(wish)[0]?.name ?? this.#parts.terminal.channelFor(wish);
  }

  /** Each channel is asked again whether it may take the message, because one before it may have refused that. */
  async deliver(
    message: Message,
    onTyped: (via: ChannelName) => Promise<unknown>,
    mayTake: (via: ChannelName) => boolean = () => true,
  ): Promise<Delivered> {
    for (const door of this.#usable(message)) {
      const reason = this.#doorReason(door, message);
      if (reason !== null) return { type: 'held', reason };
      if (!mayTake(door.name)) return { type: 'held', reason: 'busy' };
      const handed = await this.#handOver(door, message);
      if (handed.type === 'taken') {
        return { type: 'typed', via: door.name, settled: this.#settle(door, message, handed.settled) };
      }
    }
    const { terminal } = this.#parts;
    const reason = terminal.holdReason(message) ?? (mayTake(terminal.channelFor(message)) ? null : 'busy');
    return reason === null ? terminal.deliver(message, onTyped) : { type: 'held', reason };
  }

  async hasRead(message: Message): Promise<boolean> {
    return (await this.#records.hasRead(message)) || this.#parts.terminal.hasRead(message);
  }

  /** Some doors know a message again that the program has stored, and make it go on with that. */
  async keepsUnread(message: Message): Promise<boolean> {
    const { terminal } = this.#parts;
    const via = message.receipts.findLast((receipt) => receipt.via !== undefined)?.via;
    const [door] = this.#usable(message);
    if (door?.takesUpStored && via !== 'paste') return false;
    return (await terminal.keepsUnread?.(message)) ?? false;
  }

  /** A door takes messages during the work, so an urgent one would otherwise never interrupt it. */
  interruptsFirst(wish: Wish): boolean {
    const [door] = this.#usable(wish);
    return door !== undefined && door.state.type === 'open' && this.#stateOf(door) === 'busy';
  }

  /** Resolves when the program has stopped, as far as a door knows: what it has not read by then may be lost. */
  async interrupt(): Promise<boolean> {
    const isPressed = await this.#parts.terminal.interrupt();
    if (isPressed) await this.#untilStopped();
    return isPressed;
  }

  exit(): Promise<void> {
    return this.#parts.terminal.exit();
  }

  onChange(listener: () => void): void {
    this.#parts.terminal.onChange(listener);
    for (const door of this.#parts.doors) door.onChange(listener);
  }

  async close(): Promise<void> {
    await Promise.all(this.#parts.doors.map((door) => door.close()));
  }

  /** The doors that could take such a message, best first. */
  #usable(wish: Wish): readonly OpenDoor[] {
    const refused = wish.seq === undefined ? undefined : this.#refusals.get(wish.seq)?.refused;
    return this.#parts.doors.filter(
      (door) =>
        door.state.type !== 'broken' &&
        !this.#degraded.has(door.name) &&
        !refused?.has(door.name) &&
        door.canTake?.(this.#momentFor(door, wish)) !== false,
    );
  }

  #doorReason(door: OpenDoor, wish: Wish): HoldReason | null {
    if (!this.isRunning || door.state.type === 'opening') return 'starting';
    const state = this.#stateOf(door);
    if (state === 'waiting') return door.leavesDialogs ? null : 'dialog';
    if (state !== 'busy') return null;
    return door.takesMidTurn && this.#momentFor(door, wish) === 'now' ? null : 'busy';
  }

  /** A text that would be altered during the work waits for its end, whatever its sender asked for. */
  #momentFor(door: OpenDoor, wish: Wish): Moment {
    const isKept = wish.text === undefined || door.keepsMidTurn?.(wish.text) !== false;
    return isKept ? momentOf(wish, this.#parts.midturn) : 'idle';
  }

  #stateOf({ evidence }: OpenDoor): Evidence['state'] {
    if (evidence !== null) return evidence.state;
    const sight = this.#parts.sight();
    return sight === 'dialog' ? 'waiting' : sight === 'busy' ? 'busy' : 'ready';
  }

  #untilStopped(): Promise<void> {
    return new Promise((resolve) => {
      const stopped = () => {
        clearTimeout(timer);
        this.#stopping.delete(look);
        resolve();
      };
      const look = () => {
        if (this.evidence?.state !== 'busy') stopped();
      };
      const timer = setTimeout(stopped, STOP_LIMIT_MS);
      this.#stopping.add(look);
      look();
    });
  }

  async #handOver(door: OpenDoor, message: Message): Promise<HandedOver> {
    const moment = this.#momentFor(door, message);
    this.#records.given(message);
    const handed = await door.handOver({ message, text: this.#textFor(door, message), moment });
    if (handed.type === 'refused') this.#refusalsOf(message).refused.add(door.name);
    return handed;
  }

  async #settle(door: OpenDoor, message: Message, settling: Promise<SettledByDoor>): Promise<Settled> {
    const settled = await this.#records.proven(door, message, await settling);
    if (settled.type === 'submitted') this.#refusals.delete(message.seq);
    if (settled.type === 'uncertain') this.#degrade(door.name, settled.reason);
    if (settled.type === 'dropped') {
      const record = this.#refusalsOf(message);
      record.drops += 1;
      if (record.drops >= MOST_DROPS) record.refused.add(door.name);
    }
    return settled;
  }

  #doorChanged({ name, state }: OpenDoor): void {
    if (state.type === 'broken') this.#degrade(name, state.why);
    for (const look of this.#stopping) look();
  }

  #degrade(channel: ChannelName, why: string): void {
    if (this.#degraded.has(channel)) return;
    this.#degraded.set(channel, why);
    this.#parts.onDegraded(channel, why);
  }

  #textFor({ maxChars }: OpenDoor, message: Message): string {
    return messageText(message, { maxChars, takesLines: true, hints: this.#parts.hints });
  }

  #refusalsOf({ seq }: Message): { readonly refused: Set<ChannelName>; drops: number } {
    const known = this.#refusals.get(seq) ?? { refused: new Set(), drops: 0 };
    this.#refusals.set(seq, known);
    return known;
  }
}
