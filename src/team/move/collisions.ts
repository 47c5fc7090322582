/** Finds what a store already has of the teams that are about to be moved to it. */
import type { Db } from '../store/schema.js';

export interface Collisions {
  readonly projects: readonly string[];
  readonly agents: readonly string[];
}

const AT_ONCE = 500;

/** A person may be in the teams of several hosts, but an agent is one program. */
export async function collisionsOf(from: Db, to: Db): Promise<Collisions> {
  const projects = (await from.selectFrom('projects').select('id').orderBy('id').execute()).map(({ id }) => id);
  const agents = await from.selectFrom('agents').select(['id', 'kind']).orderBy('id').execute();
  const kinds = new Map(agents.map(({ id, kind }) => [id, kind]));
  const found = { projects: [] as string[], agents: [] as string[] };
  for (const ids of chunks(projects)) {
    const rows = await to.selectFrom('projects').select('id').where('id', 'in', ids).orderBy('id').execute();
    found.projects.push(...rows.map(({ id }) => id));
  }
  for (const ids of chunks([...kinds.keys()])) {
    const rows = await to.selectFrom('agents').select(['id', 'kind']).where('id', 'in', ids).orderBy('id').execute();
    const same = rows.filter(({ id, kind }) => kind === 'ai' || kinds.get(id) === 'ai');
    found.agents.push(...same.map(({ id }) => id));
  }
  return found;
}

function* chunks(ids: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += AT_ONCE) yield ids.slice(at, at + AT_ONCE);
}
