/** Finds the project that a command is about: the one that is named, or else the one of this folder. */
import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { fail, SynapseError } from '../../../errors.js';
import { askTeam } from '../../client/ask-team.js';
import { nameMeant } from '../../client/name-meant.js';
import type { Project } from './project-json.js';

export interface ProjectChoice {
  readonly project?: string | undefined;
  readonly all?: boolean | undefined;
}

/** For commands that list things; undefined for all projects. */
export async function projectToList({ project, all }: ProjectChoice): Promise<string | undefined> {
  if (all && project !== undefined) throw fail('invalid_request', { reason: 'Use --project or --all, not both.' });
  if (all) return undefined;
  const found = await projectsMeant(project);
  return found.length === 1 ? found[0] : undefined;
}

/** For commands that need one. */
export async function projectNeeded(project: string | undefined): Promise<string> {
  const [found, ...others] = await projectsMeant(project);
  if (found === undefined) {
    const reason = 'This folder belongs to no project.';
    throw new SynapseError(
      'invalid_request',
      { reason },
      { hint: 'Add --project ID, or: synapse project create <id>' },
    );
  }
  if (others.length === 0) return found;
  const projects = [found, ...others].join(', ');
  throw new SynapseError(
    'invalid_request',
    { reason: `Several projects use this folder: ${projects}.` },
    { hint: `Add --project ${found}` },
  );
}

/** The project with this id, or a unique beginning of it. A word that fits none stays, so that the daemon says so. */
export async function projectNamed(word: string): Promise<string> {
  const ids = (await allProjects()).map(({ id }) => id);
  return nameMeant(word, ids);
}

async function projectsMeant(word: string | undefined): Promise<readonly string[]> {
  return word === undefined ? projectsOfFolder(await allProjects(), here()) : [await projectNamed(word)];
}

async function allProjects(): Promise<readonly Project[]> {
  return ((await askTeam({ path: '/projects' })) as { projects: Project[] }).projects;
}

/** Those with the innermost folder around this one. */
export function projectsOfFolder(
  projects: readonly Pick<Project, 'id' | 'working_directory'>[],
  folder: string,
): readonly string[] {
  const around = projects.flatMap(({ id, working_directory }) => {
    const dir = working_directory === null ? null : real(working_directory);
    const isAround = dir !== null && (folder === dir || folder.startsWith(dir.endsWith(sep) ? dir : `${dir}${sep}`));
    return isAround ? [{ id, depth: dir.length }] : [];
  });
  const innermost = Math.max(...around.map(({ depth }) => depth));
  return around.filter(({ depth }) => depth === innermost).map(({ id }) => id);
}

function here(): string {
  return real(process.cwd());
}

/** Two names of a folder, of which one leads over a link, are one folder. */
function real(dir: string): string {
  try {
    return realpathSync(dir);
  } catch {
    return dir;
  }
}
