/** Projects and agents in JSON. */
import { toIso } from '../../clock.js';
import type { TeamAgent } from '../people/agents.js';
import type { Project } from '../people/projects.js';
import type { Json } from './json.js';

export function projectJson(project: Project): Json {
  const { id, name, workingDirectory, status, createdBy, createdAt } = project;
  return {
    id,
    name,
    working_directory: workingDirectory,
    status,
    require_conversations: project.requiresConversations,
    created_by: createdBy,
    created_at: toIso(createdAt),
  };
}

/** Lists the variables of its environment without their values, which may be secret. */
export function agentJson({ parentId, createdAt, env, ...same }: TeamAgent, status: string): Json {
  return { ...same, env: Object.keys(env), parent_agent_id: parentId, status, created_at: toIso(createdAt) };
}
