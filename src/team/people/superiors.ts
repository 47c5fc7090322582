/** Finds who is told when an agent cannot continue: those above it in the project, or else the project's people. */

import type { Db } from '../store/schema.js';
import { isAssigned, listAgents, type TeamAgent } from './agents.js';
import { ancestorsOf } from './hierarchy.js';

export async function superiorsOf(db: Db, projectId: string, agentId: string): Promise<string[]> {
  for (const id of await aboveInProject(db, projectId, agentId)) return [id];
  return peopleOf(db, projectId);
}

/** The managers and people above the agent in this project, nearest first; if there are none, the project's people. */
export async function approversOf(db: Db, projectId: string, agentId: string): Promise<string[]> {
  const deciding = new Set((await listAgents(db)).filter(mayDecide).map(({ id }) => id));
  const above = (await aboveInProject(db, projectId, agentId)).filter((id) => deciding.has(id));
  return above.length > 0 ? above : peopleOf(db, projectId);
}

function mayDecide({ kind, hierarchy }: TeamAgent): boolean {
  return kind === 'human' || hierarchy === 'manager';
}

async function aboveInProject(db: Db, projectId: string, agentId: string): Promise<string[]> {
  const above: string[] = [];
  for (const id of ancestorsOf(agentId, await listAgents(db))) {
    if (await isAssigned(db, projectId, id)) above.push(id);
  }
  return above;
}

async function peopleOf(db: Db, projectId: string): Promise<string[]> {
  return (await listAgents(db, projectId)).filter(({ kind }) => kind === 'human').map(({ id }) => id);
}
