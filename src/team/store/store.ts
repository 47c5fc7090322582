/** The one way to the team's tables: asynchronous, shared by all daemons of a home, never waiting inside the event loop. */
import { Kysely } from 'kysely';
import { fail } from '../../errors.js';
import type { Commit } from '../change.js';
import { commitsAfter, lastCommit, logChanges, startNoting } from './change-log.js';
import type { Engine } from './engine.js';
import { checkMigrations, migrate } from './migrations.js';
import type { Db, Schema } from './schema.js';
import { WrittenTables } from './written-tables.js';

const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 60;
const BUSY_LIMIT_MS = 15_000;

export class TeamStore {
  readonly #engine: Engine;
  readonly #db: Kysely<Schema>;
  /** The last write of this process, whatever becomes of it. */
  #latest: Promise<unknown> = Promise.resolve();
  readonly #written = new WrittenTables();
  /** Called after every commit that changed something others may wait for. */
  onCommit: (commit: Commit) => void = () => {};

  private constructor(engine: Engine) {
    this.#engine = engine;
    this.#db = new Kysely<Schema>({ dialect: engine.dialect, plugins: [this.#written] });
  }

  static async open(engine: Engine, at: number): Promise<TeamStore> {
    const store = new TeamStore(engine);
    try {
      await store.#patiently(() => store.#db.transaction().execute((tx) => migrate(tx, { file: engine.name, at })));
    } catch (error) {
      await store.close();
      throw error;
    }
    return store;
  }

  /** A look that changes nothing, not even the shape of the store. False where that is not the one of this Synapse yet. */
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

  /** Statements that only look. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#patiently(() => work(this.#db));
  }

  /** All or nothing. May be done again from the start when the store is busy, so it does nothing but use its handle. */
  async write<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    const { result, commit } = await this.writeQuietly(async (tx) => {
      startNoting(tx);
      this.#written.begin();
      const result = await work(tx);
      return { result, commit: await logChanges(tx, this.#written.names) };
    });
    if (commit) this.onCommit(commit);
    return result;
  }

  /** As `write`, for what nobody waits for. */
  writeQuietly<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    const giveUpMs = performance.now() + BUSY_LIMIT_MS;
    // One after the other: many that try at once would stop the event loop for as long as all of them wait for a lock.
    const mine = this.#latest.then(() => this.#patiently(() => this.#db.transaction().execute(work), giveUpMs));
    this.#latest = mine.catch(() => {});
    return mine;
  }

  isConflict(error: unknown): boolean {
    return this.#engine.isConflict(error);
  }

  lastCommit(): Promise<number> {
    return this.read(lastCommit);
  }

  /** What was committed after that place, by whichever process. */
  commitsAfter(seq: number): Promise<Commit[]> {
    return this.read((db) => commitsAfter(db, seq));
  }

  changeMark(): number {
    return this.#engine.changeMark();
  }

  /** Makes the store small where nobody has written to it for a while. */
  tidyIfIdle(now: number): boolean {
    try {
      return this.#engine.tidyIfIdle(now);
    } catch {
      // Somebody else is at it, or the disk is full: the next round tries again.
      return false;
    }
  }

  get statementCount(): number {
    return this.#engine.statementCount();
  }

  close(): Promise<void> {
    return this.#db.destroy();
  }

  async #patiently<T>(work: () => Promise<T>, giveUpMs = performance.now() + BUSY_LIMIT_MS): Promise<T> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        return await work();
      } catch (error) {
        if (!this.#engine.isBusy(error)) throw this.#engine.explain(error);
        if (performance.now() > giveUpMs) throw fail('team_store_busy', { file: this.#engine.name });
        // Not all at the same moment again.
        await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random() / 2)));
      }
    }
  }
}
