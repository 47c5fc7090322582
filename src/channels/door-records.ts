/**
 * Decides by the records of a program whether a message was read that one of its doors was given. A program that ends
 * right after it has recorded a message may have asked nobody with it.
 */
import type { Message } from '../taskstore/message.js';
import type { Settled } from './delivered.js';
import { proven } from './evidence/survival.js';
import type { OpenDoor, SettledByDoor } from './front-door.js';

interface Parts {
  readonly doors: readonly OpenDoor[];
  readonly textFor: (door: OpenDoor, message: Message) => string;
  /** How long a program must go on after it has recorded a message. */
  readonly surviveMs: number;
}

export class DoorRecords {
  readonly #parts: Parts;
  readonly #ends: ReadonlyMap<OpenDoor, Promise<void>>;
  /** What this run was given, unless an earlier one had recorded it. */
  readonly #own = new Set<string>();
  readonly #foreign = new Set<string>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#ends = new Map(parts.doors.map((door) => [door, endOf(door)]));
  }

  /** The message is handed over now. */
  given({ id }: Message): void {
    if (!this.#foreign.has(id)) this.#own.add(id);
  }

  async proven(door: OpenDoor, message: Message, settled: SettledByDoor): Promise<Settled> {
    return settled.type === 'recorded' ? this.#survives(door, message, settled.answered) : settled;
  }

  async hasRead(message: Message): Promise<boolean> {
    for (const door of this.#parts.doors) {
      const record = await this.#recordOf(door, message);
      if (record === 'answered') return true;
      if (record !== 'stored') continue;
      // That this program goes on says nothing about what another one did.
      if (!this.#own.has(message.id)) this.#foreign.add(message.id);
      else if ((await this.#survives(door, message)).type === 'submitted') return true;
    }
    return false;
  }

  #survives(door: OpenDoor, message: Message, answered?: Promise<void>): Promise<Settled> {
    return proven({
      ended: this.#ends.get(door) as Promise<void>,
      isAnswered: async () => (await this.#recordOf(door, message)) === 'answered',
      surviveMs: this.#parts.surviveMs,
      ...(answered && { answered }),
    });
  }

  #recordOf(door: OpenDoor, message: Message) {
    return door.recordOf(message, this.#parts.textFor(door, message)).catch(() => 'absent' as const);
  }
}

/** Resolves when the door is out of order, as it is once its program has ended. */
function endOf(door: OpenDoor): Promise<void> {
  return new Promise((resolve) => {
    const look = () => door.state.type === 'broken' && resolve();
    door.onChange(look);
    look();
  });
}
