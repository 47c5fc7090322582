/** The event hub of a daemon. A listener that fails is logged, and the others are still called. */
import type { Log } from '../log.js';
import { readableStack } from '../readable-stack.js';
import type { Message } from '../taskstore/message.js';
import type { Task } from '../taskstore/task.js';
import type { Dialog } from '../terminal/screen/dialog.js';
import type { RemoteTask } from './mail/outgoing/note-delivery.js';

export interface Change {
  readonly task: Task | null;
  readonly message: Message | null;
}

interface StatusChange {
  /** The name of the terminal. */
  readonly session: string;
  readonly status: string;
  readonly dialog: Dialog | null;
}

/** All topics and their data. Events about stored things are emitted after the commit. */
export interface DaemonEvents {
  /** A task or a message has changed. */
  readonly change: Change;
  /** The screen of the program shows something new. */
  readonly status: StatusChange;
  /** There may be a message to type that could not be typed before. */
  readonly mailWaits: undefined;
  /** The typist is idle, so a new message could be typed at once. */
  readonly typistIdle: undefined;
  /** A request that this agent sent will not be answered. The message tells the agent that asked why. */
  readonly requestFailed: { readonly task: Task; readonly message: Message };
  /** There is outgoing mail for this agent that no command has sent. */
  readonly mailQueued: { readonly peerId: string };
  /** The receiver of a canceled message knows of it. `remote` is what it says about its task, if it has one. */
  readonly cancellationArrived: { readonly message: Message; readonly remote: RemoteTask };
  /** The live entry of an agent appeared, changed or was removed. */
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

  /** Returns a function that stops listening. */
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
