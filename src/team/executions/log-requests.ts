/**
 * Reads the logs of executions wherever they ran. A log is on the host of its execution; other hosts ask for a part of it
 * in the store, and that host answers there. It answers only for its own executions and reads only its own folder.
 */
import { join } from 'node:path';
import { fail } from '../../errors.js';
import { newNamedId } from '../../random-ids.js';
import { noteChange } from '../store/change-log.js';
import type { TeamStore } from '../store/store.js';
import { type LogPart, type LogRange, readLog } from './execution-log.js';
import { type Execution, findExecution } from './executions.js';

/** A tool answers within five seconds whether the other host does. */
const PATIENCE_MS = 4_000;
const LOOK_MS = 100;
/** Whoever asked has given up by then. */
const FORGET_MS = 60_000;
const MOST_AT_ONCE = 20;

export interface LogRequestParts {
  readonly store: TeamStore;
  /** Null if there is only one host. */
  readonly hostId: string | null;
  /** The folder of the logs of this host. */
  readonly dir: string | null;
  readonly now: () => number;
  readonly isThere: (hostId: string) => boolean;
}

export class LogRequests {
  readonly #parts: LogRequestParts;

  constructor(parts: LogRequestParts) {
    this.#parts = parts;
  }

  /** Whether its log is on another host. */
  isElsewhere({ host }: Pick<Execution, 'host'>): boolean {
    const { hostId } = this.#parts;
    return hostId !== null && host !== null && host !== hostId;
  }

  /** Fails if there is no log, or if its host does not answer. */
  async read(execution: Execution, range: LogRange): Promise<LogPart> {
    const log = this.isElsewhere(execution)
      ? await this.#ask(execution, range)
      : await this.#readHere(execution, range);
    if (!log) throw fail('execution_log_not_found', { execution_id: execution.id });
    return log;
  }

  /** Answers what other hosts have asked for. */
  async answer(): Promise<void> {
    const { store, hostId } = this.#parts;
    if (hostId === null) return;
    const requests = await store.read((db) =>
      db
        .selectFrom('log_requests')
        .selectAll()
        .where('host', '=', hostId)
        .where('answer', 'is', null)
        .orderBy('asked_at')
        .limit(MOST_AT_ONCE)
        .execute(),
    );
    for (const { id, execution_id, tail, first_line } of requests) {
      const execution = await store.read((db) => findExecution(db, execution_id));
      const isOurs = execution !== null && !this.isElsewhere(execution);
      const range = { tail: tail ?? undefined, offset: first_line ?? undefined };
      const log = isOurs ? await this.#readHere(execution, range).catch(() => null) : null;
      const answer = { answer: JSON.stringify(log) };
      await store.writeQuietly((tx) => tx.updateTable('log_requests').set(answer).where('id', '=', id).execute());
    }
  }

  /**
   * The file of a log that is here; null if there is none. Others may write what they like to a store that they share, so
   * the path does not come from there.
   */
  fileOf(execution: Pick<Execution, 'id' | 'logFile' | 'host'>): string | null {
    const { hostId, dir } = this.#parts;
    const { id, logFile } = execution;
    if (hostId === null || logFile === null) return logFile;
    if (this.isElsewhere(execution) || dir === null) return null;
    return /^exec_\w+$/.test(id) ? join(dir, `${id}.log`) : null;
  }

  async #readHere(execution: Execution, range: LogRange): Promise<LogPart | null> {
    const file = this.fileOf(execution);
    return file === null ? null : readLog(file, range);
  }

  async #ask(
    { id: executionId, projectId, host: owner }: Execution,
    { tail, offset }: LogRange,
  ): Promise<LogPart | null> {
    const { store, now, isThere } = this.#parts;
    const host = owner as string;
    const away = async () => {
      const known = await store.read((db) =>
        db.selectFrom('hosts').select('name').where('id', '=', host).executeTakeFirst(),
      );
      return fail('execution_log_away', { execution_id: executionId, host: known?.name ?? host });
    };
    if (!isThere(host)) throw await away();
    const id = newNamedId('log');
    const request = {
      id,
      host,
      execution_id: executionId,
      tail: tail ?? null,
      first_line: offset === undefined ? null : Math.min(offset, Number.MAX_SAFE_INTEGER),
    };
    await store.write(async (tx) => {
      const at = now();
      await tx
        .deleteFrom('log_requests')
        .where('asked_at', '<', at - FORGET_MS)
        .execute();
      await tx
        .insertInto('log_requests')
        .values({ ...request, asked_at: at, answer: null })
        .execute();
      // Makes the other host look; no agent has to.
      noteChange(tx, 'team', { projectId, agentIds: [] });
    });
    const answer = await this.#wait(id);
    if (answer === undefined) throw await away();
    return answer;
  }

  /** Undefined if there is no answer in time. */
  async #wait(id: string): Promise<LogPart | null | undefined> {
    const { store } = this.#parts;
    const giveUpMs = performance.now() + PATIENCE_MS;
    let answer: string | null = null;
    while (answer === null && performance.now() < giveUpMs) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      const found = await store.read((db) =>
        db.selectFrom('log_requests').select('answer').where('id', '=', id).executeTakeFirst(),
      );
      answer = found?.answer ?? null;
    }
    await store.writeQuietly((tx) => tx.deleteFrom('log_requests').where('id', '=', id).execute());
    return answer === null ? undefined : (JSON.parse(answer) as LogPart | null);
  }
}
