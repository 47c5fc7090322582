/** The team store in one SQLite file that all daemons of a home share. */
import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import { fail } from '../../../errors.js';
import { tryToWatch } from '../../../files/watch.js';
import { letShrink, releasePages } from '../../../storage/free-pages.js';
import { logPages } from '../../../storage/log-pages.js';
import { Sqlite, type SqliteDatabase, type SqliteStatement } from '../../../storage/sqlite.js';
import { storageTrouble } from '../../../storage/storage-trouble.js';
import type { Engine } from '../engine.js';

/** Waiting for a lock would block the event loop, so the store retries instead. */
const LOCK_WAIT_MS = 10;
/** How long to retry while others hold the lock. */
const BUSY_LIMIT_MS = 15_000;
const CHECKPOINT_PAGES = 1000;
/** The size to which a log is cut that grew beyond that. */
const MOST_LOG_BYTES = 4 * 2 ** 20;
/** The log is emptied this long after the last write. */
const IDLE_MS = 20_000;
const CACHE_KIB = 2048;
const MOST_STATEMENTS = 200;

export interface SqliteOptions {
  readonly readonly?: boolean;
  /** Nobody else can open the file meanwhile; fails if somebody has. */
  readonly alone?: boolean;
}

export function openSqlite(file: string, { readonly = false, alone = false }: SqliteOptions = {}): Engine {
  const explain = (error: unknown) => explained(error, file);
  let sqlite: SqliteDatabase;
  try {
    if (!readonly) makePrivate(file);
    sqlite = new Sqlite(file, { fileMustExist: true, timeout: LOCK_WAIT_MS, readonly });
    if (alone) takeAlone(sqlite, file);
  } catch (error) {
    throw explain(error);
  }
  const opened = statSync(file).ino;
  const mustBeInPlace = () => {
    // The store has moved, and what is written now would be lost.
    if (statSync(file, { throwIfNoEntry: false })?.ino !== opened) throw fail('team_store_busy', { file });
  };
  const tune = () => {
    mustBeInPlace();
    letShrink(sqlite);
    if (!alone) sqlite.pragma('journal_mode = WAL');
    sqlite.pragma(`wal_autocheckpoint = ${logPages(dirname(file), CHECKPOINT_PAGES)}`);
    sqlite.pragma(`journal_size_limit = ${MOST_LOG_BYTES}`);
    sqlite.pragma('synchronous = FULL');
    sqlite.pragma(`cache_size = -${CACHE_KIB}`);
    sqlite.pragma('temp_store = MEMORY');
  };
  const count = { statements: 0 };
  return {
    name: file,
    dialect: new ImmediateDialect({ database: withKeptStatements(sqlite, count) }, sqlite, { tune, mustBeInPlace }),
    isShared: false,
    hostId: null,
    patienceMs: () => BUSY_LIMIT_MS,
    isBusy,
    busyError: () => fail('team_store_busy', { file }),
    isConflict: (error) => /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)/.test(codeOf(error)),
    explain,
    changeMark: () => {
      count.statements += 1;
      return sqlite.pragma('data_version', { simple: true }) as number;
    },
    // Every commit is written to the log first. There may be none yet.
    watchWrites: (onWrite) => {
      const watching = tryToWatch(`${file}-wal`, onWrite);
      return watching && (() => watching.close());
    },
    tellsOfChanges: () => false,
    watchOthers: () => () => {},
    clockAheadMs: () => 0,
    statementCount: () => count.statements,
    releasePages: () => releasePages(sqlite),
    tidyIfIdle: (now) => (isIdle(logOf(file), now) ? emptyLog(sqlite) : true),
  };
}

interface Care {
  readonly tune: () => void;
  readonly mustBeInPlace: () => void;
}

/** All transactions begin as writers, because one that reads first would fail at once if another process writes. */
class ImmediateDialect extends SqliteDialect {
  constructor(
    private readonly settings: SqliteDialectConfig,
    private readonly sqlite: SqliteDatabase,
    private readonly care: Care,
  ) {
    super(settings);
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.settings, this.sqlite, this.care);
  }
}

class ImmediateDriver extends SqliteDriver {
  #isTuned = false;

  constructor(
    settings: SqliteDialectConfig,
    private readonly sqlite: SqliteDatabase,
    private readonly care: Care,
  ) {
    super(settings);
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // Done here, because a busy file refuses this too, and the caller of begin is ready to retry.
    if (!this.#isTuned) this.care.tune();
    this.#isTuned = true;
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    try {
      this.care.mustBeInPlace();
    } catch (error) {
      await this.rollbackTransaction(connection);
      throw error;
    }
  }

  /** After a full disk, SQLite has already ended the transaction. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.sqlite.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** Keeps prepared statements, because preparing costs as much as running. */
function withKeptStatements(sqlite: SqliteDatabase, count: { statements: number }): SqliteDialectConfig['database'] {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => sqlite.close(),
    // The query builder prepares a statement every time it runs one.
    prepare: (text: string) => {
      count.statements += 1;
      const known = kept.get(text);
      if (known) return known;
      const statement = sqlite.prepare(text);
      if (kept.size >= MOST_STATEMENTS) kept.clear();
      kept.set(text, statement);
      return statement;
    },
  } as SqliteDialectConfig['database'];
}

/** Whether the log is not empty and nobody has added to it for a while. */
function isIdle({ size, changedAt }: { readonly size: number; readonly changedAt: number }, now: number): boolean {
  return size > 0 && Math.abs(now - changedAt) >= IDLE_MS;
}

function logOf(file: string): { readonly size: number; readonly changedAt: number } {
  const found = statSync(`${file}-wal`, { throwIfNoEntry: false });
  return { size: found?.size ?? 0, changedAt: found?.mtimeMs ?? 0 };
}

/** A process that still reads from the log keeps it for now. */
function emptyLog(sqlite: SqliteDatabase): boolean {
  const [result] = sqlite.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  return result?.busy === 0;
}

function explained(error: unknown, file: string): unknown {
  const code = codeOf(error);
  const reason = (error as Error).message;
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return fail('store_damaged', { file, reason });
  return storageTrouble(error, dirname(file)) ?? error;
}

function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** A log belongs to all who have the file open, so it can be given up only by the last one. */
function takeAlone(sqlite: SqliteDatabase, file: string): void {
  try {
    sqlite.pragma('locking_mode = exclusive');
    sqlite.pragma('journal_mode = delete');
    sqlite.exec('begin exclusive; commit');
  } catch (error) {
    sqlite.close();
    throw isBusy(error) ? fail('team_store_busy', { file }) : error;
  }
}

/** Does not open an existing file, because closing it would drop the locks that this process has on it. */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (statSync(file).mode & 0o077) chmodSync(file, 0o600);
  }
}
