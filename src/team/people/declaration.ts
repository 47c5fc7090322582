/** Brings a project in line with a team file, in one transaction. */
import { fail } from '../../errors.js';
import { bindAgent, bindProject, type Host, hostNamed, moveAgent, strangers } from '../hosts.js';
import type { Db } from '../store/schema.js';
import type { Actor } from '../work/work-trail.js';
import { assign, findAgent, personOf, projectsOf, type TeamAgent, writeAgent } from './agents.js';
import { wouldCycle } from './hierarchy.js';
import { leaveProject } from './leaving.js';
import { addProject, changeProject, findProject, type Project } from './projects.js';

export interface Declaration {
  readonly project: {
    readonly id: string;
    readonly name: string;
    readonly workingDirectory: string;
    readonly requiresConversations: boolean;
  };
  /** The absolute path of the file it was read from. */
  readonly file: string;
  readonly agents: readonly DeclaredAgent[];
}

/** With the name or id of the host that it is declared for, if the file says so. */
export type DeclaredAgent = Omit<TeamAgent, 'createdAt'> & { readonly host?: string | null };

interface Change {
  readonly id: string;
  readonly change: 'created' | 'changed' | 'unchanged' | 'left';
  /** The names of the fields that changed. */
  readonly fields: readonly string[];
}

export interface Declared {
  readonly project: Change;
  /** Agents that are `elsewhere` were declared by another host first, or for it, and start there. */
  readonly agents: readonly (Change & { readonly released?: number; readonly elsewhere?: true })[];
}

interface Doing {
  readonly by: Actor;
  readonly now: number;
  readonly fileExists: (file: string) => boolean;
  /** The host that declares; null if there is only one. */
  readonly hostId?: string | null;
  /** Who this host is, whether it shares the store or not. */
  readonly host?: Host;
}

/**
 * Afterwards the project has the declared agents, those added by hand, and the person. A new or paused project does not
 * become active here, because `up` must start its agents first.
 */
export async function declareTeam(tx: Db, wanted: Declaration, doing: Doing): Promise<Declared> {
  const { by, now } = doing;
  const project = await declareProject(tx, wanted, doing);
  const projectId = wanted.project.id;
  const left = await takeOut(tx, wanted, doing);
  checkHierarchy(wanted.agents);
  const others = await strangers(tx, idsOf(wanted.agents), doing.hostId ?? null);
  const agents: Declared['agents'][number][] = [];
  for (const agent of wanted.agents) {
    const host = agent.host ? await hostNamed(tx, { agentId: agent.id, host: agent.host }, doing) : null;
    if (host === null && others.has(agent.id)) {
      agents.push({ id: agent.id, change: 'unchanged', fields: [], elsewhere: true });
      continue;
    }
    const declared = await declareAgent(tx, projectId, agent, doing);
    const isMoved = host !== null && (await moveAgent(tx, agent.id, host));
    agents.push({
      ...declared,
      ...(isMoved && declared.change === 'unchanged' ? { change: 'changed' } : {}),
      ...(isMoved && declared.change !== 'created' ? { fields: [...declared.fields, 'host'] } : {}),
      ...(host !== null && host !== doing.hostId ? { elsewhere: true } : {}),
    });
  }
  if (!(await findAgent(tx, by.executorId))) await writeAgent(tx, personOf(by.executorId, now));
  await assign(tx, projectId, by.executorId, now);
  return { project, agents: [...agents, ...left] };
}

function idsOf(agents: readonly DeclaredAgent[]): string[] {
  return agents.map(({ id }) => id);
}

/** Refuses a second team file for the same project, such as a copy of the first. */
export function checkFile({ id, declaredIn }: Project, file: string, fileExists: (file: string) => boolean): void {
  if (declaredIn === null || declaredIn === file || !fileExists(declaredIn)) return;
  throw fail('project_declared_elsewhere', { project_id: id, file: declaredIn });
}

async function declareProject(tx: Db, { project, file }: Declaration, doing: Doing): Promise<Change> {
  const known = await findProject(tx, project.id);
  const before = known ?? (await addProject(tx, { ...project, createdBy: doing.by.executorId, createdAt: doing.now }));
  // The folder of a project, and the file it comes from, are those of the host that made it.
  if (known && known.host !== null && known.host !== (doing.hostId ?? null)) {
    return { id: project.id, change: 'unchanged', fields: [] };
  }
  if (!known) await bindProject(tx, project.id, doing.hostId ?? null);
  const status = known?.status === 'active' ? 'active' : 'paused';
  checkFile(before, file, doing.fileExists);
  const after: Project = { ...before, ...project, declaredIn: file };
  const fields = [...differences(before, after, PROJECT_FIELDS), ...(known && status !== 'active' ? ['status'] : [])];
  await changeProject(tx, { ...after, status });
  return { id: project.id, change: !known ? 'created' : fields.length > 0 ? 'changed' : 'unchanged', fields };
}

const PROJECT_FIELDS: Readonly<Record<string, keyof Project>> = {
  name: 'name',
  dir: 'workingDirectory',
  require_conversations: 'requiresConversations',
};

const AGENT_FIELDS: Readonly<Record<string, keyof Omit<TeamAgent, 'createdAt'>>> = {
  kind: 'kind',
  name: 'name',
  role: 'role',
  parent: 'parentId',
  manager: 'hierarchy',
  profile: 'profile',
  command: 'command',
  auto: 'auto',
  env: 'env',
  cwd: 'cwd',
  start: 'start',
};

async function declareAgent(
  tx: Db,
  projectId: string,
  { host, ...agent }: DeclaredAgent,
  doing: Doing,
): Promise<Change> {
  const { by, now } = doing;
  if (agent.id === by.executorId && agent.kind === 'ai') throw fail('agent_is_person', { agent_id: agent.id });
  const known = await findAgent(tx, agent.id);
  const homes = known ? await projectsOf(tx, agent.id) : [];
  const elsewhere = homes.find((id) => id !== projectId);
  // A program runs in one project only, and the file of the other would contradict this one.
  if (agent.kind === 'ai' && elsewhere !== undefined) {
    throw fail('agent_works_elsewhere', { agent_id: agent.id, project_id: elsewhere });
  }
  const isMember = homes.includes(projectId);
  const before = known ?? { ...agent, createdAt: now };
  const fields = differences(before, agent, AGENT_FIELDS);
  if (!known || fields.length > 0) await writeAgent(tx, { ...before, ...agent });
  if (!host) await bindAgent(tx, agent.id, doing.hostId ?? null);
  await assign(tx, projectId, agent.id, now);
  await tx
    .updateTable('project_agents')
    .set({ is_declared: 1 })
    .where('project_id', '=', projectId)
    .where('agent_id', '=', agent.id)
    .where('is_declared', '=', 0)
    .execute();
  return { id: agent.id, change: !isMember ? 'created' : fields.length > 0 ? 'changed' : 'unchanged', fields };
}

/** Removes agents that an earlier file declared and this one does not. The person who runs `up` stays. */
async function takeOut(tx: Db, { project, agents }: Declaration, { by, now, hostId = null }: Doing) {
  const rows = await tx
    .selectFrom('project_agents')
    .select('agent_id')
    .where('project_id', '=', project.id)
    .where('is_declared', '=', 1)
    .orderBy('agent_id')
    .execute();
  const kept = new Set([...agents.map(({ id }) => id), by.executorId]);
  const left: (Change & { released: number })[] = [];
  const others = await strangers(
    tx,
    rows.map((row) => row.agent_id),
    hostId,
  );
  for (const { agent_id: agentId } of rows.filter((row) => !kept.has(row.agent_id))) {
    if (others.has(agentId)) continue;
    const released = await leaveProject(tx, { projectId: project.id, agentId }, { by, now });
    left.push({ id: agentId, change: 'left', fields: [], released });
  }
  return left;
}

/** Checks the hierarchy as a whole, because parents may be declared after their children or swap with them. */
function checkHierarchy(agents: readonly DeclaredAgent[]): void {
  const ids = new Set(agents.map(({ id }) => id));
  for (const { id, parentId } of agents) {
    if (parentId === null) continue;
    if (!ids.has(parentId)) throw fail('agent_not_found', { target: parentId });
    if (wouldCycle(id, parentId, agents)) throw fail('hierarchy_cycle', { agent_id: id, parent_agent_id: parentId });
  }
}

function differences<T>(
  before: T,
  after: { [K in keyof T]?: T[K] },
  fields: Readonly<Record<string, keyof T>>,
): string[] {
  return Object.keys(fields).filter((name) => {
    const key = fields[name] as keyof T;
    return spelled(before[key]) !== spelled(after[key]);
  });
}

/** Spells a value for comparison; the order of variables does not count. */
function spelled(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
