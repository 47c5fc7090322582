/** Sessions: who may call tools, in which project, and for which purpose. At most one is live for each of these. */
import { createHash } from 'node:crypto';
import { fail, SynapseError } from '../../errors.js';
import { newNamedId, newSecret } from '../../random-ids.js';
import { noteChange } from '../store/change-log.js';
import type { Db, SessionRow } from '../store/schema.js';
import { isOver, liveSession } from './live-sessions.js';
import { endSession } from './session-ends.js';

export const PURPOSES = ['task', 'chat'] as const;
export type Purpose = (typeof PURPOSES)[number];

export interface Session {
  readonly id: string;
  readonly agentId: string;
  readonly projectId: string;
  readonly purpose: Purpose;
  readonly taskId: string | null;
  readonly isExitRequested: boolean;
  readonly createdAt: number;
}

export interface NewSession {
  readonly agentId: string;
  readonly projectId: string;
  readonly purpose: Purpose;
  readonly taskId: string | null;
  /** The process that it belongs to; null for a session that was opened with a passkey. */
  readonly holder: string | null;
}

export interface SessionRules {
  readonly lifetimeMs: number;
  /** Whether the process that holds a terminal's session is still alive. */
  readonly isAlive: (holder: string) => boolean;
}

export const SESSION_PREFIX = 'sst_';
/** A session is extended only after this part of its lifetime, because storing every call would cost a sync each. */
const PARTS_OF_LIFETIME = 200;

/**
 * Opens a session and returns its token, which is shown once. Replaces a session that was opened with a passkey, never that
 * of a live terminal. A terminal whose session has ended can open another one with the token that its program has.
 */
export async function openSession(
  tx: Db,
  wanted: NewSession,
  { now, rules, token: known }: { now: number; rules: SessionRules; token?: string },
): Promise<string> {
  const { agentId, projectId, purpose, holder } = wanted;
  const live = await liveSession(tx, wanted);
  if (live?.origin === 'terminal' && !isOver(live, now, rules)) {
    throw fail('session_already_active', { agent_id: agentId, project_id: projectId, purpose });
  }
  if (live) await endSession(tx, live.id, now, 'replaced');
  const token = known ?? `${SESSION_PREFIX}${newSecret()}`;
  if (known !== undefined) await retireToken(tx, known);
  const row: SessionRow = {
    id: newNamedId('ses'),
    token_hash: hashOf(token),
    agent_id: agentId,
    project_id: projectId,
    purpose,
    task_id: wanted.taskId,
    origin: holder === null ? 'passkey' : 'terminal',
    holder,
    created_at: now,
    last_activity_at: now,
    expires_at: holder === null ? now + rules.lifetimeMs : null,
    exit_requested_at: null,
    ended_at: null,
    end_cause: null,
  };
  await tx.insertInto('sessions').values(row).execute();
  noteChange(tx, 'sessions', { projectId, agentIds: [agentId] });
  return token;
}

async function retireToken(tx: Db, token: string): Promise<void> {
  const hash = hashOf(token);
  const ended = tx.selectFrom('sessions').select('id').where('token_hash', '=', hash).where('ended_at', 'is not', null);
  for (const { id } of await ended.execute()) {
    await tx
      .updateTable('sessions')
      .set({ token_hash: `${hash}/${id}` })
      .where('id', '=', id)
      .execute();
  }
}

/** The session of a token. Throws if the token is not valid. */
export async function sessionOf(
  db: Db,
  token: string,
  { now, rules }: { now: number; rules: SessionRules },
): Promise<Session & { readonly isStale: boolean }> {
  const row = await db.selectFrom('sessions').selectAll().where('token_hash', '=', hashOf(token)).executeTakeFirst();
  if (!row || (row.ended_at !== null && row.end_cause !== 'expired')) throw fail('session_token_invalid');
  if (row.ended_at !== null || (row.expires_at !== null && row.expires_at <= now)) throw fail('session_expired');
  if (isOver(row, now, rules)) throw fail('session_token_invalid');
  return { ...toSession(row), isStale: now - row.last_activity_at > rules.lifetimeMs / PARTS_OF_LIFETIME };
}

/** Like `sessionOf`, but null if the session has ended. */
export async function sessionIfLive(
  db: Db,
  token: string,
  at: { now: number; rules: SessionRules },
): Promise<Session | null> {
  try {
    return await sessionOf(db, token, at);
  } catch (error) {
    if (error instanceof SynapseError && OVER.includes(error.code)) return null;
    throw error;
  }
}

const OVER: readonly string[] = ['session_token_invalid', 'session_expired'];

/** How the session of the token ended; null if it has not. */
export async function endOf(db: Db, token: string): Promise<SessionRow['end_cause']> {
  const row = await db
    .selectFrom('sessions')
    .select('end_cause')
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  return row?.end_cause ?? null;
}

/** Extends the session, as every call does. */
export async function touchSession(tx: Db, id: string, now: number, { lifetimeMs }: SessionRules): Promise<void> {
  await tx
    .updateTable('sessions')
    .set((row) => ({
      last_activity_at: now,
      expires_at: row
        .case()
        .when('expires_at', 'is', null)
        .then(row.ref('expires_at'))
        .else(row.val(now + lifetimeMs))
        .end(),
    }))
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    agentId: row.agent_id,
    projectId: row.project_id,
    purpose: row.purpose,
    taskId: row.task_id,
    isExitRequested: row.exit_requested_at !== null,
    createdAt: row.created_at,
  };
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
