/** Delegations in JSON. */
import { toIso } from '../../clock.js';
import type { Delegation } from '../work/delegations.js';
import type { Json } from './json.js';

/** For the chat session that is to take it up. */
export function delegationJson(delegation: Delegation): Json {
  const { status, createdAt } = delegation;
  return { ...delegationFacts(delegation), status, created_at: toIso(createdAt) };
}

/** Only what it is about. */
export function delegationFacts({ id, taskId, targetId, purpose, context }: Delegation): Json {
  return { delegation_id: id, task_id: taskId, target_agent_id: targetId, purpose, context };
}

/** For people, who see those of every agent. */
export function fullDelegationJson(delegation: Delegation): Json {
  const { projectId, agentId, result } = delegation;
  return { ...delegationJson(delegation), project_id: projectId, agent_id: agentId, result };
}

/** For the agent that is to work on, while it is open. */
export function openDelegationJson({ id, targetId, purpose }: Delegation): Json {
  return { delegation_id: id, target_agent_id: targetId, purpose };
}
