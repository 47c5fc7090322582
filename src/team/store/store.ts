/** The only way to the team's tables: asynchronous, shared by all daemons of a home, without blocking the event loop. */
import { Kysely } from 'kysely';
import type { Commit } from '../change.js';
import { commitsAfter, type LoggedCommit, lastCommit, logChanges, startNoting } from './change-log.js';
import type { Engine, Watch } from './engine.js';
import { checkMigrations, migrate } from './migrations.js';
import type { Db, Schema } from './schema.js';
import { WrittenTables } from './written-tables.js';

const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 60;

export class TeamStore {
  readonly #engine: Engine;
  readonly #db: Kysely<Schema>;
  /** The last write of this process, whether it succeeds or not. */
  #latest: Promise<unknown> = Promise.resolve();
  readonly #written = new WrittenTables();
  readonly #listeners = new Set<(commit: Commit) => void>();

  private constructor(engine: Engine) {
    this.#engine = engine;
    this.#db = new Kysely<Schema>({ dialect: engine.dialect, plugins: [this.#written] });
  }

  static async open(engine: Engine, at: number): Promise<TeamStore> {
    const store = new TeamStore(engine);
    try {
      await store.writeQuietly((tx) => migrate(tx, { file: engine.name, at }));
    } catch (error) {
      await store.close();
      throw error;
    }
    return store;
  }

  /** Opens the store as it is. Whoever writes must migrate it in the same transaction. */
  static openAsIs(engine: Engine): TeamStore {
    return new TeamStore(engine);
  }

  /** Opens the store read-only. False if its schema is older than that of this version. */
  static async inspect(engine: Engine, work: (db: Db) => Promise<void>): Promise<boolean> {
    const store = new TeamStore(engine);
    try {
      const steps = await store.read((db) => checkMigrations(db, { file: engine.name }));
      if (steps.length > 0) return false;
      await store.read(work);
      return true;
    } finally {
      await store.close();
    }
  }

  /** Calls back after every commit that changed something others may wait for. */
  onCommit(listener: (commit: Commit) => void): void {
    this.#listeners.add(listener);
  }

  /** Runs statements that only read. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#patiently(() => work(this.#db));
  }

  /** Runs a transaction. It may be retried if the store is busy, so it must do nothing but use its handle. */
  async write<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    const { result, commit } = await this.writeQuietly(async (tx) => {
      startNoting(tx);
      this.#written.begin();
      const result = await work(tx);
      return { result, commit: await logChanges(tx, { written: this.#written.names, host: this.#engine.hostId }) };
    });
    if (commit) for (const listener of this.#listeners) listener(commit);
    return result;
  }

  /** Like `write`, for changes that nobody waits for. */
  writeQuietly<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    const startedMs = performance.now();
    // One at a time, because many at once would block the event loop for as long as all of them wait for a lock.
    const mine = this.#latest.then(() => this.#patiently(() => this.#db.transaction().execute(work), startedMs));
    this.#latest = mine.catch(() => {});
    return mine;
  }

  isConflict(error: unknown): boolean {
    return this.#engine.isConflict(error);
  }

  lastCommit(): Promise<number> {
    return this.read(lastCommit);
  }

  /** What was committed after this position, by any process. */
  commitsAfter(seq: number): Promise<LoggedCommit[]> {
    return this.read((db) => commitsAfter(db, seq));
  }

  changeMark(): number {
    return this.#engine.changeMark();
  }

  tellsOfChanges(): boolean {
    return this.#engine.tellsOfChanges();
  }

  watchWrites(onWrite: () => void): (() => void) | null {
    return this.#engine.watchWrites(onWrite);
  }

  /** Gives some of the space of deleted rows back to the disk. Returns false when there is nothing more to give. */
  releasePages(): boolean {
    try {
      return this.#engine.releasePages();
    } catch {
      // Another process is using it, or the disk is full. The next time that something is deleted is soon enough.
      return false;
    }
  }

  /** Empties the log of the store if nobody has written to it for a while. */
  tidyIfIdle(now: number): boolean {
    try {
      return this.#engine.tidyIfIdle(now);
    } catch {
      // Another process is using it, or the disk is full. The next round tries again.
      return false;
    }
  }

  /** Whether several hosts may use it. */
  get isShared(): boolean {
    return this.#engine.isShared;
  }

  watchOthers(watch: Watch): () => void {
    return this.#engine.watchOthers(watch);
  }

  clockAheadMs(): number {
    return this.#engine.clockAheadMs();
  }

  get statementCount(): number {
    return this.#engine.statementCount();
  }

  close(): Promise<void> {
    return this.#db.destroy();
  }

  async #patiently<T>(work: () => Promise<T>, startedMs = performance.now()): Promise<T> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        return await work();
      } catch (error) {
        if (!this.#engine.isBusy(error)) throw this.#engine.explain(error);
        if (performance.now() > startedMs + this.#engine.patienceMs(error)) throw this.#engine.busyError(error);
        // A random pause, so that they do not all retry at the same moment.
        await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random() / 2)));
      }
    }
  }
}
