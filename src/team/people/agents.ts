/** The agents of a team: people and programs, each assigned to one or more projects. */
import { fail } from '../../errors.js';
import { isSessionAddress } from '../../ids.js';
import { noteChange } from '../store/change-log.js';
import type { AgentRow, Db } from '../store/schema.js';
import { wouldCycle } from './hierarchy.js';

/** An agent in a project. */
export interface Member {
  readonly projectId: string;
  readonly agentId: string;
}

export interface TeamAgent {
  readonly id: string;
  readonly name: string;
  readonly kind: AgentRow['kind'];
  readonly hierarchy: AgentRow['hierarchy'];
  readonly parentId: string | null;
  readonly profile: string | null;
  readonly command: string | null;
  readonly auto: readonly string[];
  readonly createdAt: number;
  readonly role: string | null;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | null;
  readonly start: AgentRow['start'];
}

export const EVERYTHING_BY_ITSELF: readonly string[] = ['chat', 'task'];

/** What an agent is unless something else is said. */
export const NEW_AGENT = {
  kind: 'ai',
  hierarchy: 'worker',
  parentId: null,
  profile: null,
  command: null,
  auto: EVERYTHING_BY_ITSELF,
  role: null,
  env: {},
  cwd: null,
  start: 'always',
} as const satisfies Partial<TeamAgent>;

/** The agent that a person is in the team, until somebody says more about it. */
export function personOf(id: string, now: number): TeamAgent {
  return { ...NEW_AGENT, id, name: id, kind: 'human', hierarchy: 'manager', createdAt: now };
}

export async function findAgent(db: Db, id: string): Promise<TeamAgent | null> {
  const row = await db.selectFrom('agents').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toAgent(row) : null;
}

export async function isAssigned(db: Db, projectId: string, agentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('project_agents')
    .select('agent_id')
    .where('project_id', '=', projectId)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the agent that a message or request is addressed to. */
export async function mustFindTarget(db: Db, projectId: string, targetId: string): Promise<TeamAgent> {
  const target = await mustFindAgent(db, targetId);
  await mustBeInProject(db, projectId, targetId);
  return target;
}

export async function mustFindAgent(db: Db, targetId: string): Promise<TeamAgent> {
  const target = await findAgent(db, targetId);
  if (!target) throw fail('agent_not_found', { target: targetId, target_agent_id: targetId });
  return target;
}

export async function mustBeInProject(db: Db, projectId: string, targetId: string): Promise<void> {
  if (await isAssigned(db, projectId, targetId)) return;
  throw fail('target_agent_not_in_project', { target_agent_id: targetId, project_id: projectId });
}

/** Of one project, or all. */
export async function listAgents(db: Db, projectId?: string): Promise<TeamAgent[]> {
  const all = db.selectFrom('agents').selectAll('agents').orderBy('id');
  const rows = await (projectId === undefined
    ? all
    : all
        .innerJoin('project_agents', 'project_agents.agent_id', 'agents.id')
        .where('project_agents.project_id', '=', projectId)
  ).execute();
  return rows.map(toAgent);
}

export async function projectsOf(db: Db, agentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('project_agents')
    .select('project_id')
    .where('agent_id', '=', agentId)
    .orderBy('project_id')
    .execute();
  return rows.map(({ project_id }) => project_id);
}

/** Adds the agent or changes the one with this id, and assigns it to the project. */
export async function putAgent(tx: Db, projectId: string, agent: TeamAgent): Promise<TeamAgent> {
  if (isSessionAddress(agent.id)) throw fail('agent_id_reserved', { agent_id: agent.id });
  await checkParent(tx, agent);
  await writeAgent(tx, agent);
  await assign(tx, projectId, agent.id, agent.createdAt);
  return agent;
}

/** Writes the agent without checking its parent; the caller has checked the whole hierarchy. */
export async function writeAgent(tx: Db, agent: TeamAgent): Promise<void> {
  const row = toRow(agent);
  const { id: _id, created_at: _createdAt, ...changes } = row;
  await tx
    .insertInto('agents')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
    .execute();
}

export async function assign(tx: Db, projectId: string, agentId: string, at: number): Promise<void> {
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('project_agents')
    .values({ project_id: projectId, agent_id: agentId, assigned_at: at, chat_wanted_at: null, is_declared: 0 })
    .onConflict((conflict) => conflict.columns(['project_id', 'agent_id']).doNothing())
    .executeTakeFirst();
  if (added !== 0n) noteChange(tx, 'team', { projectId, agentIds: null });
}

/** Removes the agent from a project; without any project it is deleted, and its children move up to its parent. */
export async function removeAgent(tx: Db, projectId: string, agentId: string): Promise<void> {
  const agent = await findAgent(tx, agentId);
  if (!agent) throw fail('agent_not_found', { target: agentId });
  await tx
    .deleteFrom('project_agents')
    .where('project_id', '=', projectId)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  noteChange(tx, 'team', { projectId, agentIds: null });
  noteChange(tx, 'sessions', { projectId, agentIds: null });
  await tx.deleteFrom('session_starts').where('project_id', '=', projectId).where('agent_id', '=', agentId).execute();
  if ((await projectsOf(tx, agentId)).length > 0) return;
  await tx.deleteFrom('paused_agents').where('agent_id', '=', agentId).execute();
  await tx.updateTable('agents').set({ parent_id: agent.parentId }).where('parent_id', '=', agentId).execute();
  await tx.deleteFrom('passkeys').where('agent_id', '=', agentId).execute();
  await tx.deleteFrom('agents').where('id', '=', agentId).execute();
}

async function checkParent(tx: Db, { id, parentId }: TeamAgent): Promise<void> {
  if (parentId === null) return;
  const members = await tx.selectFrom('agents').select(['id', 'parent_id as parentId']).execute();
  if (id !== parentId && !members.some((member) => member.id === parentId)) {
    throw fail('agent_not_found', { target: parentId });
  }
  if (wouldCycle(id, parentId, members)) throw fail('hierarchy_cycle', { agent_id: id, parent_agent_id: parentId });
}

function toAgent(row: AgentRow): TeamAgent {
  const { parent_id: parentId, created_at: createdAt, auto, env, host: _host, ...same } = row;
  return { ...same, parentId, createdAt, auto: auto === '' ? [] : auto.split(','), env: JSON.parse(env) };
}

function toRow({ parentId, createdAt, auto, env, ...same }: TeamAgent): Omit<AgentRow, 'host'> {
  return { ...same, parent_id: parentId, created_at: createdAt, auto: auto.join(','), env: JSON.stringify(env) };
}
