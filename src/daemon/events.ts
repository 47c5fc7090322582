/** The event hub of a daemon: what several of its parts must hear. A listener that fails is logged, and the others still hear. */
import type { SynapseError } from '../errors.js';
import type { Log } from '../log.js';
import { readableStack } from '../readable-stack.js';
import type { Message } from '../taskstore/message.js';
import type { Task } from '../taskstore/task.js';
import type { Dialog } from '../terminal/screen/reading.js';

export interface Change {
  readonly task: Task | null;
  readonly message: Message | null;
}

interface StatusChange {
  readonly status: string;
  readonly dialog: Dialog | null;
}

/** Every topic with what its listeners are told. What is about stored things is emitted after the commit. */
export interface DaemonEvents {
  /** A task or a message has changed. */
  readonly change: Change;
  /** The screen of the program says something else than before. */
  readonly status: StatusChange;
  /** There may be a message to type that could not be typed before. */
  readonly mailWaits: undefined;
  /** The typist has nothing in hand, so what comes now could be typed at once. */
  readonly typistRests: undefined;
  /** A request that this agent sent will get no answer any more. */
  readonly requestFailed: { readonly task: Task; readonly error: SynapseError };
  /** A message was accepted that had been canceled while it was on its way. */
  readonly canceledTooLate: { readonly task: Task | null; readonly message: Message };
  /** The live entry of an agent appeared, changed or went. */
  readonly liveEntry: { readonly id: string };
  /** Something was done for the team, here or in another daemon. */
  readonly teamWork: undefined;
}

type Topic = keyof DaemonEvents;
type Listener<T extends Topic> = (event: DaemonEvents[T]) => unknown;

export class EventHub {
  readonly #log: Pick<Log, 'error'>;
  readonly #listeners = new Map<Topic, Set<Listener<never>>>();

  constructor(log: Pick<Log, 'error'>) {
    this.#log = log;
  }

  /** Gives back how to stop listening. */
  on<T extends Topic>(topic: T, listener: Listener<T>): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  emit<T extends Topic>(topic: T, ...[event]: DaemonEvents[T] extends undefined ? [] : [DaemonEvents[T]]): void {
    for (const listener of [...(this.#listeners.get(topic) ?? [])]) {
      try {
        const done = (listener as Listener<T>)(event as DaemonEvents[T]);
        if (done instanceof Promise) done.catch((error: unknown) => this.#failed(topic, error));
      } catch (error) {
        this.#failed(topic, error);
      }
    }
  }

  #failed(topic: Topic, error: unknown): void {
    this.#log.error('listener failed', { topic, reason: readableStack(error) });
  }
}
