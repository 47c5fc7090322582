/** Finds what a typed id means: a task or message in this store, by its own id or by that of the other agent. */
import { MIN_PREFIX_LENGTH } from '../ids.js';
import type { Database, Statement } from './database.js';

export interface Match {
  /** The stored id that matches. */
  readonly id: string;
  readonly task_seq: number | null;
  readonly message_seq: number | null;
}

/** Enough matches to report that an id is ambiguous. */
const MAX_PER_COLUMN = 20;

export class Lookup {
  readonly #between: Statement<Match>;

  constructor(database: Database) {
    this.#between = database.prepare(COLUMNS.join(' UNION ALL '));
  }

  /** A full id wins over a prefix. A prefix needs a minimum length. */
  matches(typed: string): readonly Match[] {
    if (typed === '') return [];
    for (const id of spellings(typed)) {
      const end = id.length < MIN_PREFIX_LENGTH ? justAfter(id) : afterAllThatStartWith(id);
      const found = this.#between.all(...COLUMNS.flatMap(() => [id, end]));
      const exact = found.filter((match) => match.id === id);
      if (exact.length > 0) return exact;
      if (found.length > 0) return found;
    }
    return [];
  }
}

/** Uses a range instead of LIKE, because a range uses the index and treats no character as special. */
const COLUMNS = [
  range('tasks', 'id', 'seq', 'NULL'),
  range('tasks', 'sender_task_id', 'seq', 'NULL'),
  range('tasks', 'remote_task_id', 'seq', 'NULL'),
  range('messages', 'id', 'task_seq', 'seq', 'has_own_id = 1 AND '),
  range('messages', 'remote_id', 'task_seq', 'seq'),
  range('messages', 'given_id', 'task_seq', 'seq'),
];

function range(table: string, column: string, taskSeq: string, messageSeq: string, only = ''): string {
  return `SELECT * FROM (SELECT ${column} AS id, ${taskSeq} AS task_seq, ${messageSeq} AS message_seq FROM ${table}
    WHERE ${only}${column} >= ? AND ${column} < ? ORDER BY ${column}, seq LIMIT ${MAX_PER_COLUMN})`;
}

/** A UUID means the same in upper and lower case. */
function spellings(typed: string): readonly string[] {
  if (!/^[0-9a-f-]+$/i.test(typed)) return [typed];
  return [...new Set([typed, typed.toLowerCase(), typed.toUpperCase()])];
}

function justAfter(id: string): string {
  return `${id}\0`;
}

export function afterAllThatStartWith(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}
