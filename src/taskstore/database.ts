/** Opens and locks the SQLite file of one agent, and translates its failures. Only one process can hold the file. */
import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fail } from '../errors.js';
import { letShrink, releasePages } from '../storage/free-pages.js';
import { logPages } from '../storage/log-pages.js';
import { Sqlite, type SqliteDatabase, type SqliteStatement } from '../storage/sqlite.js';
import { storageTrouble } from '../storage/storage-trouble.js';

export type Value = string | number | null | Buffer;

export interface Statement<Row> {
  get(...values: Value[]): Row | undefined;
  all(...values: Value[]): Row[];
  run(...values: Value[]): { readonly changes: number; readonly lastInsertRowid: number | bigint };
}

export interface DatabaseOptions {
  readonly path: string;
  /** Named in the error if another process holds the file. */
  readonly agent?: string | undefined;
  readonly readOnly?: boolean | undefined;
}

/** Waiting for a lock would stop the event loop, and a daemon holds its lock for as long as it lives. */
const LOCK_WAIT_MS = 20;
/** 16 MiB of log. A checkpoint costs two syncs and many scattered writes, so it should be rare, but also short. */
const CHECKPOINT_PAGES = 4000;
/** What stays of a log that had to grow beyond that. */
const MOST_LOG_BYTES = 16 * 2 ** 20;
/** Enough for the hot pages of a small store. There may be fifty daemons, so it is no larger. */
const CACHE_KIB = 4096;
/** A larger store is memory-mapped, because no cache holds it and every scattered read would cost a system call. */
const SMALL_STORE_BYTES = 64 * 2 ** 20;
const MAPPED_BYTES = 2 ** 31 - 2 ** 16;

export class Database {
  readonly path: string;
  readonly #agent: string;
  readonly #sqlite: SqliteDatabase;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(options: DatabaseOptions) {
    this.path = options.path;
    this.#agent = options.agent ?? basename(dirname(options.path));
    this.#sqlite = this.guard(() => openFile(options));
    try {
      this.guard(() => (options.readOnly ? this.#share() : this.#lock()));
    } catch (error) {
      this.#sqlite.close();
      throw error;
    }
  }

  get inTransaction(): boolean {
    return this.#sqlite.inTransaction;
  }

  /** Returns the same statement for the same text, so that readers and writers share it. */
  prepare<Row>(sql: string): Statement<Row> {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#sqlite.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement as unknown as Statement<Row>;
  }

  exec(sql: string): void {
    this.#sqlite.exec(sql);
  }

  /** Runs `work` in a transaction of its own. A running daemon uses the group commit instead. */
  transaction<T>(work: () => T): T {
    return this.guard(() => this.#sqlite.transaction(work).immediate());
  }

  /** Turns on write-ahead logging. From here on the file has our format. */
  useWriteAheadLog(): void {
    this.guard(() => {
      this.#sqlite.pragma('journal_mode = WAL');
      this.#sqlite.pragma(`wal_autocheckpoint = ${logPages(dirname(this.path), CHECKPOINT_PAGES)}`);
      this.#sqlite.pragma(`journal_size_limit = ${MOST_LOG_BYTES}`);
      this.#sqlite.pragma('synchronous = FULL');
    });
  }

  /** Runs `work` and turns a failure of SQLite into an error of the catalogue. */
  guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.explain(error);
    }
  }

  /** Translates a failure of SQLite into an error of the catalogue. Returns any other error unchanged. */
  explain(error: unknown): unknown {
    const { code, message } = error as { code?: unknown; message?: unknown };
    if (typeof code !== 'string') return error;
    if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
      return fail('store_in_use', { agent: this.#agent });
    if (code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB')) {
      return fail('store_damaged', { file: this.path, reason: message });
    }
    return storageTrouble(error, dirname(this.path)) ?? error;
  }

  /** Moves what the log holds into the file, and empties the log. Returns false if that is not possible now. */
  emptyLog(): boolean {
    try {
      if (this.#sqlite.open && !this.#sqlite.readonly) this.#sqlite.pragma('wal_checkpoint(TRUNCATE)');
      return true;
    } catch {
      // On a full disk the log stays beside the file. The next opening reads it, so nothing is lost.
      return false;
    }
  }

  /** Gives some of the space of deleted rows back to the disk. Returns false when there is nothing more to give. */
  releasePages(): boolean {
    return this.guard(() => releasePages(this.#sqlite));
  }

  close(): void {
    this.emptyLog();
    if (this.#sqlite.open) this.#sqlite.close();
  }

  /** The kernel releases this lock when the process dies, however it dies. */
  #lock(): void {
    this.#tune();
    letShrink(this.#sqlite);
    this.#sqlite.pragma('locking_mode = EXCLUSIVE');
    this.#sqlite.exec('BEGIN EXCLUSIVE; COMMIT');
  }

  /** Any number of processes can read the store of a stopped agent at the same time. */
  #share(): void {
    this.#tune();
    this.#sqlite.prepare('SELECT count(*) FROM sqlite_master').get();
  }

  #tune(): void {
    this.#sqlite.pragma(`cache_size = -${CACHE_KIB}`);
    if (statSync(this.path).size > SMALL_STORE_BYTES) this.#sqlite.pragma(`mmap_size = ${MAPPED_BYTES}`);
    // Otherwise savepoints spill into temporary files.
    this.#sqlite.pragma('temp_store = MEMORY');
  }
}

function openFile({ path, readOnly = false }: DatabaseOptions): SqliteDatabase {
  if (readOnly && !existsSync(path)) throw fail('store_damaged', { file: path, reason: 'there is no such file' });
  if (!readOnly) makePrivate(path);
  return new Sqlite(path, { readonly: readOnly, fileMustExist: true, timeout: LOCK_WAIT_MS });
}

/**
 * Must not open an existing file: closing any descriptor of a file drops every POSIX lock that the process has on it,
 * including that of a store that is already open.
 */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (statSync(path).mode & 0o077) chmodSync(path, 0o600);
  }
}
