/** PostgreSQL for the query builder: one connection, writers one at a time, and commits whose outcome is always known. */
import { randomBytes } from 'node:crypto';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type DataTypeNode,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Connection } from './connection.js';
import { ConnectionLost, isBusy, isOutOfReach } from './failures.js';
import { CHANNEL } from './keeper.js';

/** All writers take this lock, so that they see each other's work as in a file. */
export const WRITERS = 7_305_283_414_529;
/** How long a writer waits for the others before it tries again. */
const LOCK_MS = 3_000;
/** The server ends the transaction of a host that was cut off, so that the others need not wait for it. */
const LOST_HOST_MS = 5_000;
/** A commit that takes longer is looked up. */
const COMMIT_MS = 2_500;
/** How long to find out whether a commit happened whose connection broke, if the server does not answer or does. */
const OUTCOME_MS = { silent: 2_000, busy: 10_000 };
const OUTCOME_PAUSE_MS = 100;
/** How many commits pass until one deletes the marks of old ones. */
const TRIM_EVERY = 500;

const BEGIN = [
  'begin isolation level read committed',
  `set local lock_timeout = ${LOCK_MS}`,
  `set local idle_in_transaction_session_timeout = ${LOST_HOST_MS}`,
  `select pg_advisory_xact_lock(${WRITERS})`,
].join('; ');

/** Marks of commits, by which a process whose connection broke finds out whether its last one happened. */
const MARKS_TABLE = 'commit_marks';
const CREATE_MARKS = `create table if not exists ${MARKS_TABLE} (id text primary key, at timestamptz not null default now())`;

export interface DialectParts {
  readonly connection: Connection;
  readonly hostId: string;
}

export function postgresDialect(parts: DialectParts): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new OneConnectionDriver(parts),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new Compiler(),
  };
}

/** Compares texts byte by byte, as every engine of ours does, whatever the language of the server. */
class Compiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    if (node.dataType === 'text') this.append(' collate "C"');
  }
}

class OneConnectionDriver implements Driver {
  readonly #parts: DialectParts;

  constructor(parts: DialectParts) {
    this.#parts = parts;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#parts.connection.acquire();
    return new Session(this.#parts);
  }

  async beginTransaction(session: DatabaseConnection): Promise<void> {
    await (session as Session).begin();
  }

  async commitTransaction(session: DatabaseConnection): Promise<void> {
    await (session as Session).commit();
  }

  /** A broken connection has been rolled back by the server. */
  async rollbackTransaction(): Promise<void> {
    const { connection } = this.#parts;
    if (connection.isOpen) await connection.query('rollback').catch(() => connection.drop());
  }

  async releaseConnection(): Promise<void> {
    this.#parts.connection.release();
  }

  async destroy(): Promise<void> {
    await this.#parts.connection.close();
  }
}

class Session implements DatabaseConnection {
  readonly #parts: DialectParts;
  #written = new Set<string>();

  constructor(parts: DialectParts) {
    this.#parts = parts;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows: found, rowCount } = await this.#parts.connection.query(sql, parameters.map(storable));
    const rows = found.map(restored) as R[];
    if (/^select /i.test(sql)) return { rows };
    this.#written.add(/^insert into "(\w+)"/i.exec(sql)?.[1] ?? '');
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  // biome-ignore lint/correctness/useYield: the store never streams
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('the team store does not stream');
  }

  async begin(): Promise<void> {
    this.#written = new Set();
    const { connection } = this.#parts;
    try {
      await connection.query(BEGIN);
    } catch (error) {
      // The server is in a transaction that has failed, and would refuse whatever comes next.
      if (connection.isOpen) await connection.query('rollback').catch(() => connection.drop());
      throw error;
    }
  }

  async commit(): Promise<void> {
    const { connection, hostId } = this.#parts;
    if (this.#written.size === 0) return void (await connection.query('commit'));
    const mark = randomBytes(12).toString('hex');
    const isTold = this.#written.has('changes');
    const text = [
      ...(this.#written.has('migrations') ? [CREATE_MARKS] : []),
      `insert into ${MARKS_TABLE} (id) values ('${mark}')`,
      ...(Number.parseInt(mark.slice(0, 6), 16) % TRIM_EVERY === 0
        ? [`delete from ${MARKS_TABLE} where at < now() - interval '1 day'`]
        : []),
      ...(isTold ? [`notify ${CHANNEL}, '${hostId}'`] : []),
      'commit',
    ].join('; ');
    try {
      await connection.query(text, undefined, COMMIT_MS);
    } catch (error) {
      if (!isOutOfReach(error)) throw error;
      if (await this.#hasHappened(mark)) return;
      throw new ConnectionLost('the connection broke before the commit');
    }
  }

  /** Asks on a new connection. The lock of the writers is free only once the server has ended the transaction. */
  async #hasHappened(mark: string): Promise<boolean> {
    const { connection } = this.#parts;
    const startedMs = performance.now();
    for (;;) {
      try {
        await connection.reopen();
        await connection.query(BEGIN);
        const { rows } = await connection.query(`select 1 from ${MARKS_TABLE} where id = $1`, [mark]);
        await connection.query('rollback');
        return rows.length > 0;
      } catch (error) {
        connection.drop();
        const patienceMs = isBusy(error) ? OUTCOME_MS.busy : OUTCOME_MS.silent;
        if (performance.now() > startedMs + patienceMs) throw new OutcomeUnknown((error as Error).message);
        await new Promise((resolve) => setTimeout(resolve, OUTCOME_PAUSE_MS));
      }
    }
  }
}

/** The server took a commit and was gone before it answered. */
export class OutcomeUnknown extends Error {}

/** The server stores every character but NUL, which is written as this one, which no text has, and a digit. */
const ESCAPE = '\u{10ffff}';

function storable(value: unknown): unknown {
  if (typeof value !== 'string' || !(value.includes('\0') || value.includes(ESCAPE))) return value;
  return value.replaceAll(ESCAPE, `${ESCAPE}1`).replaceAll('\0', `${ESCAPE}0`);
}

function restored(row: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(row)) {
    if (typeof value !== 'string' || !value.includes(ESCAPE)) continue;
    row[name] = value.replaceAll(`${ESCAPE}0`, '\0').replaceAll(`${ESCAPE}1`, ESCAPE);
  }
  return row;
}
