/** Delegations: conversations that an agent's task session asks its own chat session to hold. */
import { fail } from '../../errors.js';
import { newNamedId } from '../../random-ids.js';
import { noteChange } from '../store/change-log.js';
import type { Db } from '../store/schema.js';
import { nextPlace } from '../store/sequence.js';
import type { DelegationRow } from '../store/work-schema.js';
import { tellIfBlocked } from './wait-over.js';

type DelegationStatus = DelegationRow['status'];

export interface Delegation {
  readonly id: string;
  readonly projectId: string;
  readonly agentId: string;
  readonly taskId: string | null;
  readonly targetId: string;
  readonly purpose: string;
  readonly context: string | null;
  readonly status: DelegationStatus;
  readonly result: string | null;
  readonly createdAt: number;
}

export type NewDelegation = Pick<Delegation, 'projectId' | 'agentId' | 'taskId' | 'targetId' | 'purpose' | 'context'>;

interface Owner {
  readonly projectId: string;
  readonly agentId: string;
}

export async function addDelegation(tx: Db, wanted: NewDelegation, now: number): Promise<Delegation> {
  const row: DelegationRow = {
    id: newNamedId('dlg'),
    project_id: wanted.projectId,
    agent_id: wanted.agentId,
    task_id: wanted.taskId,
    target_agent_id: wanted.targetId,
    purpose: wanted.purpose,
    context: wanted.context,
    status: 'pending',
    session_id: null,
    result: null,
    place: await nextPlace(tx, 'delegations', wanted.projectId),
    created_at: now,
    finished_at: null,
  };
  await tx.insertInto('delegations').values(row).execute();
  noteOf(tx, [row]);
  return toDelegation(row);
}

/** The oldest one that no chat session has taken. */
export async function nextPending(db: Db, owner: Owner): Promise<Delegation | null> {
  const row = await ofOwner(db, owner).where('status', '=', 'pending').orderBy('place').executeTakeFirst();
  return row ? toDelegation(row) : null;
}

/** Unfinished ones, oldest first. */
export async function openDelegations(db: Db, owner: Owner): Promise<Delegation[]> {
  const rows = await ofOwner(db, owner).where('status', 'in', ['pending', 'processing']).orderBy('place').execute();
  return rows.map(toDelegation);
}

/** Those that this chat session has taken and not reported on, oldest first. */
export async function takenBy(db: Db, sessionId: string): Promise<Delegation[]> {
  const rows = await db
    .selectFrom('delegations')
    .selectAll()
    .where('status', '=', 'processing')
    .where('session_id', '=', sessionId)
    .orderBy('place')
    .execute();
  return rows.map(toDelegation);
}

/** The delegation for which this chat session talks with an agent: one that it was given, or else one that waits. */
export async function delegationToTalk(
  db: Db,
  { id: sessionId, ...owner }: Owner & { readonly id: string },
  targetId: string,
): Promise<Delegation | null> {
  const open = (await openDelegations(db, owner)).filter((each) => each.targetId === targetId);
  const given = (await takenBy(db, sessionId)).map(({ id }) => id);
  return open.find(({ id }) => given.includes(id)) ?? open.find(({ status }) => status === 'pending') ?? null;
}

/** A delegation that its owner may still work on. */
export async function mustBeOpen(db: Db, { projectId, agentId }: Owner, id: string): Promise<Delegation> {
  const delegation = await findDelegation(db, id);
  if (delegation?.projectId !== projectId) throw fail('delegation_not_found', { delegation_id: id });
  if (delegation.agentId !== agentId) throw fail('not_delegation_owner', { delegation_id: id, agent_id: agentId });
  const { status } = delegation;
  if (status === 'pending' || status === 'processing') return delegation;
  throw fail('delegation_already_processed', { delegation_id: id, status });
}

/** Gives the delegation to this chat session, until it reports or ends. */
export async function takeUp(tx: Db, id: string, sessionId: string): Promise<void> {
  const taken = await tx
    .updateTable('delegations')
    .set({ status: 'processing', session_id: sessionId })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning(['project_id', 'agent_id'])
    .execute();
  noteOf(tx, taken);
}

export async function putBack(tx: Db, ids: readonly string[]): Promise<void> {
  const back = await tx
    .updateTable('delegations')
    .set({ status: 'pending', session_id: null })
    .where('id', 'in', ids)
    .returning(['project_id', 'agent_id'])
    .execute();
  noteOf(tx, back);
}

export async function finishDelegation(
  tx: Db,
  id: string,
  outcome: { readonly status: 'completed' | 'failed'; readonly result: string | null },
  now: number,
): Promise<void> {
  const finished = await tx
    .updateTable('delegations')
    .set({ ...outcome, finished_at: now })
    .where('id', '=', id)
    .returning(['project_id', 'agent_id', 'task_id', 'target_agent_id'])
    .execute();
  noteOf(tx, finished);
  const { result: message } = outcome;
  for (const { task_id, target_agent_id: whoId } of finished) await tellIfBlocked(tx, task_id, { message, whoId }, now);
}

function noteOf(tx: Db, rows: readonly Pick<DelegationRow, 'project_id' | 'agent_id'>[]): void {
  for (const row of rows) noteChange(tx, 'work', { projectId: row.project_id, agentIds: [row.agent_id] });
}

export async function findDelegation(db: Db, id: string): Promise<Delegation | null> {
  const row = await db.selectFrom('delegations').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toDelegation(row) : null;
}

/** Newest first; of one project or all. */
export async function listDelegations(db: Db, projectId: string | undefined, limit: number): Promise<Delegation[]> {
  const all = db.selectFrom('delegations').selectAll().orderBy('created_at', 'desc').orderBy('place', 'desc');
  const rows = await (projectId === undefined ? all : all.where('project_id', '=', projectId)).limit(limit).execute();
  return rows.map(toDelegation);
}

function ofOwner(db: Db, { projectId, agentId }: Owner) {
  return db.selectFrom('delegations').selectAll().where('agent_id', '=', agentId).where('project_id', '=', projectId);
}

function toDelegation(row: DelegationRow): Delegation {
  return {
    id: row.id,
    projectId: row.project_id,
    agentId: row.agent_id,
    taskId: row.task_id,
    targetId: row.target_agent_id,
    purpose: row.purpose,
    context: row.context,
    status: row.status,
    result: row.result,
    createdAt: row.created_at,
  };
}
