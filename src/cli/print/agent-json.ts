/** An agent as JSON. Imports little, because the quick commands print it too. */
import { toIso } from '../../clock.js';
import { firstTerminal, type KnownAgent, type LiveEntry, terminalsOf } from '../../registry/entry.js';
import { heldJson, terminalJson } from '../../registry/terminal-json.js';
import { sessionIn, type TeamSessions } from './team-session.js';

export function agentJson(agent: KnownAgent, now: number, team: TeamSessions): Record<string, unknown> {
  const { live } = agent;
  const sessions = live ? sessionsJson(live, team) : [];
  return {
    id: agent.id,
    type: agent.type,
    name: agent.name,
    role: agent.role,
    kind: agent.kind,
    status: agent.status,
    status_reason: live?.statusReason ?? null,
    status_at: live ? toIso(live.statusAt) : null,
    age_seconds: live ? Math.max(0, Math.round((now - live.statusAt) / 1000)) : null,
    by: live?.statusBy ?? null,
    via: live?.channel ?? null,
    degraded: live?.degraded ?? [],
    held: live?.longHeld ? heldJson(live.longHeld) : null,
    untried: live?.untried ?? null,
    current_task: live?.currentTask ?? null,
    port: live?.port ?? null,
    endpoint: live?.endpoint ?? null,
    socket: live?.socket ?? null,
    pid: live?.pid ?? null,
    program_pid: live?.programPid ?? null,
    project: agent.project,
    purpose: live?.purpose ?? null,
    why: live?.why ?? null,
    session: firstTerminal(sessions)?.work ?? null,
    sessions,
    cwd: agent.cwd,
    lasting: agent.lasting,
    version: live?.version ?? null,
    started_at: live ? toIso(live.startedAt) : null,
  };
}

/** The terminals of an agent, with what their sessions do. */
function sessionsJson(live: LiveEntry, team: TeamSessions) {
  return terminalsOf(live).map((terminal) => ({ ...terminalJson(terminal), work: sessionIn(live, terminal, team) }));
}
