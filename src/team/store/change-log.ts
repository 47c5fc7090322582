/** The log of changes: written with every commit, read by processes that may have missed one. */
import { ANYTHING, type Change, type Commit, merged, type Topic } from '../change.js';
import type { Db, Schema } from './schema.js';
import { type Statement, table } from './table.js';

export interface ChangeLogSchema {
  changes: ChangeLogRow;
}

interface ChangeLogRow {
  seq: number;
  /** The changes of one commit, as JSON. */
  changes: string;
  /** The host that made it; null in a file. */
  host: string | null;
}

/** A commit as the log has it; the host of one that was deleted is not known. */
export interface LoggedCommit extends Commit {
  readonly host: string | null;
}

/** A process that is further behind looks at everything once. */
const KEPT = 1_000;
/** Old entries are deleted once per this many commits. */
const TRIM_EVERY = 250;
const MOST_AT_ONCE = 500;

/** What each transaction has changed so far, by its handle, so that a retried transaction starts over. */
const noted = new WeakMap<Db, Change[]>();

/** Notes for whom something has changed. Those who wait for it are woken after the commit. */
export function noteChange(
  tx: Db,
  topic: Topic,
  { projectId, agentIds }: { readonly projectId: string | null; readonly agentIds: readonly string[] | null },
): void {
  noted.get(tx)?.push({ topic, projectId, agentIds });
}

/** The topic of a written table; null if nobody waits for it or its writers note their changes themselves. */
const TOPIC_OF: Readonly<Record<keyof Schema, Topic | null>> = {
  chat_messages: 'chat',
  chat_cursors: 'chat',
  conversations: 'chat',
  sessions: 'sessions',
  session_starts: 'sessions',
  paused_agents: 'sessions',
  stopped_all: null,
  delegations: 'work',
  notifications: 'work',
  work_tasks: 'work',
  agents: 'team',
  // Every chat message updates it.
  projects: null,
  project_agents: null,
  passkeys: null,
  chat_files: null,
  work_counts: null,
  work_dependencies: null,
  work_events: null,
  executions: null,
  changes: null,
  hosts: null,
  moves: null,
  log_requests: null,
};

export function startNoting(tx: Db): void {
  noted.set(tx, []);
}

/**
 * Logs what the transaction has changed; null if nobody waits for any of it. A table that was written without a note wakes
 * everybody, rather than nobody.
 */
export async function logChanges(
  tx: Db,
  { written, host }: { readonly written: ReadonlySet<string>; readonly host: string | null },
): Promise<Commit | null> {
  const said = noted.get(tx) ?? [];
  const topics = new Set(said.map(({ topic }) => topic));
  const unsaid = [...written].map((name) => TOPIC_OF[name as keyof Schema] ?? null);
  const changes = merged([...said, ...ANYTHING.filter(({ topic }) => unsaid.includes(topic) && !topics.has(topic))]);
  if (changes.length === 0) return null;
  const { seq } = await tx
    .insertInto('changes')
    .columns(['seq', 'changes', 'host'])
    .expression(({ selectFrom, fn, val, lit }) =>
      selectFrom('changes').select((row) => [
        row(fn.coalesce(fn.max('seq'), lit(0)), '+', lit(1)).as('seq'),
        val(JSON.stringify(changes)).as('changes'),
        val(host).as('host'),
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

/** What was committed after this position, oldest first. A deleted entry stands for any change. */
export async function commitsAfter(db: Db, seq: number): Promise<LoggedCommit[]> {
  const rows = await db
    .selectFrom('changes')
    .selectAll()
    .where('seq', '>', seq)
    .orderBy('seq', 'desc')
    .limit(MOST_AT_ONCE)
    .execute();
  const commits = rows.reverse().map((row) => ({ ...row, changes: JSON.parse(row.changes) as Change[] }));
  const first = commits[0];
  const isComplete = first === undefined || first.seq === seq + 1;
  return isComplete ? commits : [{ seq: first.seq - 1, changes: ANYTHING, host: null }, ...commits];
}

/** The schema step that creates the log, and indexes to find old data quickly. */
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
