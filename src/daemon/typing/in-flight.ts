/**
 * The messages that a channel has taken and the program has not been seen to read yet. What follows them from the same
 * sender must take the same channel, or wait: over another one it could be read first.
 */
import type { Message } from '../../taskstore/message.js';

type Lane = Pick<Message, 'priority' | 'peer'>;

export class InFlight {
  readonly #taken = new Map<number, { readonly lane: string; readonly via: string }>();

  add(message: Lane & Pick<Message, 'seq'>, via: string): void {
    this.#taken.set(message.seq, { lane: laneOf(message), via });
  }

  remove(messageSeq: number): void {
    this.#taken.delete(messageSeq);
  }

  /** Whether such a message could be read before one that was sent earlier. */
  mayOvertake(message: Lane, via: string): boolean {
    const lane = laneOf(message);
    return [...this.#taken.values()].some((other) => other.lane === lane && other.via !== via);
  }
}

/** Order is kept among the messages of a sender with the same priority. */
export function laneOf({ priority, peer }: Lane): string {
  return `${priority} ${peer.id}`;
}
