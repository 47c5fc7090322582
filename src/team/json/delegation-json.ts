/** Delegations in JSON. */
import { toIso } from '../../clock.js';
import type { Delegation } from '../work/delegations.js';
import type { Json } from './json.js';

/** For the chat session that takes it up. */
export function delegationJson(delegation: Delegation): Json {
  const { status, createdAt } = delegation;
  return { ...delegationFacts(delegation), status, created_at: toIso(createdAt) };
}

/** Without its status. */
export function delegationFacts({ id, taskId, targetId, purpose, context }: Delegation): Json {
  return { delegation_id: id, task_id: taskId, target_agent_id: targetId, purpose, context };
}

/** With the agent it belongs to, for people. */
export function fullDelegationJson(delegation: Delegation): Json {
  const { projectId, agentId, result } = delegation;
  return { ...delegationJson(delegation), project_id: projectId, agent_id: agentId, result };
}

/** Part of the `work` action. */
export function openDelegationJson({ id, targetId, purpose }: Delegation): Json {
  return { delegation_id: id, target_agent_id: targetId, purpose };
}
