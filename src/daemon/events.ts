/** Tells the parts of a daemon, and whoever listens over HTTP, what has changed. Published only after the commit. */
import type { Message } from '../taskstore/message.js';
import type { Task } from '../taskstore/task.js';
import type { Dialog } from '../terminal/reading.js';

export interface Change {
  readonly task: Task | null;
  readonly message: Message | null;
}

/** What the program's screen says, when that has changed. */
export interface StatusChange {
  readonly status: string;
  readonly dialog: Dialog | null;
}

type Listener = (change: Change) => void;

export class EventHub {
  readonly #listeners = new Set<Listener>();
  readonly #statusListeners = new Set<(change: StatusChange) => void>();

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  publish(change: Change): void {
    for (const listener of [...this.#listeners]) listener(change);
  }

  subscribeStatus(listener: (change: StatusChange) => void): () => void {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  }

  publishStatus(change: StatusChange): void {
    for (const listener of [...this.#statusListeners]) listener(change);
  }
}
