/** The shape of a store, as a list that only ever grows at its end. */
import { createHash } from 'node:crypto';
import { fail } from '../errors.js';
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
    // The text stands last in a row: it may be long, and what comes after a long column is slow to reach.
    // `pending` is null once nothing is left to do, else the class a message is taken in: 0 urgent, 1 front, 2 ordinary.
    // `given_id` is the id a sender gave its message when that id could not be taken. A message that is known by the id
    // of its task has no own one: it is found through the task, and a random index less is written for each.
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
];

interface Applied {
  readonly id: number;
  readonly name: string;
  readonly checksum: string;
}

/** Brings a store up to date, or refuses it untouched. */
export function migrate(database: Database, at: number, known: readonly Migration[] = MIGRATIONS): void {
  const applied = checkMigrations(database, known);
  database.useWriteAheadLog();
  if (applied.length === known.length) return;
  database.transaction(() => {
    database.exec(`CREATE TABLE IF NOT EXISTS migrations
      (id INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT`);
    const record = database.prepare('INSERT INTO migrations (id, name, checksum, applied_at) VALUES (?, ?, ?, ?)');
    for (const migration of known.slice(applied.length)) {
      database.exec(migration.sql);
      record.run(migration.id, migration.name, checksum(migration), at);
    }
  });
}

/** What the store has behind it. Fails unless that is the beginning of the known list, in its order. */
export function checkMigrations(database: Database, known: readonly Migration[] = MIGRATIONS): readonly unknown[] {
  const applied = database.guard(() => readApplied(database));
  known.forEach((migration, index) => {
    if (migration.id !== index + 1) throw new Error(`migration ${migration.id} stands at place ${index + 1}`);
    const found = applied[index];
    if (found && differs(found, migration)) {
      const reason = `its schema step ${found.id} (${found.name}) is not the step ${migration.id} (${migration.name}) of this Synapse`;
      throw fail('store_damaged', { file: database.path, reason });
    }
  });
  if (applied.length > known.length) {
    throw fail('store_too_new', { file: database.path, found: applied.at(-1)?.id, known: known.length });
  }
  return applied;
}

function readApplied(database: Database): readonly Applied[] {
  const tables = database.prepare<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table'`).all();
  if (tables.length === 0) return [];
  if (!tables.some(({ name }) => name === 'migrations')) {
    throw fail('store_damaged', { file: database.path, reason: 'it is the database of something else' });
  }
  return database.prepare<Applied>('SELECT id, name, checksum FROM migrations ORDER BY id').all();
}

function differs(found: Applied, migration: Migration): boolean {
  return found.id !== migration.id || found.name !== migration.name || found.checksum !== checksum(migration);
}

/** Of the statements, not of their layout: a formatter may indent them anew. */
function checksum({ sql }: Migration): string {
  return createHash('sha256').update(sql.replace(/\s+/g, ' ').trim()).digest('hex').slice(0, 16);
}
