/** Tells the parts of a daemon, and whoever listens over HTTP, what has changed. Published only after the commit. */
import type { Message } from '../taskstore/message.js';
import type { Task } from '../taskstore/task.js';

export interface Change {
  readonly task: Task | null;
  readonly message: Message | null;
}

type Listener = (change: Change) => void;

export class EventHub {
  readonly #listeners = new Set<Listener>();

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  publish(change: Change): void {
    for (const listener of [...this.#listeners]) listener(change);
  }
}
