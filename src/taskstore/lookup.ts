/** What an id that somebody typed may mean: a task or message here, under its own or the other agent's id. */
import { MIN_PREFIX_LENGTH } from '../ids.js';
import type { Database, Statement } from './database.js';

export interface Match {
  /** The stored id that fits. */
  readonly id: string;
  readonly task_seq: number | null;
  readonly message_seq: number | null;
}

/** So many are enough to say that an id is ambiguous, and with what. */
const MAX_PER_COLUMN = 20;

export class Lookup {
  readonly #between: Statement<Match>;

  constructor(database: Database) {
    this.#between = database.prepare(COLUMNS.join(' UNION ALL '));
  }

  /** Full ids win over beginnings; a beginning needs a few characters to mean anything. */
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

/** Ranges, not LIKE: a range uses the index, and no character of an id is special in it. */
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

/** UUIDs are written in either case, and meant the same. */
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
