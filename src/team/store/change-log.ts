/** The log of what commits have changed: written with every commit, read by whoever may have missed one. */
import { ANYTHING, type Change, type Commit, merged, type Topic } from '../change.js';
import type { Db, Schema } from './schema.js';
import { type Statement, table } from './table.js';

export interface ChangeLogSchema {
  changes: ChangeLogRow;
}

export interface ChangeLogRow {
  seq: number;
  /** JSON: the changes of one commit. */
  changes: string;
}

/** Whoever is further behind looks at everything once. */
const KEPT = 1_000;
/** Old entries are deleted with every so manieth commit. */
const TRIM_EVERY = 250;
const MOST_AT_ONCE = 500;

/** What the transaction has changed so far. It is kept by its handle: a transaction that is done again begins anew. */
const noted = new WeakMap<Db, Change[]>();

/** Says for whom something has changed; whoever waits for that is woken after the commit. */
export function noteChange(
  tx: Db,
  topic: Topic,
  { projectId, agentIds }: { readonly projectId: string | null; readonly agentIds: readonly string[] | null },
): void {
  noted.get(tx)?.push({ topic, projectId, agentIds });
}

/** The topic of rows that are written; null for tables that nobody waits for, or whose writers say what they change. */
const TOPIC_OF: Readonly<Record<keyof Schema, Topic | null>> = {
  chat_messages: 'chat',
  chat_cursors: 'chat',
  conversations: 'chat',
  sessions: 'sessions',
  session_starts: 'sessions',
  paused_agents: 'sessions',
  delegations: 'work',
  notifications: 'work',
  work_tasks: 'work',
  agents: 'team',
  // Every chat message counts there.
  projects: null,
  project_agents: null,
  passkeys: null,
  chat_files: null,
  work_counts: null,
  work_dependencies: null,
  work_events: null,
  executions: null,
  changes: null,
};

export function startNoting(tx: Db): void {
  noted.set(tx, []);
}

/**
 * Writes down what the transaction has changed; null where nobody waits for any of it. A table that was written without a
 * word about it wakes everybody, rather than nobody.
 */
export async function logChanges(tx: Db, written: ReadonlySet<string>): Promise<Commit | null> {
  const said = noted.get(tx) ?? [];
  const topics = new Set(said.map(({ topic }) => topic));
  const unsaid = [...written].map((name) => TOPIC_OF[name as keyof Schema] ?? null);
  const changes = merged([...said, ...ANYTHING.filter(({ topic }) => unsaid.includes(topic) && !topics.has(topic))]);
  if (changes.length === 0) return null;
  const { seq } = await tx
    .insertInto('changes')
    .columns(['seq', 'changes'])
    .expression(({ selectFrom, fn, val, lit }) =>
      selectFrom('changes').select((row) => [
        row(fn.coalesce(fn.max('seq'), lit(0)), '+', lit(1)).as('seq'),
        val(JSON.stringify(changes)).as('changes'),
      ]),
    )
    .returning('seq')
    .executeTakeFirstOrThrow();
  if (seq % TRIM_EVERY === 0)
    await tx
      .deleteFrom('changes')
      .where('seq', '<=', seq - KEPT)
      .execute();
  return { seq, changes };
}

export async function lastCommit(db: Db): Promise<number> {
  const last = await db
    .selectFrom('changes')
    .select((row) => row.fn.max('seq').as('seq'))
    .executeTakeFirst();
  return Number(last?.seq ?? 0);
}

/** What was committed after that place, the oldest first; an entry that is gone already stands for anything. */
export async function commitsAfter(db: Db, seq: number): Promise<Commit[]> {
  const rows = await db
    .selectFrom('changes')
    .select(['seq', 'changes'])
    .where('seq', '>', seq)
    .orderBy('seq', 'desc')
    .limit(MOST_AT_ONCE)
    .execute();
  const commits = rows.reverse().map((row): Commit => ({ seq: row.seq, changes: JSON.parse(row.changes) as Change[] }));
  const first = commits[0];
  const isComplete = first === undefined || first.seq === seq + 1;
  return isComplete ? commits : [{ seq: first.seq - 1, changes: ANYTHING }, ...commits];
}

/** The log itself, and indexes by which what is over for long is found without a walk over everything. */
export function changeLogTable({ schema }: Db): readonly Statement[] {
  return [
    table(schema, 'changes', { seq: 'count', changes: 'text' }).addPrimaryKeyConstraint('changes_key', ['seq']),
    schema.createIndex('conversations_by_end').on('conversations').column('closed_at'),
    schema.createIndex('delegations_by_end').on('delegations').column('finished_at'),
    schema.createIndex('notifications_by_reading').on('notifications').column('read_at'),
    schema.createIndex('sessions_by_end').on('sessions').column('ended_at'),
    schema.createIndex('work_events_by_age').on('work_events').column('at'),
    schema.createIndex('work_by_conversation').on('work_tasks').column('started_from_conversation_id'),
  ];
}
