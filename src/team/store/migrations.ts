/** The shape of the team store, as a list that only ever grows at its end; spelled so that every engine understands it. */
import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { fail } from '../../errors.js';
import type { Db } from './schema.js';
import { startFacts, startTables } from './start-tables.js';
import { type Statement, table } from './table.js';
import { workAtAnySize } from './work-at-any-size.js';
import { workTables } from './work-tables.js';

export interface Migration {
  readonly id: number;
  readonly name: string;
  readonly statements: (db: Db) => readonly Statement[];
}

export const MIGRATIONS: readonly Migration[] = [
  {
    id: 1,
    name: 'projects, agents, sessions, chat and conversations',
    statements: ({ schema }) => [
      table(schema, 'projects', {
        id: 'text',
        name: 'text',
        working_directory: 'maybe text',
        status: 'text',
        created_by: 'text',
        created_at: 'count',
        last_seq: 'count',
      }).addPrimaryKeyConstraint('projects_key', ['id']),
      table(schema, 'agents', {
        id: 'text',
        name: 'text',
        kind: 'text',
        hierarchy: 'text',
        parent_id: 'maybe text',
        profile: 'maybe text',
        command: 'maybe text',
        auto: 'text',
        created_at: 'count',
      }).addPrimaryKeyConstraint('agents_key', ['id']),
      table(schema, 'project_agents', {
        project_id: 'text',
        agent_id: 'text',
        assigned_at: 'count',
        chat_wanted_at: 'maybe count',
      }).addPrimaryKeyConstraint('project_agents_key', ['project_id', 'agent_id']),
      table(schema, 'passkeys', {
        agent_id: 'text',
        salt: 'text',
        hash: 'text',
        failures: 'count',
        locked_until: 'count',
        created_at: 'count',
      }).addPrimaryKeyConstraint('passkeys_key', ['agent_id']),
      table(schema, 'sessions', {
        id: 'text',
        token_hash: 'text',
        agent_id: 'text',
        project_id: 'text',
        purpose: 'text',
        task_id: 'maybe text',
        origin: 'text',
        holder: 'maybe text',
        created_at: 'count',
        last_activity_at: 'count',
        expires_at: 'maybe count',
        exit_requested_at: 'maybe count',
        ended_at: 'maybe count',
        end_cause: 'maybe text',
      }).addPrimaryKeyConstraint('sessions_key', ['id']),
      schema.createIndex('sessions_by_token').unique().on('sessions').column('token_hash'),
      // The clock cannot stand in an index: a session that ran out is marked as ended before another one begins.
      schema
        .createIndex('sessions_live')
        .unique()
        .on('sessions')
        .columns(['project_id', 'agent_id', 'purpose'])
        .where(sql.ref('ended_at'), 'is', null),
      schema.createIndex('sessions_ended').on('sessions').columns(['project_id', 'agent_id', 'purpose', 'ended_at']),
      table(schema, 'chat_messages', {
        project_id: 'text',
        seq: 'count',
        id: 'text',
        sender_id: 'text',
        receiver_id: 'text',
        created_at: 'count',
        related_task_id: 'maybe text',
        conversation_id: 'maybe text',
        content: 'text',
      }).addPrimaryKeyConstraint('chat_messages_key', ['project_id', 'seq']),
      schema.createIndex('chat_by_id').unique().on('chat_messages').column('id'),
      schema.createIndex('chat_by_receiver').on('chat_messages').columns(['receiver_id', 'project_id', 'seq']),
      schema.createIndex('chat_by_sender').on('chat_messages').columns(['sender_id', 'project_id', 'seq']),
      schema
        .createIndex('chat_by_conversation')
        .on('chat_messages')
        .columns(['conversation_id', 'seq'])
        .where(sql.ref('conversation_id'), 'is not', null),
      table(schema, 'chat_cursors', {
        project_id: 'text',
        agent_id: 'text',
        handed_seq: 'count',
        pending: 'count',
        terminal_from: 'count',
        terminal_to: 'count',
      }).addPrimaryKeyConstraint('chat_cursors_key', ['project_id', 'agent_id']),
      table(schema, 'chat_files', {
        project_id: 'text',
        agent_id: 'text',
        written_seq: 'count',
        size: 'count',
      }).addPrimaryKeyConstraint('chat_files_key', ['project_id', 'agent_id']),
      table(schema, 'conversations', {
        id: 'text',
        project_id: 'text',
        initiator_id: 'text',
        participant_id: 'text',
        pair: 'text',
        state: 'text',
        purpose: 'maybe text',
        task_id: 'maybe text',
        max_turns: 'count',
        turns: 'count',
        created_at: 'count',
        last_activity_at: 'count',
        initiator_active_at: 'count',
        participant_active_at: 'count',
        closed_at: 'maybe count',
        ended_by: 'maybe text',
        end_reason: 'maybe text',
        request_seen: 'count',
        initiator_told: 'count',
        participant_told: 'count',
      }).addPrimaryKeyConstraint('conversations_key', ['id']),
      schema
        .createIndex('conversations_open')
        .unique()
        .on('conversations')
        .columns(['project_id', 'pair'])
        .where(sql.ref('state'), 'in', ['pending', 'active']),
      schema
        .createIndex('conversations_moving')
        .on('conversations')
        .columns(['state', 'project_id'])
        .where(sql.ref('state'), 'in', ['pending', 'active', 'terminating']),
      schema.createIndex('conversations_of_initiator').on('conversations').columns(['initiator_id', 'initiator_told']),
      schema
        .createIndex('conversations_of_participant')
        .on('conversations')
        .columns(['participant_id', 'participant_told']),
    ],
  },
  { id: 2, name: 'work tasks, delegations, notifications and executions', statements: workTables },
  {
    id: 3,
    name: 'how agents are started',
    statements: ({ schema }) => [
      schema.alterTable('agents').addColumn('role', 'text'),
      schema.alterTable('agents').addColumn('env', 'text', (column) => column.notNull().defaultTo('{}')),
      schema.alterTable('agents').addColumn('cwd', 'text'),
      schema.alterTable('agents').addColumn('start', 'text', (column) => column.notNull().defaultTo('always')),
    ],
  },
  { id: 4, name: 'sessions that start themselves', statements: startTables },
  {
    id: 5,
    name: 'teams from a file',
    statements: ({ schema }) => [
      schema.alterTable('projects').addColumn('declared_in', 'text'),
      schema
        .alterTable('project_agents')
        .addColumn('is_declared', 'integer', (column) => column.notNull().defaultTo(0)),
    ],
  },
  { id: 6, name: 'work that is counted and found as fast at any size', statements: workAtAnySize },
  { id: 7, name: 'starts of sessions as facts', statements: startFacts },
];

/** Brings the store up to date within one transaction, or refuses it untouched. */
export async function migrate(
  tx: Db,
  { file, at, known = MIGRATIONS }: { file: string; at: number; known?: readonly Migration[] },
): Promise<void> {
  const applied = await checkMigrations(tx, { file, known });
  if (applied === null) {
    const columns = { id: 'count', name: 'text', checksum: 'text', applied_at: 'count' } as const;
    await table(tx.schema, 'migrations', columns).execute();
  }
  for (const migration of known.slice(applied ?? 0)) {
    for (const statement of migration.statements(tx)) await statement.execute();
    const { id, name } = migration;
    const row = { id, name, checksum: checksum(tx, migration), applied_at: at };
    await stepsOf(tx).insertInto('migrations').values(row).execute();
  }
}

/** How many steps the store has made, null for an empty one; refuses what this Synapse cannot go on with. */
export async function checkMigrations(
  db: Db,
  { file, known = MIGRATIONS }: { file: string; known?: readonly Migration[] },
): Promise<number | null> {
  const applied = await readApplied(db, file);
  known.forEach((migration, index) => {
    if (migration.id !== index + 1) throw new Error(`migration ${migration.id} stands at place ${index + 1}`);
    const found = applied?.[index];
    if (!found || (found.name === migration.name && found.checksum === checksum(db, migration))) return;
    const reason = `its schema step ${found.id} (${found.name}) is not the step ${migration.id} (${migration.name}) of this Synapse`;
    throw fail('store_damaged', { file, reason });
  });
  if (applied && applied.length > known.length) {
    throw fail('store_too_new', { file, found: applied.at(-1)?.id, known: known.length });
  }
  return applied?.length ?? null;
}

interface Applied {
  readonly id: number;
  readonly name: string;
  readonly checksum: string;
  readonly applied_at: number;
}

async function readApplied(db: Db, file: string): Promise<readonly Applied[] | null> {
  const tables = await db.introspection.getTables();
  if (tables.length === 0) return null;
  if (!tables.some(({ name }) => name === 'migrations')) {
    throw fail('store_damaged', { file, reason: 'it is the database of something else' });
  }
  return stepsOf(db).selectFrom('migrations').selectAll().orderBy('id').execute();
}

/** The list of steps is no business of the team's own statements. */
function stepsOf(tx: Db): Kysely<{ migrations: Applied }> {
  return tx as unknown as Kysely<{ migrations: Applied }>;
}

function checksum(db: Db, migration: Migration): string {
  const text = migration.statements(db).map((statement) => statement.compile().sql);
  return createHash('sha256').update(text.join(';')).digest('hex').slice(0, 16);
}
