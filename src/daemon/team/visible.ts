/** What a daemon shows of its teams: everything to a person, and to a program only what its tools show as well. */
import { fail } from '../../errors.js';
import type { TeamAccess } from './team-access.js';

/** No project has this id. */
const NONE = '';

/** The agent that a program is, and its project; null for a person. */
export function programOf({
  isPerson,
  context,
}: TeamAccess): { readonly projectId: string; readonly agentId: string } | null {
  return isPerson ? null : { projectId: context.project ?? NONE, agentId: context.self.id };
}

/** The project that is asked for, or a program's own; undefined for all projects. */
export function visibleProject(access: TeamAccess, query: URLSearchParams): string | undefined {
  const wanted = query.get('project') ?? undefined;
  if (wanted !== undefined) mustSee(access, wanted);
  return wanted ?? programOf(access)?.projectId;
}

export function mustSee(access: TeamAccess, projectId: string): void {
  const program = programOf(access);
  if (program === null || program.projectId === projectId) return;
  throw fail('agent_not_assigned_to_project', { agent_id: program.agentId, project_id: projectId });
}

/** Whether somebody may see what is in this project and, if agents are given, concerns one of these. */
export function isVisible(access: TeamAccess, projectId: string, agentIds?: readonly string[]): boolean {
  const program = programOf(access);
  if (program === null) return true;
  return program.projectId === projectId && (agentIds?.includes(program.agentId) ?? true);
}
