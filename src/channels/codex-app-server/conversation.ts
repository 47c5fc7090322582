/** What an app server has told about its threads: which one the person sees, and what it does. */
import type { Evidence } from '../front-door.js';
import { type Notice, recordOf } from './connection.js';
import { type Asked, askedBy } from './questions.js';

export type Status = 'idle' | 'active' | 'waiting';

interface Thread {
  /** Not for a short task of Codex itself, such as finding a title. */
  readonly isLasting: boolean;
  /** The thread that started this one as a helper. */
  readonly parent: string | null;
  readonly path: string | null;
  readonly status: Status | null;
}

/** Codex starts a short one of its own with every turn. */
const MOST_THREADS = 100;

/** What stands in a turn and does not come from the model. */
const NOT_SAID: readonly unknown[] = ['userMessage', 'hookPrompt', 'contextCompaction'];

/** Something that the door acts on. */
export type Happening =
  | { readonly type: 'changed' }
  /** Nothing is known yet about this thread but its id, and whether the person has opened it. */
  | { readonly type: 'unknown thread'; readonly threadId: string; readonly isShown: boolean }
  | { readonly type: 'read'; readonly clientId: string }
  /** The model has begun to answer. */
  | { readonly type: 'answered'; readonly threadId: string }
  /** `isUnanswered`: the last thing in it was a text, which the model has not seen. */
  | {
      readonly type: 'ended';
      readonly threadId: string;
      readonly turnId: string;
      readonly status: string;
      readonly isUnanswered: boolean;
    }
  | { readonly type: 'status'; readonly threadId: string; readonly status: Status };

export class Conversation {
  readonly #threads = new Map<string, Thread>();
  readonly #questions = new Map<string, { readonly threadId: string; readonly asked: Asked | null }>();
  /** How often each thread will still be reported as continued because we joined it. */
  readonly #joins = new Map<string, number>();
  /** What events said last about threads. A description that was asked for before may come later. */
  readonly #told = new Map<string, Status | null>();
  /** The turns in which nothing has come after a text yet. */
  readonly #textAtEnd = new Set<string>();
  #current: string | null = null;

  /** The thread that the person sees; null if there is none yet. */
  get current(): string | null {
    return this.#current;
  }

  get evidence(): Evidence | null {
    const status = this.#current === null ? null : this.#statusWithHelpers(this.#current);
    if (status === null) return null;
    if (status !== 'waiting') return { state: status === 'idle' ? 'ready' : 'busy', by: 'event', asks: null };
    const open = [...this.#questions.values()].findLast(({ threadId }) => this.#belongs(threadId));
    return { state: 'waiting', by: 'event', asks: open?.asked ?? null };
  }

  statusOf(threadId: string): Status | null {
    return this.#threads.get(threadId)?.status ?? null;
  }

  /** Where the thread is recorded. The file exists from its first turn on. */
  pathOf(threadId: string): string | null {
    return this.#threads.get(threadId)?.path ?? null;
  }

  /** Notes a thread as the server describes it. `isShown` if the person sees it from now on. */
  learn(description: unknown, isShown: boolean): void {
    const { id, ephemeral, parentThreadId, path, status } = recordOf(description);
    if (typeof id !== 'string') return;
    const thread: Thread = {
      isLasting: ephemeral !== true,
      parent: typeof parentThreadId === 'string' ? parentThreadId : null,
      path: typeof path === 'string' ? path : null,
      status: this.#told.get(id) ?? statusOf(status),
    };
    this.#threads.set(id, thread);
    const [oldest] = [...this.#threads.keys()].filter((known) => known !== this.#current && known !== id);
    if (this.#threads.size > MOST_THREADS && oldest !== undefined) this.#forget(oldest);
    if (isShown && isMain(thread)) this.#current = id;
  }

  /** Joining a thread is reported in the same way as a person who continues it. */
  expectJoin(threadId: string, count: 1 | -1): void {
    this.#joins.set(threadId, Math.max(0, (this.#joins.get(threadId) ?? 0) + count));
  }

  /** `isOurs` tells whether a turn of this thread may have been started by us. */
  take(notice: Notice, isOurs: (threadId: string) => boolean): Happening | null {
    const { method, params, id } = notice;
    const threadId = typeof params.threadId === 'string' ? params.threadId : null;
    if (id !== null) return this.#ask(notice, id, threadId);
    if (method === 'thread/started') return this.#started(params.thread);
    if (threadId === null) return null;
    switch (method) {
      case 'thread/status/changed':
        return this.#statusChanged(threadId, params.status, isOurs(threadId));
      case 'thread/goal/cleared':
      case 'thread/goal/updated':
        return this.#continued(threadId);
      case 'thread/closed':
      case 'thread/deleted':
        return this.#closed(threadId);
      case 'serverRequest/resolved':
        return this.#questions.delete(`${params.requestId}`) ? { type: 'changed' } : null;
      case 'item/started':
        return this.#begun(threadId, `${params.turnId}`, recordOf(params.item).type);
      case 'item/completed':
        return this.#read(params.item, `${params.turnId}`);
      case 'turn/completed':
        return this.#ended(threadId, recordOf(params.turn));
      default:
        return null;
    }
  }

  #started(description: unknown): Happening {
    this.#told.delete(`${recordOf(description).id}`);
    this.learn(description, true);
    return { type: 'changed' };
  }

  #statusChanged(threadId: string, description: unknown, isOurs: boolean): Happening {
    const thread = this.#threads.get(threadId);
    const status = statusOf(description);
    this.#note(threadId, status);
    if (!thread) return { type: 'unknown thread', threadId, isShown: this.#current === null };
    this.#threads.set(threadId, { ...thread, status });
    if (status === 'idle') this.#forgetQuestions(threadId);
    // Whoever starts a turn in another thread has gone there.
    if (isMain(thread) && thread.status === 'idle' && status === 'active' && !isOurs) this.#current = threadId;
    return status === null ? { type: 'changed' } : { type: 'status', threadId, status };
  }

  /** Codex reports the goal of a thread that somebody opens again, even if it has none. */
  #continued(threadId: string): Happening | null {
    if ((this.#joins.get(threadId) ?? 0) > 0) {
      this.expectJoin(threadId, -1);
      return null;
    }
    const thread = this.#threads.get(threadId);
    if (!thread) return { type: 'unknown thread', threadId, isShown: true };
    if (isMain(thread)) this.#current = threadId;
    return { type: 'changed' };
  }

  #closed(threadId: string): Happening {
    this.#forget(threadId);
    this.#forgetQuestions(threadId);
    if (this.#current === threadId) this.#current = null;
    return { type: 'changed' };
  }

  #ask({ method, params }: Notice, id: string | number, threadId: string | null): Happening | null {
    if (threadId === null) return null;
    this.#questions.set(`${id}`, { threadId, asked: askedBy(method, params) });
    return { type: 'changed' };
  }

  #read(item: unknown, turnId: string): Happening | null {
    const { type, clientId } = recordOf(item);
    if (type !== 'userMessage' || typeof clientId !== 'string') return null;
    this.#textAtEnd.add(turnId);
    return { type: 'read', clientId };
  }

  #begun(threadId: string, turnId: string, type: unknown): Happening | null {
    if (NOT_SAID.includes(type)) return null;
    this.#textAtEnd.delete(turnId);
    return { type: 'answered', threadId };
  }

  #ended(threadId: string, { id: turnId, status }: Readonly<Record<string, unknown>>): Happening | null {
    if (typeof turnId !== 'string') return null;
    const isUnanswered = this.#textAtEnd.delete(turnId) && status === 'completed';
    return { type: 'ended', threadId, turnId, status: `${status}`, isUnanswered };
  }

  #note(threadId: string, status: Status | null): void {
    this.#told.delete(threadId);
    this.#told.set(threadId, status);
    const [oldest] = this.#told.keys();
    if (this.#told.size > MOST_THREADS && oldest !== undefined) this.#told.delete(oldest);
  }

  #forget(threadId: string): void {
    this.#threads.delete(threadId);
    this.#told.delete(threadId);
  }

  #forgetQuestions(threadId: string): void {
    for (const [id, question] of this.#questions) if (question.threadId === threadId) this.#questions.delete(id);
  }

  /** A helper's question is asked in the same terminal. */
  #statusWithHelpers(threadId: string): Status | null {
    const isAsking = [...this.#threads].some(([id, { status }]) => status === 'waiting' && this.#belongs(id));
    return isAsking ? 'waiting' : this.statusOf(threadId);
  }

  #belongs(threadId: string): boolean {
    return threadId === this.#current || this.#threads.get(threadId)?.parent === this.#current;
  }
}

function isMain({ isLasting, parent }: Thread): boolean {
  return isLasting && parent === null;
}

function statusOf(description: unknown): Status | null {
  const { type, activeFlags } = recordOf(description);
  if (type === 'idle' || type === 'systemError') return 'idle';
  if (type !== 'active') return null;
  return Array.isArray(activeFlags) && activeFlags.some((flag) => `${flag}`.startsWith('waiting'))
    ? 'waiting'
    : 'active';
}
