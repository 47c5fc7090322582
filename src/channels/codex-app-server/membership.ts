/** The threads that we have joined. Of others the server reports only the status. */
import type { Connection } from './connection.js';
import type { Conversation } from './conversation.js';
import type { Unread } from './unread.js';

/** A thread can be joined from its first turn on; its file is written a moment after that turn has started. */
const JOIN_LIMIT_MS = 5_000;
const JOIN_AGAIN_MS = 50;

export class Membership {
  readonly #connection: Connection;
  readonly #conversation: Conversation;
  readonly #unread: Unread;
  readonly #joined = new Set<string>();
  /** The threads that were tried at least once, perhaps before their first turn. */
  readonly #tried = new Set<string>();
  #isJoining = false;

  constructor(connection: Connection, conversation: Conversation, unread: Unread) {
    this.#connection = connection;
    this.#conversation = conversation;
    this.#unread = unread;
  }

  /** Joins the thread that the person sees, unless it will only be possible with its next turn. */
  joinCurrent(): void {
    const { current } = this.#conversation;
    if (current === null || (this.#tried.has(current) && !this.#isAtWork(current))) return;
    void this.join(current);
  }

  async join(threadId: string): Promise<void> {
    if (this.#joined.has(threadId) || this.#isJoining) return;
    this.#isJoining = true;
    this.#tried.add(threadId);
    const until = performance.now() + JOIN_LIMIT_MS;
    while (!(await this.#tryToJoin(threadId)) && this.#isAtWork(threadId) && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, JOIN_AGAIN_MS));
    }
    this.#isJoining = false;
    if (this.#conversation.current !== threadId) this.joinCurrent();
  }

  #isAtWork(threadId: string): boolean {
    if (this.#connection.isClosed) return false;
    return this.#conversation.statusOf(threadId) !== 'idle' || this.#unread.has(threadId);
  }

  async #tryToJoin(threadId: string): Promise<boolean> {
    this.#conversation.expectJoin(threadId, 1);
    const answer = await this.#connection.call('thread/resume', { threadId, excludeTurns: true });
    if (answer.type !== 'result') {
      this.#conversation.expectJoin(threadId, -1);
      return false;
    }
    this.#joined.add(threadId);
    // What was reported before that is in the records.
    this.#unread.lookUp(threadId);
    return true;
  }
}
