/** Lists what has an id for a shell that completes a command while no daemon runs. */
import { existsSync } from 'node:fs';
import { systemClock } from '../clock.js';
import { agentPaths, teamPlacesDir } from '../paths.js';
import { hostId } from '../registry/host-id.js';
import { hasTeam, isServer } from '../registry/team-place.js';
import { TaskStore } from '../taskstore/store.js';
import { listConversations } from '../team/chat/conversation-reads.js';
import { viewExecutions } from '../team/executions/executions.js';
import { conversationJson } from '../team/json/conversation-json.js';
import { fullExecutionJson } from '../team/json/execution-json.js';
import { projectJson } from '../team/json/people-json.js';
import { listedTaskJson } from '../team/json/work-json.js';
import { listProjects } from '../team/people/projects.js';
import type { Db } from '../team/store/schema.js';
import { Team } from '../team/team.js';
import { listWorkTasks } from '../team/work/work-tasks.js';
import { settledPlace } from './hosts/settled-place.js';
import { showTask } from './http/show-task.js';
import { isHolderAlive } from './team/team-access.js';

const MOST = 50;

/** As the route of this path answers a person. Null if that cannot be known without a daemon. */
export async function listWithoutDaemon(
  path: string,
  { home, env, person }: { readonly home: string; readonly env: NodeJS.ProcessEnv; readonly person: string },
): Promise<Record<string, unknown> | null> {
  if (path === '/tasks') return { tasks: tasksOf(home, person) };
  const list = LISTS[path];
  const place = await settledPlace(home, env);
  // A server may be slow or away, and a shell does not wait for it.
  if (!list || !hasTeam(home, env) || isServer(place)) return null;
  const sharing = { place, hostId: hostId(home), placesDir: teamPlacesDir(home) };
  const team = await Team.open({ ...sharing, clock: systemClock, isAlive: isHolderAlive, env });
  try {
    return { found: await team.look((db) => list(db, team)) };
  } finally {
    await team.close();
  }
}

const LISTS: Readonly<Record<string, (db: Db, team: Team) => Promise<unknown[]>>> = {
  '/work': async (db) => (await listWorkTasks(db, {})).map(listedTaskJson),
  '/projects': async (db) => (await listProjects(db)).map(projectJson),
  '/conversations': async (db) => (await listConversations(db)).map(conversationJson),
  '/executions': async (db, { logs }) => (await viewExecutions(db, {}, { limit: MOST, logs })).map(fullExecutionJson),
};

function tasksOf(home: string, person: string): unknown[] {
  const path = agentPaths(home, person).store;
  if (!existsSync(path)) return [];
  const store = TaskStore.openReadOnly(path);
  try {
    const self = { id: person, type: 'human', endpoint: null };
    return store.listTasks({ limit: MOST }).map((task) => showTask({ store, self }, task));
  } finally {
    void store.close();
  }
}
