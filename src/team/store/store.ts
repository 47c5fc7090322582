/** The one way to the team's tables: asynchronous, shared by all daemons of a home, never waiting inside the event loop. */
import { Kysely } from 'kysely';
import { fail } from '../../errors.js';
import type { Engine } from './engine.js';
import { migrate } from './migrations.js';
import type { Db, Schema } from './schema.js';

const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 60;
const BUSY_LIMIT_MS = 15_000;

export class TeamStore {
  readonly #engine: Engine;
  readonly #db: Kysely<Schema>;
  /** Called after every commit that changed something others may wait for. */
  onCommit: () => void = () => {};

  private constructor(engine: Engine) {
    this.#engine = engine;
    this.#db = new Kysely<Schema>({ dialect: engine.dialect });
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

  /** Statements that only look. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#patiently(() => work(this.#db));
  }

  /** All or nothing. May be done again from the start when the store is busy, so it does nothing but use its handle. */
  async write<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    const result = await this.writeQuietly(work);
    this.onCommit();
    return result;
  }

  /** As `write`, for what nobody waits for. */
  writeQuietly<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    return this.#patiently(() => this.#db.transaction().execute(work));
  }

  isConflict(error: unknown): boolean {
    return this.#engine.isConflict(error);
  }

  changeMark(): number {
    return this.#engine.changeMark();
  }

  close(): Promise<void> {
    return this.#db.destroy();
  }

  async #patiently<T>(work: () => Promise<T>): Promise<T> {
    const giveUpMs = performance.now() + BUSY_LIMIT_MS;
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
