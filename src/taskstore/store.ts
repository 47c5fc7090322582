/** The task store: the tasks and messages of one agent, in a file that one process owns. */
import { type Clock, systemClock } from '../clock.js';
import { newId } from '../random-ids.js';
import { Database } from './database.js';
import { GroupCommit, type WriteOptions } from './group-commit.js';
import { checkMigrations, migrate } from './migrations.js';
import { Reads } from './reads.js';
import { Tx } from './tx.js';

export type { WriteOptions } from './group-commit.js';
export type { NewMessage, NewTask } from './make-mail.js';
export type { Found } from './reads.js';
export type { Tx } from './tx.js';

export interface StoreOptions {
  readonly path: string;
  readonly agent: string;
  readonly clock: Clock;
  /** After so long without a write the log is emptied. */
  readonly idleMs?: number;
}

/** Long enough that a busy agent never pays for it, and short enough that a quiet one keeps little on the disk. */
const IDLE_MS = 20_000;
const STORE_ID = 'store_id';

/** Reads return what is committed. Writes publish no events; the caller does that after the write. */
export class TaskStore extends Reads {
  /** Created with the store. Distinguishes this store from another one at the same path. */
  readonly storeId: string;
  readonly #database: Database;
  readonly #commits: GroupCommit;

  readonly #idleMs: number;
  #idle: NodeJS.Timeout | null = null;

  private constructor(database: Database, clock: Clock, idleMs = IDLE_MS) {
    super(database);
    this.#idleMs = idleMs;
    this.#database = database;
    this.#commits = new GroupCommit(database, new Tx(database, clock));
    this.storeId = this.meta(STORE_ID) ?? '';
  }

  /** Opens or creates the store. Fails at once with `store_in_use` if another process has it open. */
  static open({ path, agent, clock, idleMs }: StoreOptions): TaskStore {
    const database = new Database({ path, agent });
    return closeOnFailure(database, () => {
      bringUpToDate(database, clock);
      return new TaskStore(database, clock, idleMs);
    });
  }

  /** Opens the store of a stopped agent, read-only. Several processes can do this at the same time. */
  static openReadOnly(path: string): TaskStore {
    const database = new Database({ path, readOnly: true });
    return closeOnFailure(database, () => {
      if (checkMigrations(database).length === 0) return new TaskStore(database, systemClock);
      database.close();
      renew(path);
      return TaskStore.openReadOnly(path);
    });
  }

  /**
   * Runs `work` in a transaction at the end of this turn of the event loop, together with all others of the turn, and
   * resolves once it is committed. `work` is synchronous and may run twice, so it must do nothing but use its
   * transaction. If it throws, nothing is stored.
   */
  write<T>(work: (tx: Tx) => T, options?: WriteOptions): Promise<T> {
    this.#awaitIdleness();
    return this.#commits.write(work, options);
  }

  /** Gives some of the space of deleted mail back to the disk. Returns false when there is nothing more to give. */
  releasePages(): boolean {
    this.#awaitIdleness();
    return this.#database.releasePages();
  }

  /** Commits what is queued and releases the file. */
  async close(): Promise<void> {
    if (this.#idle) clearTimeout(this.#idle);
    this.#commits.close();
    this.#database.close();
  }

  #awaitIdleness(): void {
    this.#idle ??= setTimeout(() => this.#emptyLog(), this.#idleMs).unref();
    this.#idle.refresh();
  }

  #emptyLog(): void {
    this.#idle = null;
    // On a full disk it is tried again, because somebody may make room.
    if (!this.#database.emptyLog()) this.#idle = setTimeout(() => this.#emptyLog(), this.#idleMs).unref();
  }
}

/** Migrates a store that an older version of Synapse left behind, so that it can be read. */
function renew(path: string): void {
  const database = new Database({ path });
  closeOnFailure(database, () => bringUpToDate(database, systemClock));
  database.close();
}

function bringUpToDate(database: Database, clock: Clock): void {
  migrate(database, clock.now());
  const tx = new Tx(database, clock);
  if (tx.meta(STORE_ID) === null) database.transaction(() => tx.setMeta(STORE_ID, newId()));
}

function closeOnFailure<T>(database: Database, work: () => T): T {
  try {
    return work();
  } catch (error) {
    database.close();
    throw error;
  }
}
