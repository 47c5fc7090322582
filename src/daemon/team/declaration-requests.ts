/** Declares a whole team for `synapse up`, and pauses a project for `synapse down`. */

import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { projectJson } from '../../team/json/people-json.js';
import { listAgents, NEW_AGENT } from '../../team/people/agents.js';
import { checkFile, type DeclaredAgent, declareTeam } from '../../team/people/declaration.js';
import { changeProject, mustFindProject } from '../../team/people/projects.js';
import { forgetFailures } from '../../team/sessions/session-starts.js';
import { fieldsOf, flagField, wrong } from '../http/door/fields.js';
import type { ById, Exchange } from '../http/exchange.js';
import { readAgentChanges } from './agent-body.js';
import { idIn, personBody } from './person-body.js';
import type { TeamAccess } from './team-access.js';
import { teamWith } from './team-requests.js';

/** Declares all of it or nothing. */
export async function declareProject(access: TeamAccess, exchange: Exchange<ById>): Promise<unknown> {
  const body = await personBody(access, exchange);
  const id = idIn(exchange.params);
  const { name, dir, file, agents } = body;
  if (typeof name !== 'string' || name === '') throw wrong('name', 'a text');
  if (typeof dir !== 'string' || !isAbsolute(dir)) throw wrong('dir', 'an absolute path');
  if (typeof file !== 'string' || !isAbsolute(file)) throw wrong('file', 'an absolute path');
  if (!Array.isArray(agents)) throw wrong('agents', 'a list of agents');
  const requiresConversations = flagField(body, 'require_conversations');
  const declared = agents.map(readDeclared);
  const team = await access.open();
  const by = { executorId: access.context.self.id, via: 'person' } as const;
  const wanted = { project: { id, name, workingDirectory: dir, requiresConversations }, file, agents: declared };
  const { hostId, host } = team;
  return team.change((tx, now) => declareTeam(tx, wanted, { by, now, fileExists: existsSync, hostId, host }));
}

/** No sessions are started in a paused project. */
export async function setProjectStatus(access: TeamAccess, exchange: Exchange<ById>): Promise<unknown> {
  const { status, file } = await personBody(access, exchange);
  if (status !== 'active' && status !== 'paused') throw wrong('status', 'active or paused');
  const { id } = exchange.params;
  const team = await teamWith(access, id);
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

/** Reads the whole agent: what the declaration does not name gets its default. */
function readDeclared(value: unknown): DeclaredAgent {
  const body = fieldsOf(value);
  const id = idIn(body);
  const { host } = body;
  if (host !== undefined && host !== null && typeof host !== 'string') throw wrong('host', 'the name or id of a host');
  return { ...NEW_AGENT, id, name: id, ...readAgentChanges(body), host: host ?? null };
}
