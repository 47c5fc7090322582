/** Declares a whole team for `synapse up`, and pauses a project for `synapse down`. */
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { isAgentId } from '../../ids.js';
import { projectJson } from '../../team/json/people-json.js';
import { listAgents, NEW_AGENT } from '../../team/people/agents.js';
import { checkFile, type DeclaredAgent, declareTeam } from '../../team/people/declaration.js';
import { changeProject, mustFindProject } from '../../team/people/projects.js';
import { forgetFailures } from '../../team/sessions/session-starts.js';
import type { ById, Exchange } from '../http/exchange.js';
import { readAgentChanges, wrong } from './agent-body.js';
import type { TeamAccess } from './team-access.js';
import { changeOf, teamWith } from './team-requests.js';

/** Declares all of it or nothing. */
export async function declareProject(context: TeamAccess, exchange: Exchange<ById>): Promise<unknown> {
  const body = await changeOf(context, exchange);
  const { id } = exchange.params;
  if (!isAgentId(id)) throw wrong('id', ID_RULE);
  const { name, dir, file, agents } = body;
  if (typeof name !== 'string' || name === '') throw wrong('name', 'a text');
  if (typeof dir !== 'string' || !isAbsolute(dir)) throw wrong('dir', 'an absolute path');
  if (typeof file !== 'string' || !isAbsolute(file)) throw wrong('file', 'an absolute path');
  if (!Array.isArray(agents)) throw wrong('agents', 'a list of agents');
  const declared = agents.map(readDeclared);
  const team = await context.open();
  const by = { executorId: context.context.self.id, via: 'person' } as const;
  const wanted = { project: { id, name, workingDirectory: dir }, file, agents: declared };
  return team.change((tx, now) => declareTeam(tx, wanted, { by, now, fileExists: existsSync }));
}

/** No sessions are started in a paused project. */
export async function setProjectStatus(context: TeamAccess, exchange: Exchange<ById>): Promise<unknown> {
  const { status, file } = await changeOf(context, exchange);
  if (status !== 'active' && status !== 'paused') throw wrong('status', 'active or paused');
  const { id } = exchange.params;
  const team = await teamWith(context, id);
  const project = await team.change(async (tx) => {
    const before = await mustFindProject(tx, id);
    if (typeof file === 'string') checkFile(before, file, existsSync);
    const changed = { ...before, status } as const;
    await changeProject(tx, changed);
    // Somebody wants the project to go on, so sessions that were stopped or given up are tried again.
    if (status === 'active') for (const agent of await listAgents(tx, id)) await forgetFailures(tx, agent.id);
    return changed;
  });
  return { project: projectJson(project) };
}

const ID_RULE = 'letters, digits, dots, hyphens and underscores';

/** Reads the whole agent: what the declaration does not name gets its default. */
function readDeclared(value: unknown): DeclaredAgent {
  const body = (typeof value === 'object' ? (value ?? {}) : {}) as Record<string, unknown>;
  const { id } = body;
  if (typeof id !== 'string' || !isAgentId(id)) throw wrong('id', ID_RULE);
  return { ...NEW_AGENT, id, name: id, ...readAgentChanges(body) };
}
