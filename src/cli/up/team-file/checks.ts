/** What must hold between the parts of a team file: hierarchy, programs and folders. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { SynapseError } from '../../../errors.js';
import { isSessionAddress } from '../../../ids.js';
import { isInteractiveShell } from '../../../launch/interactive-shell.js';
import { nearest } from '../../../nearest.js';
import { loadProfile } from '../../../profiles/load.js';
import { programOf } from '../../../profiles/program-command.js';
import { PROGRAM_KEY_NAMES } from './keys.js';
import type { FileAgent, TeamFile } from './team-file.js';
import type { Problem, Values } from './values.js';

export interface ReadTeam extends TeamFile {
  /** Agents of which something could not be read: their programs are not judged by what is left. */
  readonly broken: ReadonlySet<string>;
}

export async function checkTeam(team: ReadTeam, values: Values, { home }: { home: string }): Promise<Problem[]> {
  const problems = [...folderProblems(team, values), ...hierarchyProblems(team.agents)];
  for (const agent of team.agents) {
    if (isSessionAddress(agent.id)) {
      const message = `"${agent.id}" cannot be an id here: the sessions of ${agent.id.replace(/\.[^.]*$/, '')} are called so.`;
      problems.push({ path: ['agents', agent.id], message });
    }
    if (team.broken.has(agent.id)) continue;
    const own = ownValues(values, agent.id);
    if (agent.kind === 'human') problems.push(...personProblems(agent, own));
    else problems.push(...(await programProblems(agent, own, { home, dir: team.project.dir })));
  }
  return withoutRepetition(problems);
}

function ownValues(values: Values, id: string): Values {
  return ((values.agents as Record<string, Values> | undefined)?.[id] ?? {}) as Values;
}

function folderProblems({ project }: TeamFile, values: Values): Problem[] {
  const isGiven = (values.project as Values | undefined)?.dir !== undefined;
  if (!isGiven || isFolder(project.dir)) return [];
  return [{ path: ['project', 'dir'], message: `There is no folder ${project.dir}.` }];
}

function hierarchyProblems(agents: readonly FileAgent[]): Problem[] {
  const parents = new Map(agents.map(({ id, parent }) => [id, parent]));
  const problems: Problem[] = [];
  const inCircles = new Set<string>();
  for (const { id, parent } of agents) {
    if (parent === null) continue;
    const path = ['agents', id, 'parent'];
    if (!parents.has(parent)) {
      const near = nearest(parent, parents.keys());
      const hint = near ? `did you mean "${near}"?` : 'the agents of this file are meant.';
      problems.push({ path, message: `There is no agent "${parent}"; ${hint}` });
    }
    const circle = circleAbove(id, parents);
    if (!circle || inCircles.has(id)) continue;
    for (const member of circle) inCircles.add(member);
    problems.push({ path, message: `Nobody stands above themselves: ${[...circle, id].join(' → ')}.` });
  }
  return problems;
}

/** From the agent up to itself, if that is where its parents lead. */
function circleAbove(id: string, parents: ReadonlyMap<string, string | null>): string[] | null {
  const above = [id];
  for (let next = parents.get(id); next; next = parents.get(next)) {
    if (next === id) return above;
    if (above.includes(next)) return null;
    above.push(next);
  }
  return null;
}

function personProblems({ id }: FileAgent, own: Values): Problem[] {
  return PROGRAM_KEY_NAMES.filter((key) => own[key] !== undefined).map((key) => ({
    path: ['agents', id, key],
    message: `${id} is a person, and a person has no "${key}".`,
  }));
}

async function programProblems(
  agent: FileAgent,
  own: Values,
  { home, dir }: { readonly home: string; readonly dir: string },
): Promise<Problem[]> {
  const { id } = agent;
  const placeOf = (key: string) => (own[key] === undefined ? ['defaults', key] : ['agents', id, key]);
  if (agent.profile === null) {
    return [{ path: ['agents', id], message: `${id} is an AI agent and needs a "profile" or a "command".` }];
  }
  const cwd = resolve(dir, agent.cwd ?? '.');
  const folders =
    agent.cwd === null || isFolder(cwd) ? [] : [{ path: placeOf('cwd'), message: `There is no folder ${cwd}.` }];
  const where = agent.command === null ? placeOf('profile') : placeOf('command');
  try {
    const profile = await loadProfile(agent.profile, { home, cwd });
    const program = programOf(profile, agent.command);
    if (!isInteractiveShell(program)) return folders;
    const refused = `${program.join(' ')} is an interactive shell: it would execute every message it gets.`;
    return [...folders, { path: where, message: `${refused} Name the program itself.` }];
  } catch (error) {
    if (!(error instanceof SynapseError)) throw error;
    const isAboutProfile = error.code === 'profile_not_found';
    const hint = isAboutProfile ? ` ${error.hint}` : '';
    return [...folders, { path: isAboutProfile ? placeOf('profile') : where, message: `${error.message}${hint}` }];
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** What is wrong with the defaults is wrong once, not once for everybody. */
function withoutRepetition(problems: readonly Problem[]): Problem[] {
  const key = ({ path, message }: Problem) => `${path.join('\n')}\n${message}`;
  return [...new Map(problems.map((problem) => [key(problem), problem])).values()];
}
