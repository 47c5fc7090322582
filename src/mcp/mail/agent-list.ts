/** The agents of a home, with what a caller needs to know to write to one. */
import type { KnownAgent } from '../../registry/entry.js';
import type { Json } from './mail.js';

export function agentList(agents: readonly KnownAgent[], selfId: string | null): Json {
  return {
    agents: agents.map((agent) => ({
      id: agent.id,
      type: agent.type,
      name: agent.name,
      role: agent.role,
      kind: agent.kind,
      status: agent.status,
      status_reason: agent.live?.statusReason ?? null,
      current_task: agent.live?.currentTask ?? null,
      project: agent.project,
      ...(agent.id === selfId ? { is_you: true } : {}),
    })),
  };
}
