/** Keeps what a task terminal prints while its session is for a work task: every task is an execution with a log of its own. */
import { join } from 'node:path';
import type { Log } from '../log.js';
import { executionsDir } from '../paths.js';
import { abandonExecution, beginExecution, type Execution, runningOf } from '../team/execution.js';
import { LogWriter } from '../team/execution-log.js';
import { type Session, sessionOf } from '../team/session.js';
import type { Team } from '../team/team.js';
import type { TerminalSession } from '../terminal/session.js';

interface RecorderParts {
  readonly team: Team;
  readonly token: string;
  readonly home: string;
  readonly log: Log;
}

const LOG_LIMIT_BYTES = 256 * 1024 * 1024;

export class ExecutionRecorder {
  readonly #parts: RecorderParts;
  #current: Execution | null = null;
  #writer: LogWriter | null = null;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  record(terminal: Pick<TerminalSession, 'onOutput'>): void {
    terminal.onOutput((chunk) => this.#write(chunk));
  }

  /** The session may be for another task by now, or for none any more. */
  async look(): Promise<void> {
    const session = await this.#session();
    const taskId = session?.taskId ?? null;
    if (taskId === (this.#current?.taskId ?? null)) return;
    this.#writer = null;
    this.#current = null;
    if (session && taskId !== null) await this.#begin(session, taskId);
  }

  async #begin({ id: sessionId, projectId, agentId }: Session, taskId: string): Promise<void> {
    const { team, home } = this.#parts;
    const logFile = (id: string) => join(executionsDir(home), `${id}.log`);
    this.#current = await team.change(async (tx, now) => {
      for (const earlier of await runningOf(tx, sessionId)) await abandonExecution(tx, earlier, now);
      return beginExecution(tx, { projectId, agentId, taskId, sessionId, logFile }, now);
    });
    this.#writer = new LogWriter(logFile(this.#current.id), LOG_LIMIT_BYTES);
  }

  /** Null once it is over. */
  async #session(): Promise<Session | null> {
    const { team, token } = this.#parts;
    const found = team.store.read((db) => sessionOf(db, token, { now: team.clock.now(), rules: team.rules.sessions }));
    return found.catch(() => null);
  }

  /** A full disk costs the log, never the program. */
  #write(chunk: Buffer): void {
    try {
      this.#writer?.write(chunk);
    } catch (error) {
      this.#writer = null;
      this.#parts.log.error('execution log', { reason: (error as Error).message });
    }
  }
}
