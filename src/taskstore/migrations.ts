/** The schema of a task store, as a list of steps that only ever grows at its end. */
import { type RecordedStep, STEPS_TABLE, type StoreState, stepsToMake } from '../storage/schema-steps.js';
import type { Database } from './database.js';

export interface Migration {
  readonly id: number;
  readonly name: string;
  readonly sql: string;
}

export const MIGRATIONS: readonly Migration[] = [
  {
    id: 1,
    name: 'tasks and messages',
    // The text is the last column, because it may be long and columns after a long one are slow to reach.
    // `pending` is null when nothing is left to do. Otherwise it is the class of the message: 0 urgent, 1 front, 2 ordinary.
    // `given_id` is the sender's id for a message if that id was in use here. A message with the id of its task has no id
    // of its own: it is found through the task, which saves one random index entry per message.
    sql: `
      CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

      CREATE TABLE tasks (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL,
        direction INTEGER NOT NULL,
        state INTEGER NOT NULL,
        response_expected INTEGER NOT NULL,
        priority INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        peer_id TEXT NOT NULL,
        peer_type TEXT NOT NULL,
        peer_endpoint TEXT,
        sender_task_id TEXT,
        remote_task_id TEXT,
        context_id TEXT,
        error TEXT,
        metadata TEXT,
        reply TEXT
      ) STRICT;
      CREATE UNIQUE INDEX tasks_by_id ON tasks (id);
      CREATE INDEX tasks_by_sender_task ON tasks (sender_task_id) WHERE sender_task_id IS NOT NULL;
      CREATE INDEX tasks_by_remote_task ON tasks (remote_task_id) WHERE remote_task_id IS NOT NULL;
      CREATE INDEX tasks_by_peer ON tasks (peer_id, seq);
      CREATE INDEX tasks_by_state ON tasks (direction, state, seq);
      CREATE INDEX tasks_to_answer ON tasks (seq) WHERE direction = 1 AND response_expected = 1 AND state < 2;

      CREATE TABLE messages (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL,
        given_id TEXT,
        has_own_id INTEGER NOT NULL,
        direction INTEGER NOT NULL,
        kind INTEGER NOT NULL,
        pending INTEGER,
        priority INTEGER NOT NULL,
        task_seq INTEGER,
        receipt_state INTEGER NOT NULL,
        receipt_at INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        peer_id TEXT NOT NULL,
        peer_type TEXT NOT NULL,
        peer_endpoint TEXT,
        reply_to TEXT,
        remote_id TEXT,
        display_id TEXT,
        receipt_reason TEXT,
        receipts TEXT,
        metadata TEXT,
        parts TEXT,
        text ANY NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX messages_by_id ON messages (id) WHERE has_own_id = 1;
      CREATE INDEX messages_by_given_id ON messages (given_id) WHERE given_id IS NOT NULL;
      CREATE INDEX messages_by_remote_id ON messages (remote_id) WHERE remote_id IS NOT NULL;
      CREATE INDEX messages_by_task ON messages (task_seq) WHERE task_seq IS NOT NULL;
      CREATE INDEX messages_by_peer ON messages (peer_id, seq);
      CREATE INDEX messages_queue ON messages (pending, seq) WHERE direction = 1 AND pending IS NOT NULL;
      CREATE INDEX messages_outbox ON messages (peer_id, pending, seq) WHERE direction = 0 AND pending IS NOT NULL;
      CREATE INDEX messages_expiry ON messages (expires_at) WHERE pending IS NOT NULL;
    `,
  },
  {
    id: 2,
    name: 'one id per exchange',
    // Messages were shown by the id of the sender's task, which can be any text, and may be that of another task here.
    sql: `
      UPDATE messages SET display_id = (SELECT id FROM tasks WHERE tasks.seq = messages.task_seq)
      WHERE display_id IS NOT NULL AND task_seq IS NOT NULL;
    `,
  },
  {
    id: 3,
    name: 'the channel of a message',
    sql: 'ALTER TABLE messages ADD COLUMN receipt_via TEXT;',
  },
  {
    id: 4,
    name: 'push notifications',
    // Outside callers list their tasks by the last change. The index leaves out all others, whose tasks change more often.
    sql: `
      CREATE TABLE push_configs (
        task_seq INTEGER NOT NULL,
        id TEXT NOT NULL,
        config TEXT NOT NULL,
        told TEXT,
        PRIMARY KEY (task_seq, id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX tasks_of_outside_callers ON tasks (peer_id, updated_at, seq)
        WHERE peer_id >= 'ext:' AND peer_id < 'ext;';
    `,
  },
];

/** Brings a store up to date in one transaction, or refuses it untouched. */
export function migrate(database: Database, at: number, known: readonly Migration[] = MIGRATIONS): void {
  const steps = checkMigrations(database, known);
  database.useWriteAheadLog();
  if (steps.length === 0) return;
  database.transaction(() => {
    database.exec(`CREATE TABLE IF NOT EXISTS ${STEPS_TABLE}
      (id INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT`);
    const record = database.prepare(`INSERT INTO ${STEPS_TABLE} (id, name, checksum, applied_at) VALUES (?, ?, ?, ?)`);
    for (const { id, name, checksum } of steps) {
      database.exec((known[id - 1] as Migration).sql);
      record.run(id, name, checksum, at);
    }
  });
}

/** The steps that the store still has to make; fails if this Synapse cannot use it. */
export function checkMigrations(database: Database, known: readonly Migration[] = MIGRATIONS): readonly RecordedStep[] {
  return stepsToMake(
    known.map(({ sql, ...step }) => ({ ...step, text: withoutLayout(sql) })),
    database.guard(() => stateOf(database)),
  );
}

function stateOf(database: Database): StoreState {
  const rows = database.prepare<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table'`).all();
  const tables = rows.map(({ name }) => name);
  const steps = `SELECT id, name, checksum FROM ${STEPS_TABLE} ORDER BY id`;
  const recorded = tables.includes(STEPS_TABLE) ? database.prepare<RecordedStep>(steps).all() : [];
  return { file: database.path, tables, recorded };
}

/** A formatter may indent statements in another way. */
function withoutLayout(sql: string): string {
  return sql.replace(/\s+/g, ' ').trim();
}
