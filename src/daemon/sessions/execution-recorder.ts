/** Records what a task terminal prints while it works on a work task: each one is an execution with its own log. */
import { join } from 'node:path';
import type { Log } from '../../log.js';
import { executionsDir } from '../../paths.js';
import {
  abandonExecution,
  beginExecution,
  type Execution,
  runningExecutions,
  runningOf,
} from '../../team/executions/executions.js';
import type { LogLimits } from '../../team/executions/log-limits.js';
import { makeRoom } from '../../team/executions/log-room.js';
import { LogWriter } from '../../team/executions/log-writer.js';
import { type Session, sessionIfLive } from '../../team/sessions/session.js';
import type { Db } from '../../team/store/schema.js';
import type { Team } from '../../team/team.js';
import type { TerminalSession } from '../../terminal/terminal-session.js';

interface RecorderParts {
  readonly team: Team;
  readonly token: string;
  readonly home: string;
  readonly limits: LogLimits;
  readonly log: Log;
}

/** After this much of one log, checks the total size of all logs again. */
const LOOK_AFTER_BYTES = 16 * 1024 * 1024;
/** The pause after a log could not be written. */
const TRY_AGAIN_MS = 5_000;
/** The exit code after a signal, as a shell reports it. */
const SIGNAL_EXIT = 128;

export class ExecutionRecorder {
  readonly #parts: RecorderParts;
  #sessionId: string | null = null;
  #current: Execution | null = null;
  #writer: LogWriter | null = null;
  #lookAfterAt = 0;
  #silentUntilMs = 0;
  /** The exit code of the program, once it has ended. */
  #exitCode: number | null = null;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  record(terminal: Pick<TerminalSession, 'onOutput' | 'exited'>): void {
    terminal.onOutput((chunk) => this.#write(chunk));
    void terminal.exited.then(({ exitCode, signal }) => {
      this.#exitCode = signal === null ? exitCode : SIGNAL_EXIT + signal;
    });
  }

  /** Called when the session may have another task, or none. */
  async look(): Promise<void> {
    const { team, token } = this.#parts;
    const at = { now: team.clock.now(), rules: team.rules.sessions };
    const session = await team.store.read((db) => sessionIfLive(db, token, at));
    const taskId = session?.taskId ?? null;
    // Another session for the same task is another execution, because the previous one was reported.
    if (session?.id === this.#sessionId && taskId === (this.#current?.taskId ?? null)) return;
    this.#current = null;
    // A program prints its last words after its report. They belong to the log until another execution begins.
    if (session && taskId !== null) await this.#begin(session, taskId);
  }

  /** The program has ended. An execution that it did not report gets its exit code. */
  async finish(tx: Db, now: number, { isStopped }: { readonly isStopped: boolean }): Promise<void> {
    if (this.#sessionId === null) return;
    for (const execution of await runningOf(tx, this.#sessionId)) {
      await abandonExecution(tx, execution, now, { exitCode: this.#exitCode, isStopped });
    }
  }

  async #begin({ id: sessionId, projectId, agentId }: Session, taskId: string): Promise<void> {
    const { team, home } = this.#parts;
    const logFile = (id: string) => join(executionsDir(home), `${id}.log`);
    const begun = await team.change(async (tx, now) => {
      for (const earlier of await runningOf(tx, sessionId)) await abandonExecution(tx, earlier, now);
      return beginExecution(tx, { projectId, agentId, taskId, sessionId, logFile, host: team.hostId }, now);
    });
    this.#current = begun;
    this.#sessionId = sessionId;
    this.#writer = null;
    this.#silentUntilMs = 0;
    this.#guarded(() => {
      this.#writer = new LogWriter(logFile(begun.id), this.#parts.limits.oneBytes);
    });
    this.#makeRoom();
  }

  #write(chunk: Buffer): void {
    const writer = this.#writer;
    if (!writer || performance.now() < this.#silentUntilMs) return;
    this.#guarded(() => writer.write(chunk));
    if (writer.size >= this.#lookAfterAt) this.#makeRoom();
  }

  /** A full disk costs part of the log, but never stops the program. A deleted log is not started again. */
  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') this.#writer = null;
      this.#silentUntilMs = performance.now() + TRY_AGAIN_MS;
      this.#parts.log.error('execution log', { reason: message });
    }
  }

  #makeRoom(): void {
    const { team, home, log } = this.#parts;
    this.#lookAfterAt = (this.#writer?.size ?? 0) + LOOK_AFTER_BYTES;
    makeRoom(executionsDir(home), this.#parts.limits.allBytes, () => team.store.read(runningExecutions)).catch(
      (error: Error) => log.error('execution logs', { reason: error.message }),
    );
  }
}
