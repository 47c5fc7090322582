/** Projects: each has a working directory and assigned agents. */
import { fail } from '../../errors.js';
import { noteChange } from '../store/change-log.js';
import type { Db, ProjectRow } from '../store/schema.js';

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly workingDirectory: string | null;
  readonly status: ProjectRow['status'];
  readonly createdBy: string;
  readonly createdAt: number;
  /** The team file it was last declared in. */
  readonly declaredIn: string | null;
  /** Whether its AI agents may write to each other only in conversations. */
  readonly requiresConversations: boolean;
  /** The host that has its folder; null if there is only one. */
  readonly host: string | null;
}

export type NewProject = Omit<Project, 'status' | 'declaredIn' | 'requiresConversations' | 'host'> &
  Partial<Pick<Project, 'requiresConversations'>>;

export async function findProject(db: Db, id: string): Promise<Project | null> {
  const row = await db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toProject(row) : null;
}

export async function mustFindProject(db: Db, id: string): Promise<Project> {
  const project = await findProject(db, id);
  if (!project) throw fail('project_not_found', { project_id: id });
  return project;
}

/** Chat needs a working directory for its files. */
export async function mustHaveFolder(db: Db, id: string): Promise<Project> {
  const project = await mustFindProject(db, id);
  if (project.workingDirectory === null) throw fail('working_directory_not_set', { project_id: id });
  return project;
}

export async function listProjects(db: Db): Promise<Project[]> {
  const rows = await db.selectFrom('projects').selectAll().orderBy('id').execute();
  return rows.map(toProject);
}

export async function addProject(tx: Db, project: NewProject): Promise<Project> {
  if (await findProject(tx, project.id)) throw fail('project_exists', { project_id: project.id });
  const row: ProjectRow = {
    id: project.id,
    name: project.name,
    working_directory: project.workingDirectory,
    status: 'active',
    created_by: project.createdBy,
    created_at: project.createdAt,
    last_seq: 0,
    declared_in: null,
    requires_conversations: project.requiresConversations ? 1 : 0,
    host: null,
  };
  await tx.insertInto('projects').values(row).execute();
  noteChange(tx, 'team', { projectId: project.id, agentIds: null });
  return toProject(row);
}

export async function changeProject(
  tx: Db,
  { id, name, workingDirectory, status, declaredIn, requiresConversations }: Project,
): Promise<void> {
  await tx
    .updateTable('projects')
    .set({
      name,
      working_directory: workingDirectory,
      status,
      declared_in: declaredIn,
      requires_conversations: requiresConversations ? 1 : 0,
    })
    .where('id', '=', id)
    .execute();
  noteChange(tx, 'team', { projectId: id, agentIds: null });
}

function toProject(row: ProjectRow): Project {
  return {
    id: row.id,
    name: row.name,
    workingDirectory: row.working_directory,
    status: row.status,
    createdBy: row.created_by,
    createdAt: row.created_at,
    declaredIn: row.declared_in,
    requiresConversations: row.requires_conversations === 1,
    host: row.host,
  };
}
