/** Answers people about projects, agents and conversations, and lets them change their teams. */

import { isAbsolute } from 'node:path';
import { fail } from '../../errors.js';
import { keepEnvironment } from '../../launch/project-environment.js';
import type { AgentStatus } from '../../registry/entry.js';
import type { Conversation } from '../../team/chat/conversation.js';
import { findConversation, listConversations } from '../../team/chat/conversation-reads.js';
import { messagesOfConversation } from '../../team/chat/messages.js';
import { bindAgent, bindProject, otherHostsOf } from '../../team/hosts.js';
import { conversationJson } from '../../team/json/conversation-json.js';
import type { Json } from '../../team/json/json.js';
import { spokenMessageJson } from '../../team/json/message-json.js';
import { agentJson, projectJson } from '../../team/json/people-json.js';
import { waitingWorkJson } from '../../team/json/session-json.js';
import {
  assign,
  findAgent,
  isAssigned,
  listAgents,
  NEW_AGENT,
  personOf,
  projectsOf,
  putAgent,
  type TeamAgent,
} from '../../team/people/agents.js';
import { leaveProject } from '../../team/people/leaving.js';
import { addProject, listProjects, mustFindProject } from '../../team/people/projects.js';
import { NOTHING_PRUNED, pruneOver } from '../../team/prune.js';
import { forgetFailures } from '../../team/sessions/session-starts.js';
import { idNamed } from '../../team/store/id-prefix.js';
import type { Team } from '../../team/team.js';
import type { Actor } from '../../team/work/work-trail.js';
import type { DaemonContext } from '../context.js';
import { flagField, wrong } from '../http/door/fields.js';
import type { ById, Exchange } from '../http/exchange.js';
import { readAgentChanges } from './agent-body.js';
import { idIn, oneLine, personBody } from './person-body.js';
import { rulesIn, sessionsOf, waitingIn } from './session-requests.js';
import type { TeamAccess } from './team-access.js';
import { isVisible, mustSee, visibleProject } from './visible.js';

const MOST_MESSAGES = 500;

export async function projects(access: TeamAccess): Promise<unknown> {
  const team = await access.ifThere();
  const found = team ? await team.look(listProjects) : [];
  return { projects: found.filter(({ id }) => isVisible(access, id)).map(projectJson) };
}

export async function showProject(access: TeamAccess, { params }: Exchange<ById>): Promise<unknown> {
  mustSee(access, params.id);
  const team = await teamWith(access, params.id);
  return team.look(async (db) => ({
    project: projectJson(await mustFindProject(db, params.id)),
    agents: (await listAgents(db, params.id)).map((agent) => agentWithStatus(access, agent)),
  }));
}

/** Creates a project; its creator is its first human agent. */
export async function createProject(access: TeamAccess, exchange: Exchange): Promise<unknown> {
  const body = await personBody(access, exchange);
  const { name, dir } = body;
  const requiresConversations = flagField(body, 'require_conversations');
  const id = idIn(body);
  if (dir !== null && (typeof dir !== 'string' || !isAbsolute(dir))) throw wrong('dir', 'an absolute path');
  const team = await access.open();
  const self = access.context.self.id;
  const project = await team.change(async (tx, now) => {
    const title = typeof name === 'string' && name !== '' ? oneLine(name, 'name') : id;
    const about = { id, name: title, workingDirectory: dir, requiresConversations };
    const made = await addProject(tx, { ...about, createdBy: self, createdAt: now });
    await bindProject(tx, id, team.hostId);
    if (await findAgent(tx, self)) await assign(tx, id, self, now);
    else await putAgent(tx, id, personOf(self, now));
    return made;
  });
  // A command writes that of its person over it.
  keepEnvironment(access.context.home, id, access.context.env);
  return { project: projectJson(project) };
}

export async function agents(access: TeamAccess, { query }: Exchange): Promise<unknown> {
  const projectId = visibleProject(access, query);
  const team = query.has('project') ? await teamWith(access, projectId as string) : await access.ifThere();
  if (!team) return { agents: [] };
  return team.look(async (db) => {
    if (query.has('project')) await mustFindProject(db, projectId as string);
    const isSeen = (id: string) => isVisible(access, id);
    const work = (await waitingIn(team, rulesIn(access))).filter((each) => isSeen(each.projectId)).map(waitingWorkJson);
    const hosts = await otherHostsOf(db, team.hostId);
    const found = [];
    for (const agent of await listAgents(db, projectId)) {
      const sessions = await sessionsOf(db, agent.id, { registry: access.context.registry, isSeen });
      const projects = (await projectsOf(db, agent.id)).filter(isSeen);
      const waits = work.filter(({ agent_id }) => agent_id === agent.id);
      found.push({
        ...agentWithStatus(access, agent),
        host: hosts.get(agent.id) ?? null,
        projects,
        ...sessions,
        waits,
      });
    }
    return { agents: found };
  });
}

/** Adds an agent, or changes the given fields of an existing one. */
export async function addAgent(access: TeamAccess, exchange: Exchange): Promise<unknown> {
  const body = await personBody(access, exchange);
  const { project: projectId } = body;
  const id = idIn(body);
  if (typeof projectId !== 'string') throw wrong('project', 'the id of a project');
  const team = await teamWith(access, projectId);
  const agent = await team.change(async (tx, now) => {
    await mustFindProject(tx, projectId);
    const known = await findAgent(tx, id);
    await forgetFailures(tx, id);
    const agent = await putAgent(tx, projectId, {
      ...(known ?? { ...NEW_AGENT, id, name: id, createdAt: now }),
      ...readAgentChanges(body),
    });
    await bindAgent(tx, id, team.hostId);
    return agent;
  });
  return { agent: agentWithStatus(access, agent) };
}

/** Removes an agent; its sessions and conversations end. */
export async function dropAgent(access: TeamAccess, exchange: Exchange<ById>): Promise<unknown> {
  const { project: wanted } = await personBody(access, exchange);
  const agentId = exchange.params.id;
  const team = await access.ifThere();
  if (!team) throw fail('agent_not_found', { target: agentId });
  const removed = await team.change(async (tx, now) => {
    if (!(await findAgent(tx, agentId))) throw fail('agent_not_found', { target: agentId });
    const from = typeof wanted === 'string' ? [(await mustFindProject(tx, wanted)).id] : await projectsOf(tx, agentId);
    const by: Actor = { executorId: access.context.self.id, via: 'person' };
    for (const projectId of from) {
      if (!(await isAssigned(tx, projectId, agentId))) {
        throw fail('agent_not_assigned_to_project', { agent_id: agentId, project_id: projectId });
      }
      await leaveProject(tx, { projectId, agentId }, { by, now });
    }
    return from;
  });
  return { agent_id: agentId, projects: removed };
}

export async function makePasskey(access: TeamAccess, exchange: Exchange<ById>): Promise<unknown> {
  // The body says nothing, but a request that cannot be read must not replace a passkey.
  await personBody(access, exchange);
  const agentId = exchange.params.id;
  const team = await access.ifThere();
  if (!team || !(await team.look((db) => findAgent(db, agentId)))) throw fail('agent_not_found', { target: agentId });
  return { agent_id: agentId, passkey: await team.passkeys.renew(agentId) };
}

export async function conversations(access: TeamAccess, { query }: Exchange): Promise<unknown> {
  const projectId = visibleProject(access, query);
  const team = query.has('project') ? await teamWith(access, projectId as string) : await access.ifThere();
  if (!team) return { conversations: [] };
  const found = await team.look(async (db) => {
    if (query.has('project')) await mustFindProject(db, projectId as string);
    return listConversations(db, projectId);
  });
  const visible = found.filter((each) => isVisible(access, each.projectId, partiesOf(each)));
  return { conversations: visible.map(conversationJson) };
}

export async function showConversation(access: TeamAccess, { params }: Exchange<ById>): Promise<unknown> {
  const { id } = params;
  const team = await access.ifThere();
  const found = team && (await team.look(async (db) => findConversation(db, await idNamed(db, 'conversations', id))));
  if (!team || !found || !isVisible(access, found.projectId))
    throw fail('conversation_not_found', { conversation_id: id });
  if (!isVisible(access, found.projectId, partiesOf(found))) {
    throw fail('not_conversation_participant', { conversation_id: id });
  }
  const messages = await team.store.read((db) => messagesOfConversation(db, found.id, MOST_MESSAGES));
  return {
    conversation: conversationJson(found),
    messages: messages.map(spokenMessageJson),
  };
}

/** Deletes what ended long ago and can no longer be queried. */
export async function pruneOld(access: TeamAccess, exchange: Exchange): Promise<unknown> {
  const { older_than_ms: olderThanMs } = await personBody(access, exchange);
  if (typeof olderThanMs !== 'number' || olderThanMs < 0) throw wrong('older_than_ms', 'a number');
  const team = await access.ifThere();
  return { deleted: team ? await pruneOver(team.store, team.clock.now() - olderThanMs) : NOTHING_PRUNED };
}

function partiesOf({ initiatorId, participantId }: Conversation): readonly string[] {
  return [initiatorId, participantId];
}

export async function teamWith(access: TeamAccess, projectId: string): Promise<Team> {
  const team = await access.ifThere();
  if (!team) throw fail('project_not_found', { project_id: projectId });
  return team;
}

function agentWithStatus({ context }: TeamAccess, agent: TeamAgent): Json {
  return agentJson(agent, statusOf(context.registry, agent.id));
}

function statusOf(registry: DaemonContext['registry'], id: string): AgentStatus {
  return registry.get(id)?.status ?? 'stopped';
}
