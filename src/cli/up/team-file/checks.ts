/** The rules of a team file that involve several keys: hierarchy, programs and folders. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { SynapseError } from '../../../errors.js';
import { isSessionAddress } from '../../../ids.js';
import { isInteractiveShell } from '../../../launch/interactive-shell.js';
import { nearest } from '../../../nearest.js';
import { loadProfile } from '../../../profiles/load-profile.js';
import { programOf } from '../../../profiles/program-command.js';
import type { Problem } from '../../../yaml/spot.js';
import type { AgentValues, ProgramValues, TeamFileValues } from './keys.js';
import { type FileAgent, ownProgramKeys, type TeamFile } from './team-file.js';

export interface TeamToCheck {
  readonly team: TeamFile;
  /** What the file itself says, without defaults. */
  readonly values: TeamFileValues;
  /** Problems found so far. The program of an agent with a problem is not checked, because a part of it is missing. */
  readonly found: readonly Problem[];
  readonly home: string;
}

export async function checkTeam({ team, values, found, home }: TeamToCheck): Promise<Problem[]> {
  const problems = [...folderProblems(team, values), ...hierarchyProblems(team.agents)];
  const incomplete = new Set(found.map(({ path: [section, id] }) => (section === 'agents' ? id : undefined)));
  for (const agent of team.agents) {
    problems.push(...idProblems(agent));
    if (incomplete.has(agent.id)) continue;
    const own = values.agents?.[agent.id] ?? {};
    if (agent.kind === 'human') problems.push(...personProblems(agent, own));
    else problems.push(...(await programProblems(agent, own, { home, dir: team.project.dir })));
  }
  return withoutRepetition(problems);
}

function folderProblems({ project }: TeamFile, values: TeamFileValues): Problem[] {
  if (values.project?.dir === undefined || isFolder(project.dir)) return [];
  return [{ path: ['project', 'dir'], message: `There is no folder ${project.dir}.` }];
}

function idProblems({ id }: FileAgent): Problem[] {
  if (!isSessionAddress(id)) return [];
  const member = id.replace(/\.[^.]*$/, '');
  return [{ path: ['agents', id], message: `"${id}" cannot be an id: it is reserved for a session of ${member}.` }];
}

function hierarchyProblems(agents: readonly FileAgent[]): Problem[] {
  const parents = new Map(agents.map(({ id, parent }) => [id, parent]));
  const problems: Problem[] = [];
  const inLoops = new Set<string>();
  for (const { id, parent } of agents) {
    if (parent === null) continue;
    const path = ['agents', id, 'parent'];
    if (!parents.has(parent)) problems.push({ path, message: unknownParent(parent, parents.keys()) });
    const loop = loopAbove(id, parents);
    if (!loop || inLoops.has(id)) continue;
    for (const member of loop) inLoops.add(member);
    problems.push({ path, message: `The hierarchy has a loop: ${[...loop, id].join(' → ')}.` });
  }
  return problems;
}

function unknownParent(parent: string, known: Iterable<string>): string {
  const near = nearest(parent, known);
  return near
    ? `There is no agent "${parent}"; did you mean "${near}"?`
    : `There is no agent "${parent}" in this file.`;
}

/** From the agent up to itself, if that is where its parents lead. */
function loopAbove(id: string, parents: ReadonlyMap<string, string | null>): string[] | null {
  const above = [id];
  for (let next = parents.get(id); next; next = parents.get(next)) {
    if (next === id) return above;
    if (above.includes(next)) return null;
    above.push(next);
  }
  return null;
}

function personProblems({ id }: FileAgent, own: AgentValues): Problem[] {
  return ownProgramKeys(own).map((key) => ({
    path: ['agents', id, key],
    message: `${id} is a person, so it cannot have "${key}".`,
  }));
}

async function programProblems(
  agent: FileAgent,
  own: AgentValues,
  { home, dir }: { readonly home: string; readonly dir: string },
): Promise<Problem[]> {
  const { id } = agent;
  const pathOf = (key: keyof ProgramValues) => (own[key] === undefined ? ['defaults', key] : ['agents', id, key]);
  if (agent.profile === null) {
    return [{ path: ['agents', id], message: `${id} is an AI agent, so it needs a "profile" or a "command".` }];
  }
  const cwd = resolve(dir, agent.cwd ?? '.');
  // Its folder may be on another host.
  const folders =
    agent.cwd === null || agent.host !== null || isFolder(cwd)
      ? []
      : [{ path: pathOf('cwd'), message: `There is no folder ${cwd}.` }];
  const path = agent.command === null ? pathOf('profile') : pathOf('command');
  try {
    const program = programOf(await loadProfile(agent.profile, { home, cwd }), agent.command);
    if (!isInteractiveShell(program)) return folders;
    const refused = `${program.join(' ')} is an interactive shell: it would execute every message it receives.`;
    return [...folders, { path, message: `${refused} Name the program itself.` }];
  } catch (error) {
    if (!(error instanceof SynapseError)) throw error;
    if (error.code !== 'profile_not_found') return [...folders, { path, message: error.message }];
    return [...folders, { path: pathOf('profile'), message: [error.message, error.hint].filter(Boolean).join(' ') }];
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** A problem of the defaults is one problem, not one for each agent. */
function withoutRepetition(problems: readonly Problem[]): Problem[] {
  const key = ({ path, message }: Problem) => `${path.join('\n')}\n${message}`;
  return [...new Map(problems.map((problem) => [key(problem), problem])).values()];
}
