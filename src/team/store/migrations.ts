/** The schema of the team store, as a list of steps that only ever grows at its end; every engine understands them. */
import type { Kysely } from 'kysely';
import { type RecordedStep, STEPS_TABLE, stepsToMake } from '../../storage/schema-steps.js';
import { hostFacts, hostTables } from '../hosts.js';
import { changeLogTable } from './change-log.js';
import type { Db } from './schema.js';
import { startFacts, startTables } from './start-tables.js';
import { firstTables } from './steps/first-tables.js';
import { talkFacts } from './steps/talk-facts.js';
import { workAtAnySize } from './steps/work-at-any-size.js';
import { workTables } from './steps/work-tables.js';
import { type Statement, table } from './table.js';

export interface Migration {
  readonly id: number;
  readonly name: string;
  readonly statements: (db: Db) => readonly Statement[];
}

export const MIGRATIONS: readonly Migration[] = [
  { id: 1, name: 'projects, agents, sessions, chat and conversations', statements: firstTables },
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
  { id: 8, name: 'a log of changes, and what is over found by its age', statements: changeLogTable },
  { id: 9, name: 'conversations of delegations, and what notices are about', statements: talkFacts },
  {
    id: 10,
    name: 'answers that may not have arrived',
    statements: ({ schema }) => [
      schema.alterTable('chat_cursors').addColumn('answer_from', 'bigint', (column) => column.notNull().defaultTo(0)),
      schema.alterTable('chat_cursors').addColumn('answer_to', 'bigint', (column) => column.notNull().defaultTo(0)),
      schema.alterTable('chat_cursors').addColumn('answer_holder', 'text'),
    ],
  },
  {
    id: 11,
    name: 'work that was kept down when everything was stopped',
    statements: ({ schema }) => [table(schema, 'stopped_all', { at: 'count' })],
  },
  { id: 12, name: 'hosts that share a team', statements: hostTables },
  { id: 13, name: 'teams that move, and logs on other hosts', statements: hostFacts },
  {
    id: 14,
    name: 'which host changed something',
    statements: ({ schema }) => [schema.alterTable('changes').addColumn('host', 'text')],
  },
];

/** Brings the store up to date within one transaction, or refuses it untouched. */
export async function migrate(
  tx: Db,
  { file, at, known = MIGRATIONS }: { file: string; at: number; known?: readonly Migration[] },
): Promise<void> {
  const steps = await checkMigrations(tx, { file, known });
  if (steps.length === 0) return;
  const columns = { id: 'count', name: 'text', checksum: 'text', applied_at: 'count' } as const;
  await table(tx.schema, STEPS_TABLE, columns).ifNotExists().execute();
  for (const step of steps) {
    for (const statement of (known[step.id - 1] as Migration).statements(tx)) await statement.execute();
    await recordOf(tx)
      .insertInto(STEPS_TABLE)
      .values({ ...step, applied_at: at })
      .execute();
  }
}

/** The steps that the store still has to make; fails if this Synapse cannot use it. */
export async function checkMigrations(
  db: Db,
  { file, known = MIGRATIONS }: { file: string; known?: readonly Migration[] },
): Promise<readonly RecordedStep[]> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  const recorded = tables.includes(STEPS_TABLE) ? await recordedSteps(db) : [];
  return stepsToMake(
    known.map(({ statements, ...step }) => ({ ...step, text: textOf(statements(db)) })),
    { file, tables, recorded },
  );
}

function recordedSteps(db: Db): Promise<RecordedStep[]> {
  return recordOf(db).selectFrom(STEPS_TABLE).select(['id', 'name', 'checksum']).orderBy('id').execute();
}

/** The schema does not list the table of steps, because no other statement uses it. */
function recordOf(db: Db): Kysely<{ [STEPS_TABLE]: RecordedStep & { readonly applied_at: number } }> {
  return db as unknown as ReturnType<typeof recordOf>;
}

function textOf(statements: readonly Statement[]): string {
  return statements.map((statement) => statement.compile().sql).join(';');
}
