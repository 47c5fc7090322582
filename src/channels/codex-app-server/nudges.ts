/**
 * Lets the model go on. Codex 0.166 puts a text that comes in the last moment of a turn behind that turn, and then waits
 * for another prompt. A turn without a text makes the model read it.
 */
import type { Connection } from './connection.js';
import type { Status } from './conversation.js';

export class Nudges {
  readonly #connection: Connection;
  readonly #isIdle: (threadId: string) => boolean;
  /** The threads whose last turn has left a text to the next one. */
  readonly #unanswered = new Set<string>();

  constructor(connection: Connection, { isIdle }: { readonly isIdle: (threadId: string) => boolean }) {
    this.#connection = connection;
    this.#isIdle = isIdle;
  }

  /** Any turn that begins by itself reads what was left. */
  statusChanged({ threadId, status }: { readonly threadId: string; readonly status: Status }): void {
    if (status !== 'idle') this.#unanswered.delete(threadId);
  }

  /** A turn has ended and left a text. Resolves when it is seen to, after what is handed over now. Never rejects. */
  async follow(threadId: string, before: Promise<unknown>): Promise<void> {
    this.#unanswered.add(threadId);
    await before;
    if (!this.#isNeeded(threadId)) return;
    // The server may have begun the next turn already. What it said before its answer has arrived with that.
    await this.#connection.call('thread/read', { threadId, includeTurns: false });
    if (this.#isNeeded(threadId)) await this.#connection.call('turn/start', { threadId, input: [] });
  }

  #isNeeded(threadId: string): boolean {
    return !this.#connection.isClosed && this.#unanswered.has(threadId) && this.#isIdle(threadId);
  }
}
