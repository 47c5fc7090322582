/** Deletes old data of a team that nobody needs any more, in small steps, so that nobody waits for long. */
import { CHECK_EVERY_MS, type Retention } from '../storage/retention.js';
import { type Alarm, isDue } from './alarm.js';
import { pruneChat } from './chat/prune-chat.js';
import { pruneExecutions } from './executions/prune-executions.js';
import { listProjects } from './people/projects.js';
import { AT_ONCE, breath, stepwise } from './stepwise.js';
import type { Db } from './store/schema.js';
import type { TeamStore } from './store/store.js';
import type { Duty, Team } from './team.js';

export interface Pruned {
  readonly sessions: number;
  readonly notifications: number;
  readonly delegations: number;
}

export const NOTHING_PRUNED: Pruned = { sessions: 0, notifications: 0, delegations: 0 };

/** Deletes what ended, was read or was finished before this instant. */
export async function pruneOver(store: TeamStore, before: number): Promise<Pruned> {
  return {
    sessions: await steps(forgetSessions)(store, before),
    notifications: await steps(forgetNotifications)(store, before),
    delegations: await steps(forgetDelegations)(store, before),
  };
}

/** What is deleted once it is over, in this order, and the column that says since when it is. */
const FINISHED = [
  { table: 'sessions', ended: 'ended_at', prune: steps(forgetSessions) },
  { table: 'notifications', ended: 'read_at', prune: steps(forgetNotifications) },
  { table: 'delegations', ended: 'finished_at', prune: steps(forgetDelegations) },
  { table: 'conversations', ended: 'closed_at', prune: steps(forgetTalks) },
  { table: 'work_events', ended: 'at', prune: steps(forgetTrails) },
  { table: 'executions', ended: 'completed_at', prune: pruneExecutions },
] as const;

/** Deletes what exceeds the limits of age and number: chat, conversations, work history, executions and the rest. */
export async function pruneTeam(
  { store, clock, logs }: Pick<Team, 'store' | 'clock' | 'logs'>,
  retention: Retention,
): Promise<void> {
  const before = retention.ageMs === null ? null : clock.now() - retention.ageMs;
  for (const { id } of await store.read(listProjects)) {
    for (let after = 0; ; await breath()) {
      const limits = { projectId: id, after, before, most: retention.messages };
      const next = await store.writeQuietly((tx) => pruneChat(tx, limits));
      if (next === null) break;
      after = next;
    }
  }
  for (const { table, ended, prune } of FINISHED) {
    const last = await store.read((db) => lastToDelete(db, { table, ended, before, most: retention.messages }));
    if (last !== null) await prune(store, last, logs);
  }
  while (store.releasePages()) await breath();
}

/** Every ten minutes, one daemon of the home does this. */
export function pruneDuty(
  team: Team,
  { alarm, retention, onTrouble }: { alarm: Alarm; retention: Retention; onTrouble: (reason: string) => void },
): Duty {
  return async () => {
    const now = team.clock.now();
    if (!isDue(alarm, now, CHECK_EVERY_MS)) return Number.POSITIVE_INFINITY;
    alarm.set(now + CHECK_EVERY_MS);
    // The round continues meanwhile.
    pruneTeam(team, retention).catch((error: Error) => onTrouble(error.message));
    return Number.POSITIVE_INFINITY;
  };
}

function steps(forget: (tx: Db, before: number) => Promise<number>) {
  return (store: TeamStore, before: number): Promise<number> =>
    stepwise(() => store.writeQuietly((tx) => forget(tx, before)));
}

type Limits = Pick<(typeof FINISHED)[number], 'table' | 'ended'> & { before: number | null; most: number | null };

/** The instant up to which rows are too old, or older than the newest `most`; null if there are none. */
async function lastToDelete(db: Db, { table, ended, before, most }: Limits): Promise<number | null> {
  if (most === null) return before;
  const column = db.dynamic.ref<'at'>(ended);
  const beyond = await db
    .selectFrom(table)
    .select(column)
    .where(column, 'is not', null)
    .orderBy(column, 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  const at = Object.values(beyond ?? {})[0];
  return at === undefined ? before : Math.max(Number(at), before ?? 0);
}

/** While an agent's conversation is open, the end of its last chat session matters. */
async function forgetSessions(tx: Db, before: number): Promise<number> {
  const rows = await tx
    .selectFrom('sessions')
    .select('id')
    .where('ended_at', '<=', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('conversations')
            .select('conversations.id')
            .where('conversations.state', 'in', ['pending', 'active', 'terminating'])
            .whereRef('conversations.project_id', '=', 'sessions.project_id')
            .where((row) =>
              row.or([
                row('conversations.initiator_id', '=', row.ref('sessions.agent_id')),
                row('conversations.participant_id', '=', row.ref('sessions.agent_id')),
              ]),
            ),
        ),
      ),
    )
    .limit(AT_ONCE)
    .execute();
  return drop(tx, 'sessions', rows);
}

async function forgetNotifications(tx: Db, before: number): Promise<number> {
  const rows = await tx
    .selectFrom('notifications')
    .select('id')
    .where('read_at', '<=', before)
    .limit(AT_ONCE)
    .execute();
  return drop(tx, 'notifications', rows);
}

async function forgetDelegations(tx: Db, before: number): Promise<number> {
  const rows = await tx
    .selectFrom('delegations')
    .select('id')
    .where('finished_at', '<=', before)
    .limit(AT_ONCE)
    .execute();
  return drop(tx, 'delegations', rows);
}

/** Conversations that are over for both, have no messages left, and belong to no open work task. */
async function forgetTalks(tx: Db, before: number): Promise<number> {
  const rows = await tx
    .selectFrom('conversations')
    .select('id')
    .where('closed_at', '<=', before)
    .where('state', 'in', ['ended', 'expired'])
    .where('initiator_told', '=', 1)
    .where('participant_told', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('chat_messages').select('seq').whereRef('conversation_id', '=', 'conversations.id'))),
    )
    // Read once, because looking them up for each conversation takes seconds if there are thousands of both.
    .where('id', 'not in', ({ selectFrom }) =>
      selectFrom('notifications')
        .select('conversation_id')
        .where('read_at', 'is', null)
        .where('conversation_id', 'is not', null)
        .$narrowType<{ conversation_id: string }>(),
    )
    .where(({ not, exists, selectFrom }) => {
      const open = () =>
        selectFrom('work_tasks').select('work_tasks.id').where('status', 'not in', ['done', 'cancelled']);
      return not(exists(open().whereRef('work_tasks.id', '=', 'conversations.task_id'))).and(
        not(exists(open().whereRef('started_from_conversation_id', '=', 'conversations.id'))),
      );
    })
    .limit(AT_ONCE)
    .execute();
  return drop(tx, 'conversations', rows);
}

/** The history of finished work tasks. The tasks themselves stay. */
async function forgetTrails(tx: Db, before: number): Promise<number> {
  const rows = await tx
    .selectFrom('work_events')
    .innerJoin('work_tasks', 'work_tasks.id', 'work_events.task_id')
    .select(['work_events.task_id', 'work_events.place'])
    .where('work_events.at', '<=', before)
    .where('work_tasks.status', 'in', ['done', 'cancelled'])
    .where('work_tasks.updated_at', '<=', before)
    .limit(AT_ONCE)
    .execute();
  for (const row of rows) {
    await tx.deleteFrom('work_events').where('task_id', '=', row.task_id).where('place', '=', row.place).execute();
  }
  return rows.length;
}

async function drop(
  tx: Db,
  table: 'sessions' | 'notifications' | 'delegations' | 'conversations',
  rows: readonly { readonly id: string }[],
): Promise<number> {
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await tx.deleteFrom(table).where('id', 'in', ids).execute();
  return ids.length;
}
