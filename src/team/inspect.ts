/** Checks the teams of a home from outside: whether their store can be read and their chat files written. */
import { statSync } from 'node:fs';
import { chatTrouble } from './chat/chat-file-path.js';
import { listAgents } from './people/agents.js';
import { listProjects, type Project } from './people/projects.js';
import { type EngineOptions, openEngine } from './store/open-engine.js';
import type { Db } from './store/schema.js';
import { TeamStore } from './store/store.js';

export interface ProjectState {
  readonly id: string;
  readonly troubles: readonly string[];
}

/** Throws if the store cannot be read. Null for a store of an older version, which the next daemon migrates. */
export async function inspectTeam(place: string, options: EngineOptions): Promise<readonly ProjectState[] | null> {
  const found: ProjectState[] = [];
  const isReadable = await TeamStore.inspect(await openEngine(place, { ...options, readonly: true }), async (db) => {
    for (const project of await listProjects(db)) {
      found.push({ id: project.id, troubles: await troublesOf(db, project) });
    }
  });
  return isReadable ? found : null;
}

export interface TeamState {
  readonly projects: readonly Pick<Project, 'id' | 'name' | 'host'>[];
  /** Those that share the store; none if it is a file. */
  readonly hosts: readonly HostState[];
}

interface HostState {
  readonly id: string;
  readonly name: string;
  /** How much of its lease is left; zero or less if it is away. */
  readonly leaseMs: number;
  readonly agents: readonly string[];
}

/** What is in the store, and who shares it. Null for a store of an older version. */
export async function describeTeam(
  place: string,
  options: EngineOptions,
  now: () => number,
): Promise<TeamState | null> {
  const engine = await openEngine(place, { ...options, readonly: true });
  let found: TeamState | null = null;
  await TeamStore.inspect(engine, async (db) => {
    const projects = await listProjects(db);
    const agents = await db.selectFrom('agents').select(['id', 'host']).orderBy('id').execute();
    const hosts = await db.selectFrom('hosts').selectAll().orderBy('name').orderBy('id').execute();
    const at = now() + engine.clockAheadMs();
    found = {
      projects,
      hosts: hosts.map(({ id, name, leased_until }) => ({
        ...{ id, name, leaseMs: leased_until - at },
        agents: agents.filter(({ host }) => host === id).map((agent) => agent.id),
      })),
    };
  });
  return found;
}

async function troublesOf(db: Db, { id, workingDirectory }: Project): Promise<string[]> {
  if (workingDirectory === null) return [];
  if (!statSync(workingDirectory, { throwIfNoEntry: false })?.isDirectory()) {
    return [`its folder ${workingDirectory} is not there`];
  }
  const agents = await listAgents(db, id);
  const troubles = agents.flatMap((agent) => chatTrouble({ workingDirectory, agentId: agent.id }) ?? []);
  return [...new Set(troubles)];
}
