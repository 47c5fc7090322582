/** Who has to hear when an agent cannot go on: whoever stands above it in the project, or else the project's people. */
import { isAssigned, listAgents } from './agent.js';
import { ancestorsOf } from './hierarchy.js';
import type { Db } from './store/schema.js';

export async function superiorsOf(db: Db, projectId: string, agentId: string): Promise<string[]> {
  for (const id of await aboveInProject(db, projectId, agentId)) return [id];
  return peopleOf(db, projectId);
}

/** Everybody above the agent in this project, the nearest first; for one with nobody above it, the people of the project. */
export async function approversOf(db: Db, projectId: string, agentId: string): Promise<string[]> {
  const above = await aboveInProject(db, projectId, agentId);
  return above.length > 0 ? above : peopleOf(db, projectId);
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
