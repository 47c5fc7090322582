/** Lets all writes of one event-loop turn share one commit, because a sync costs more than a hundred writes. */
import { fail } from '../errors.js';
import type { Database } from './database.js';
import type { Tx } from './tx.js';

export interface WriteOptions {
  /** If false, the write survives the end of this process, but perhaps not a power failure. */
  readonly durable?: boolean | undefined;
}

interface Job {
  readonly work: (tx: Tx) => unknown;
  readonly isDurable: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** A longer queue continues in the next turn, so that other events do not have to wait. */
const MAX_BATCH = 512;

export class GroupCommit {
  readonly #database: Database;
  readonly #tx: Tx;
  #queue: Job[] = [];
  #turn: NodeJS.Immediate | null = null;
  #isClosed = false;
  #isSyncing = true;

  constructor(database: Database, tx: Tx) {
    this.#database = database;
    this.#tx = tx;
  }

  /**
   * Resolves once `work` is committed. If it throws, it leaves no trace and rejects alone. The others of its turn are
   * then run again, so `work` must not do anything but use its transaction.
   */
  write<T>(work: (tx: Tx) => T, options: WriteOptions = {}): Promise<T> {
    if (this.#isClosed) {
      return Promise.reject(fail('storage_failed', { reason: 'the store is closed', path: this.#database.path }));
    }
    this.#turn ??= setImmediate(() => this.#runTurn());
    return new Promise<unknown>((resolve, reject) => {
      this.#queue.push({ work, isDurable: options.durable ?? true, resolve, reject });
    }) as Promise<T>;
  }

  /** Commits what is queued. Later writes are refused. */
  close(): void {
    this.#isClosed = true;
    if (this.#turn) clearImmediate(this.#turn);
    while (this.#queue.length > 0) this.#commit(this.#queue.splice(0, MAX_BATCH));
  }

  #runTurn(): void {
    this.#turn = null;
    this.#commit(this.#queue.splice(0, MAX_BATCH));
    if (this.#queue.length > 0) this.#turn = setImmediate(() => this.#runTurn());
  }

  #commit(batch: readonly Job[], mayMakeRoom = true): void {
    try {
      this.#sync(batch.some((job) => job.isDurable));
      this.#run('BEGIN IMMEDIATE');
      const outcomes = batch.map((job) => this.#perform(job));
      this.#run('COMMIT');
      for (const [index, job] of batch.entries()) settle(job, outcomes[index]);
    } catch (error) {
      this.#rollback();
      // On a small disk the log may be what fills it.
      if (mayMakeRoom && isFull(error) && this.#database.emptyLog()) this.#commit(batch, false);
      else if (batch.length > 1) this.#commitApart(batch);
      else batch[0]?.reject(this.#database.explain(error));
    }
  }

  /** One of them failed, which is rare. Runs each with its own savepoint, so that it fails alone. */
  #commitApart(batch: readonly Job[]): void {
    try {
      this.#run('BEGIN IMMEDIATE');
      const outcomes = batch.map((job) => this.#attempt(job));
      this.#run('COMMIT');
      for (const [index, job] of batch.entries()) settle(job, outcomes[index]);
    } catch (error) {
      const reason = this.#database.explain(error);
      this.#rollback();
      for (const job of batch) job.reject(reason);
    }
  }

  #perform(job: Job): Outcome {
    const value = job.work(this.#tx);
    if (value instanceof Promise) {
      value.catch(() => {});
      throw new TypeError(
        'a work must be done when it returns: what it does after an await is outside the transaction',
      );
    }
    return { value };
  }

  #attempt(job: Job): Outcome {
    this.#run('SAVEPOINT work');
    try {
      const outcome = this.#perform(job);
      this.#run('RELEASE work');
      return outcome;
    } catch (error) {
      // After some failures, such as a full disk, SQLite has already rolled back the whole transaction.
      if (!this.#database.inTransaction) throw error;
      this.#run('ROLLBACK TO work');
      this.#run('RELEASE work');
      return { error: this.#database.explain(error) };
    }
  }

  #rollback(): void {
    try {
      if (this.#database.inTransaction) this.#run('ROLLBACK');
    } catch {
      // Report the first failure. If there is another problem, the next BEGIN fails too.
    }
  }

  #sync(isDurable: boolean): void {
    if (isDurable === this.#isSyncing) return;
    this.#database.exec(`PRAGMA synchronous = ${isDurable ? 'FULL' : 'NORMAL'}`);
    this.#isSyncing = isDurable;
  }

  #run(sql: string): void {
    this.#database.prepare(sql).run();
  }
}

function isFull(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'SQLITE_FULL';
}

function settle(job: Job, outcome: Outcome | undefined): void {
  if (!outcome) return;
  if ('error' in outcome) job.reject(outcome.error);
  else job.resolve(outcome.value);
}
