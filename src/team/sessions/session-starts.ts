/** The starts of sessions in the store: one daemon claims each, failures are counted, and in the end it is given up. */
import { textOf } from '../../i18n.js';
import { handedSeq } from '../chat/chat-cursors.js';
import { wantChat } from '../chat/chat-work.js';
import { unansweredMessages } from '../chat/handing-out.js';
import { projectsOf } from '../people/agents.js';
import { noteChange } from '../store/change-log.js';
import type { Db } from '../store/schema.js';
import { PURPOSES } from './session.js';
import { pauseAfter } from './start-rules.js';
import {
  GIVES_WAY,
  hasLiveHolder,
  isPlaceNeeded,
  keyOfStart,
  obstacleOf,
  type SessionStart,
  type Starting,
  type StartKey,
} from './start-state.js';
import { keyOf, type WantedSession, wantedByAgent } from './wanted-sessions.js';

export async function listStarts(db: Db): Promise<SessionStart[]> {
  return db.selectFrom('session_starts').selectAll().orderBy('agent_id').orderBy('purpose').execute();
}

export async function findStart(db: Db, key: StartKey): Promise<SessionStart | null> {
  return (await of(db, key).executeTakeFirst()) ?? null;
}

/** Claims the start of a session for this process, for as long as it lives. False if another one was faster. */
export async function claimStart(tx: Db, wanted: WantedSession, holder: string, starting: Starting): Promise<boolean> {
  const starts = await listStarts(tx);
  if (obstacleOf(wanted, starts, starting) !== null) return false;
  const { projectId, agentId, purpose, kind } = wanted;
  const claim = {
    ...({ kind, state: 'starting', holder, address: null } as const),
    ...workOf(wanted),
    changed_at: starting.now,
  };
  const row = {
    ...{ project_id: projectId, agent_id: agentId, purpose, ...claim },
    ...NOT_STARTED_YET,
    attempts: 0,
    next_try_at: 0,
    reason: null,
  };
  await tx
    .insertInto('session_starts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['project_id', 'agent_id', 'purpose']).doUpdateSet(claim))
    .execute();
  noteChange(tx, 'sessions', { projectId, agentIds: [agentId] });
  return true;
}

/**
 * Whether the session that was just started may begin. If the process that had claimed its start ended meanwhile, another
 * session may have its place.
 */
export async function hasPlace(tx: Db, wanted: WantedSession, starting: Starting): Promise<boolean> {
  const starts = await listStarts(tx);
  const own = starts.find((row) => keyOf(keyOfStart(row)) === keyOf(wanted));
  if (own?.state === 'starting' && hasLiveHolder(own, starting.isAlive)) return true;
  const others = starts.filter((row) => row !== own);
  return obstacleOf(wanted, others, starting) !== 'limit';
}

interface Running {
  readonly holder: string;
  readonly address: string;
  /** The work that it is for, as it is now. */
  readonly why: string;
  readonly taskId: string | null;
}

/** Notes that the session runs. */
export async function noteRunning(
  tx: Db,
  key: StartKey,
  { now, holder, address, ...work }: Running & { readonly now: number },
): Promise<void> {
  const before = await findStart(tx, key);
  // Messages that a failed session had received are for this one to answer.
  const isAgain = before !== null && before.attempts > 0;
  const handed_seq = isAgain ? (before.handed_seq ?? 0) : await handedSeq(tx, key);
  const facts = { ...workOf(work), ...(await doneBy(tx, key)), handed_seq };
  await change(tx, key, { holder, address, state: 'running', reason: null, ...facts, changed_at: now });
}

/** Lets the session give up its place for waiting work. False if no such work needs it, counting those that give way. */
export async function giveWay(
  tx: Db,
  key: StartKey,
  wanted: readonly WantedSession[],
  starting: Starting,
): Promise<boolean> {
  if (!isPlaceNeeded(key, wanted, await listStarts(tx), starting)) return false;
  await change(tx, key, { reason: GIVES_WAY });
  return true;
}

/** How a session, or the attempt to start one, ended. */
export type Ending = Cause & {
  /** The process that ran it, if it is still cleaning up. It takes a place until it is gone. */
  readonly holder?: string;
};

type Cause =
  /** Its work is done or gone, so nothing went wrong. */
  | { readonly cause: 'done'; readonly reason?: string }
  /** A person stopped it, so only a person can make it start again. */
  | { readonly cause: 'stopped'; readonly reason?: string }
  /** It never started, its program exited, or its daemon is gone. */
  | { readonly cause: 'ended'; readonly reason: string };

/** Records the end. It is a failure if work is still waiting for the agent. */
export async function noteEnd(tx: Db, key: StartKey, ending: Ending, { now, rules }: Starting): Promise<void> {
  const row = await findStart(tx, key);
  if (!row) return;
  if (ending.cause === 'ended') await askAgain(tx, row, now);
  const wanted = (await wantedByAgent(tx, key)).find(({ purpose }) => purpose === key.purpose);
  const isWanted = wanted !== undefined && isSameWork(row, wanted);
  const free = { holder: ending.holder ?? null, address: null, changed_at: now };
  if (ending.cause === 'done' || !isWanted) {
    return change(tx, key, { ...free, state: 'idle', attempts: 0, next_try_at: 0, reason: null });
  }
  if (ending.cause === 'stopped') return change(tx, key, { ...free, state: 'given_up', attempts: 0, reason: STOPPED });
  const hasDoneSomething = hasDoneMore(row, await doneBy(tx, key));
  const hasLasted = now - row.changed_at >= LONG_RUN_MS;
  const attempts = hasDoneSomething || hasLasted ? 1 : row.attempts + 1;
  await change(tx, key, {
    ...free,
    attempts,
    state: attempts >= rules.mostTries ? 'given_up' : 'idle',
    next_try_at: now + pauseAfter(attempts, rules),
    reason: ending.reason,
  });
}

/** A person stopped a terminal that a person had started, so its work does not start another one at once. */
export async function noteStopped(tx: Db, key: StartKey, now: number): Promise<void> {
  const wanted = (await wantedByAgent(tx, key)).find(({ purpose }) => purpose === key.purpose);
  if (!wanted) return;
  const { projectId, agentId, purpose, kind } = wanted;
  const free = { state: 'given_up', attempts: 0, holder: null, address: null, reason: STOPPED } as const;
  const stopped = { ...free, ...workOf(wanted), changed_at: now };
  const counts = { ...NOT_STARTED_YET, next_try_at: 0 };
  await tx
    .insertInto('session_starts')
    .values({ project_id: projectId, agent_id: agentId, purpose, kind, ...stopped, ...counts })
    .onConflict((conflict) => conflict.columns(['project_id', 'agent_id', 'purpose']).doUpdateSet(stopped))
    .execute();
  noteChange(tx, 'sessions', { projectId, agentIds: [agentId] });
}

/** A person stopped the agent, so nothing that waits for it starts it again at once, in any of its projects, or in these. */
export async function noteAgentStopped(
  tx: Db,
  { agentId, projectIds }: { readonly agentId: string; readonly projectIds?: readonly string[] },
  now: number,
): Promise<void> {
  for (const projectId of projectIds ?? (await projectsOf(tx, agentId))) {
    for (const purpose of PURPOSES) await noteStopped(tx, { projectId, agentId, purpose }, now);
  }
}

/** A task session has done its own work, even if there is other work by now. Chat is always the same work. */
function isSameWork({ purpose, task_id }: SessionStart, { taskId }: WantedSession): boolean {
  return purpose === 'chat' || task_id === taskId;
}

function workOf({ why, taskId }: Pick<WantedSession, 'why' | 'taskId'>): Pick<SessionStart, 'why' | 'task_id'> {
  return { why, task_id: taskId };
}

/** A session died before it answered a person's message, so its agent is wanted again. */
async function askAgain(tx: Db, row: SessionStart, now: number): Promise<void> {
  const key = keyOfStart(row);
  if (row.purpose !== 'chat' || row.state !== 'running') return;
  const unanswered = await unansweredMessages(tx, key);
  if (unanswered.some(({ seq }) => seq > (row.handed_seq ?? 0))) await wantChat(tx, key, now);
}

const STOPPED = textOf('en', 'reason_stopped');
/** A session that ran this long did not fail to start, whatever ended it. */
const LONG_RUN_MS = 10 * 60_000;

/** Another process has it, or it cannot start yet. This is not a failure, and is checked again soon. */
export async function releaseClaim(tx: Db, key: StartKey, nextTryAt: number, now: number): Promise<void> {
  await change(tx, key, { state: 'idle', holder: null, next_try_at: nextTryAt, changed_at: now });
}

/** Its place is free. Other hosts cannot see that the process is gone. */
export async function freePlace(tx: Db, key: StartKey): Promise<void> {
  await change(tx, key, { holder: null });
}

/** A person did something about the agent, so earlier failures no longer count. */
export async function forgetFailures(tx: Db, agentId: string): Promise<void> {
  await tx
    .updateTable('session_starts')
    .set({ state: 'idle', attempts: 0, next_try_at: 0, reason: null })
    .where('agent_id', '=', agentId)
    .where('state', 'in', ['idle', 'given_up'])
    .execute();
  noteChange(tx, 'sessions', { projectId: null, agentIds: [agentId] });
}

/**
 * Grows with every contribution to a conversation. Messages outside conversations do not count, because a program could
 * send one and exit again and again, while conversations have a limited number of turns.
 */
async function doneBy(db: Db, { projectId, agentId }: StartKey): Promise<Done> {
  const said = await db
    .selectFrom('chat_messages')
    .select('seq')
    .where('sender_id', '=', agentId)
    .where('project_id', '=', projectId)
    .where('conversation_id', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const delegations = await db
    .selectFrom('delegations')
    .select((row) => row.fn.count<number>('finished_at').as('finished'))
    .where('agent_id', '=', agentId)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return { said_seq: said?.seq ?? 0, finished_delegations: Number(delegations?.finished ?? 0) };
}

type Done = Pick<SessionStart, 'said_seq' | 'finished_delegations'>;

/** False if it never started. */
function hasDoneMore(before: Done, now: Done): boolean {
  if (before.said_seq === null) return false;
  return before.said_seq !== now.said_seq || before.finished_delegations !== now.finished_delegations;
}

const NOT_STARTED_YET = { said_seq: null, finished_delegations: null, handed_seq: null };

function of(db: Db, { projectId, agentId, purpose }: StartKey) {
  return db
    .selectFrom('session_starts')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('agent_id', '=', agentId)
    .where('purpose', '=', purpose);
}

async function change(
  tx: Db,
  { projectId, agentId, purpose }: StartKey,
  changes: Partial<SessionStart>,
): Promise<void> {
  await tx
    .updateTable('session_starts')
    .set(changes)
    .where('project_id', '=', projectId)
    .where('agent_id', '=', agentId)
    .where('purpose', '=', purpose)
    .execute();
  noteChange(tx, 'sessions', { projectId, agentIds: [agentId] });
}
