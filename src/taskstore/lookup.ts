/** Finds what a typed id means: a task or message in this store, by its own id or by that of the other agent. */
import { MIN_PREFIX_LENGTH } from '../ids.js';
import type { Database, Statement } from './database.js';

export interface Match {
  /** The stored id that matches. */
  readonly id: string;
  readonly task_seq: number | null;
  readonly message_seq: number | null;
  readonly peer_id: string;
  /** 1 for an id that this store has made unique, 0 for one that its sender or receiver chose. */
  readonly is_ours: number;
}

/** Enough matches to report that an id is ambiguous. */
const MAX_PER_COLUMN = 20;

export class Lookup {
  readonly #between: Statement<Match>;

  constructor(database: Database) {
    this.#between = database.prepare(COLUMNS.join(' UNION ALL '));
  }

  /** More than one match means that the id is ambiguous. A prefix needs a minimum length. */
  matches(typed: string): readonly Match[] {
    if (typed === '') return [];
    const ids = spellings(typed);
    const found = ids.flatMap((id) => {
      const end = id.length < MIN_PREFIX_LENGTH ? justAfter(id) : afterAllThatStartWith(id);
      return this.#between.all(...COLUMNS.flatMap(() => [id, end]));
    });
    return meant(found, ids);
  }
}

/**
 * A full id of ours means one thing. Otherwise a full id wins over a prefix among the ids of one agent only: an id that
 * somebody chose must not stand for what somebody else has sent.
 */
function meant(found: readonly Match[], ids: readonly string[]): readonly Match[] {
  const exact = found.filter(({ id }) => ids.includes(id));
  const ours = exact.filter((match) => match.is_ours === 1);
  if (ours.length > 0) return ours;
  const peers = new Set(exact.map((match) => match.peer_id));
  return found.filter((match) => exact.includes(match) || !peers.has(match.peer_id));
}

/** Uses a range instead of LIKE, because a range uses the index and treats no character as special. */
const COLUMNS = [
  range('tasks', 'id', { taskSeq: 'seq', messageSeq: 'NULL', isOurs: '1' }),
  range('tasks', 'sender_task_id', { taskSeq: 'seq', messageSeq: 'NULL' }),
  range('tasks', 'remote_task_id', { taskSeq: 'seq', messageSeq: 'NULL' }),
  range('messages', 'id', { isOurs: 'direction = 0', only: 'has_own_id = 1 AND ' }),
  range('messages', 'remote_id'),
  range('messages', 'given_id'),
];

function range(
  table: string,
  column: string,
  { taskSeq = 'task_seq', messageSeq = 'seq', isOurs = '0', only = '' } = {},
): string {
  return `SELECT * FROM (SELECT ${column} AS id, ${taskSeq} AS task_seq, ${messageSeq} AS message_seq, peer_id, ${isOurs} AS is_ours FROM ${table}
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
