/** Remembers which requests a program was given, because only that program can be expected to answer them. */
import type { TaskStore } from '../../taskstore/store.js';
import { isOpen } from '../../taskstore/task.js';

/** With more than this, those that are closed are forgotten. */
const MOST_REMEMBERED = 256;

export class GivenRequests {
  readonly #store: Pick<TaskStore, 'task'>;
  readonly #tasks = new Set<number>();

  constructor(store: Pick<TaskStore, 'task'>) {
    this.#store = store;
  }

  has(taskSeq: number): boolean {
    return this.#tasks.has(taskSeq);
  }

  add(taskSeq: number): void {
    if (this.#tasks.size > MOST_REMEMBERED) {
      for (const seq of this.#tasks) if (!isOpen(this.#store.task(seq)?.state ?? 'completed')) this.#tasks.delete(seq);
    }
    this.#tasks.add(taskSeq);
  }

  /** It was not accepted after all. */
  delete(taskSeq: number): void {
    this.#tasks.delete(taskSeq);
  }
}
