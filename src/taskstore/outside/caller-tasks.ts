/** Lists the tasks that one caller gave this agent, the one that changed last first. */
import { DIRECTION, TASK_STATE } from '../codes.js';
import type { Database, Value } from '../database.js';
import { type TaskRow, toTask } from '../rows.js';
import type { Task } from '../task.js';

export interface CallerTaskFilter {
  readonly peerId: string;
  readonly contextId?: string | undefined;
  readonly state?: Task['state'] | undefined;
  readonly openOnly?: boolean | undefined;
  /** Only tasks that changed then or later. */
  readonly changedSince?: number | undefined;
}

/** The last task of a page. Two tasks can change in the same millisecond, so the time alone would skip one. */
export interface CallerTaskCursor {
  readonly updatedAt: number;
  readonly seq: number;
}

export class CallerTasks {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  page(filter: CallerTaskFilter, limit: number, after: CallerTaskCursor | null): Task[] {
    const { where, values } = conditions(filter);
    const rest = after ? ' AND (updated_at, seq) < (?, ?)' : '';
    const sql = `SELECT * FROM tasks WHERE ${where}${rest} ORDER BY updated_at DESC, seq DESC LIMIT ?`;
    const cursor = after ? [after.updatedAt, after.seq] : [];
    return this.#database
      .prepare<TaskRow>(sql)
      .all(...values, ...cursor, limit)
      .map(toTask);
  }

  count(filter: CallerTaskFilter): number {
    const { where, values } = conditions(filter);
    const sql = `SELECT count(*) AS total FROM tasks WHERE ${where}`;
    return this.#database.prepare<{ total: number }>(sql).get(...values)?.total ?? 0;
  }
}

/** SQLite uses the index of outside callers only if the statement itself says that this is one. */
const IS_OUTSIDE = "peer_id >= 'ext:' AND peer_id < 'ext;'";

function conditions(filter: CallerTaskFilter): { readonly where: string; readonly values: Value[] } {
  const { peerId, contextId, state, openOnly = false, changedSince } = filter;
  const terms: [string, ...Value[]][] = [[`peer_id = ? AND direction = ${DIRECTION.incoming}`, peerId]];
  if (peerId.startsWith('ext:')) terms.push([IS_OUTSIDE]);
  // A task that began its context has its own id there.
  if (contextId !== undefined)
    terms.push(['(context_id = ? OR (context_id IS NULL AND id = ?))', contextId, contextId]);
  if (state !== undefined) terms.push(['state = ?', TASK_STATE[state]]);
  if (openOnly) terms.push([`state <= ${TASK_STATE['input-required']}`]);
  if (changedSince !== undefined) terms.push(['updated_at >= ?', changedSince]);
  return { where: terms.map(([term]) => term).join(' AND '), values: terms.flatMap(([, ...values]) => values) };
}
