/** Lists tasks and messages page by page, newest first. */
import { DIRECTION, TASK_STATE } from './codes.js';
import type { Database, Statement } from './database.js';
import type { Message } from './message.js';
import { type MessageRow, type TaskRow, toMessage, toTask } from './rows.js';
import { type Direction, isOpen, TASK_STATES, type Task, type TaskState } from './task.js';

export interface TaskFilter {
  readonly state?: TaskState | undefined;
  readonly direction?: Direction | undefined;
  readonly openOnly?: boolean | undefined;
  readonly peerId?: string | undefined;
  readonly limit: number;
  /** Only tasks that are older than this one. */
  readonly before?: number | undefined;
}

export interface HistoryFilter {
  readonly peerId?: string | undefined;
  readonly sinceAt?: number | undefined;
  readonly beforeSeq?: number | undefined;
  readonly limit: number;
  /** Returns the wanted messages of a page. */
  readonly pick?: ((page: readonly Message[]) => readonly Message[]) | undefined;
}

const END = Number.MAX_SAFE_INTEGER;
const BEGINNING_AT = Number.MIN_SAFE_INTEGER;
/** How many rows a search reads at once. */
const SEARCH_STEP = 256;

export class Listing {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  tasks(filter: TaskFilter): Task[] {
    const { state, direction, openOnly = false, peerId, limit, before = END } = filter;
    if (peerId !== undefined) return this.#tasksWith(peerId, filter);
    if (!state && !direction && !openOnly) {
      return this.#tasks('WHERE seq < ? ORDER BY seq DESC LIMIT ?').all(before, limit).map(toTask);
    }
    const statement = this.#tasks('WHERE direction = ? AND state = ? AND seq < ? ORDER BY seq DESC LIMIT ?');
    const states = (state ? [state] : TASK_STATES).filter((each) => !openOnly || isOpen(each));
    const directions: readonly Direction[] = direction ? [direction] : ['outgoing', 'incoming'];
    const rows = directions.flatMap((side) =>
      states.flatMap((each) => statement.all(DIRECTION[side], TASK_STATE[each], before, limit)),
    );
    return rows
      .sort((a, b) => b.seq - a.seq)
      .slice(0, limit)
      .map(toTask);
  }

  /** The search does not stop at an older instant, because the clock may have jumped. */
  history({ peerId, sinceAt = BEGINNING_AT, beforeSeq = END, limit, pick }: HistoryFilter): Message[] {
    const step = pick ? SEARCH_STEP : limit;
    const pageBefore = (before: number) => this.#messagesBefore(before, sinceAt, step, peerId).map(toMessage);
    return search(pageBefore, pick ?? ((page) => page), { before: beforeSeq, step, limit });
  }

  /** The tasks of one peer. The other conditions filter them afterwards. */
  #tasksWith(peerId: string, { state, direction, openOnly = false, limit, before = END }: TaskFilter): Task[] {
    const statement = this.#tasks('WHERE peer_id = ? AND seq < ? ORDER BY seq DESC LIMIT ?');
    const isWanted = (task: Task): boolean =>
      (!state || task.state === state) &&
      (!direction || task.direction === direction) &&
      (!openOnly || isOpen(task.state));
    return search(
      (next) => statement.all(peerId, next, SEARCH_STEP).map(toTask),
      (page) => page.filter(isWanted),
      { before, step: SEARCH_STEP, limit },
    );
  }

  #messagesBefore(before: number, sinceAt: number, limit: number, peerId: string | undefined): MessageRow[] {
    const where = 'WHERE seq < ? AND created_at >= ?';
    if (peerId === undefined) return this.#messages(`${where} ORDER BY seq DESC LIMIT ?`).all(before, sinceAt, limit);
    return this.#messages(`${where} AND peer_id = ? ORDER BY seq DESC LIMIT ?`).all(before, sinceAt, peerId, limit);
  }

  #tasks(clauses: string): Statement<TaskRow> {
    return this.#database.prepare(`SELECT * FROM tasks ${clauses}`);
  }

  #messages(clauses: string): Statement<MessageRow> {
    return this.#database.prepare(`SELECT * FROM messages ${clauses}`);
  }
}

/** Reads pages of `step` rows, from `before` backwards, until enough rows are picked or none are left. */
function search<Thing extends { readonly seq: number }>(
  pageBefore: (seq: number) => readonly Thing[],
  pick: (page: readonly Thing[]) => readonly Thing[],
  { before, step, limit }: { readonly before: number; readonly step: number; readonly limit: number },
): Thing[] {
  const found: Thing[] = [];
  for (let next = before; found.length < limit; ) {
    const page = pageBefore(next);
    found.push(...pick(page));
    const last = page.at(-1);
    if (!last || page.length < step) break;
    next = last.seq;
  }
  return found.slice(0, limit);
}
