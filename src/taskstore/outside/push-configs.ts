/** Where outside callers want to be told of changes to their tasks. */
import type { Database } from '../database.js';

export interface PushConfig {
  readonly taskSeq: number;
  /** Chosen by the caller, unique for the task. */
  readonly id: string;
  readonly url: string;
  /** Comes back with each notification, so that its receiver knows it is genuine. */
  readonly token: string;
  readonly scheme: string;
  readonly credentials: string;
  /** The version of A2A that the caller speaks, and so the form of what it is told. */
  readonly version: string;
  /** What it was told last; null if nothing yet. */
  readonly told: string | null;
}

interface PushRow {
  readonly task_seq: number;
  readonly id: string;
  readonly config: string;
  readonly told: string | null;
}

export class PushConfigs {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  of(taskSeq: number): PushConfig[] {
    return this.#all('WHERE task_seq = ? ORDER BY id', taskSeq);
  }

  /** The tasks of which somebody wants to be told. */
  tasks(): number[] {
    const rows = this.#database.prepare<{ seq: number }>('SELECT DISTINCT task_seq AS seq FROM push_configs').all();
    return rows.map(({ seq }) => seq);
  }

  save({ taskSeq, id, told, ...config }: PushConfig): void {
    this.#database
      .prepare(
        `INSERT INTO push_configs (task_seq, id, config, told) VALUES (?, ?, ?, ?)
        ON CONFLICT (task_seq, id) DO UPDATE SET config = excluded.config, told = excluded.told`,
      )
      .run(taskSeq, id, JSON.stringify(config), told);
  }

  noteTold(taskSeq: number, id: string, told: string): void {
    this.#database.prepare('UPDATE push_configs SET told = ? WHERE task_seq = ? AND id = ?').run(told, taskSeq, id);
  }

  delete(taskSeq: number, id: string): void {
    this.#database.prepare('DELETE FROM push_configs WHERE task_seq = ? AND id = ?').run(taskSeq, id);
  }

  deleteAll(taskSeq: number): void {
    this.#database.prepare('DELETE FROM push_configs WHERE task_seq = ?').run(taskSeq);
  }

  #all(clauses: string, taskSeq: number): PushConfig[] {
    const rows = this.#database.prepare<PushRow>(`SELECT * FROM push_configs ${clauses}`).all(taskSeq);
    return rows.map(({ task_seq, id, config, told }) => ({ taskSeq: task_seq, id, told, ...JSON.parse(config) }));
  }
}
