/** The table of `synapse list`. */
import { systemClock } from '../../../clock.js';
import { shortId } from '../../../ids.js';
import type { AgentStatus, KnownAgent } from '../../../registry/entry.js';
import type { Registry } from '../../../registry/registry.js';
import { age, type Cell, type Colors, colorsFor, PLAIN, table } from '../../print/output.js';
import { oneLine, printLine, printNote, said } from '../../print/stdio.js';
import { describeSession, sessionIn, type TeamSessions } from '../../print/team-session.js';
import { describeWaiting, isStuck, remedyFor } from '../../print/waiting-work.js';

export async function printTable(registry: Registry, team: TeamSessions): Promise<void> {
  const agents = registry.list();
  const soon = { ...team, waiting: team.waiting.filter((work) => !isStuck(work)) };
  if (agents.length === 0)
    printNote('There are no agents yet. Start one: synapse start shell --id worker -- ./my-agent.sh');
  else printLine(agentTable({ agents, team: soon }, await colorsFor(process.stdout), systemClock.now()));
  for (const { file, reason } of registry.problems())
    printNote(`warning: cannot read ${file}: ${oneLine(reason)} (see synapse doctor)`);
  for (const work of team.waiting.filter(isStuck))
    printNote(`note: ${oneLine(describeWaiting(work))} (${said(remedyFor(work))})`);
}

const HEADER = ['ID', 'TYPE', 'NAME', 'STATUS', 'TASK', 'PORT', 'PROJECT', 'AGE'];

export interface Listed {
  readonly agents: readonly KnownAgent[];
  readonly team: TeamSessions;
}

/** Has a column for sessions only if an agent is in one. */
export function agentTable({ agents, team }: Listed, colors: Colors = PLAIN, now: number): string {
  const hasSessions = agents.some(({ live }) => sessionIn(live, team) !== null);
  const header = hasSessions ? [...HEADER, 'SESSION'] : HEADER;
  const rows = agents.map((agent) => {
    const session = hasSessions ? sessionIn(agent.live, team) : null;
    return [...agentRow(agent, colors, now), ...(session ? [{ text: describeSession(session) }] : [])];
  });
  const waiting = team.waiting.map((work) => colors.yellow(oneLine(describeWaiting(work))));
  return [table(header, rows, colors), ...(waiting.length > 0 ? ['', ...waiting] : [])].join('\n');
}

function agentRow(agent: KnownAgent, colors: Colors, now: number): readonly Cell[] {
  const { live } = agent;
  const reason = live?.statusReason && agent.status !== 'dead' ? ` (${live.statusReason})` : '';
  return [
    { text: agent.id, paint: colors.bold },
    { text: agent.type },
    { text: agent.name ?? '-' },
    { text: `${agent.status}${reason}`, paint: statusPaint(agent.status, colors) },
    { text: live?.currentTask ? shortId(live.currentTask) : '-' },
    { text: live ? String(live.port) : '-' },
    { text: agent.project ?? '-' },
    { text: live ? age(now - live.statusAt) : '-', paint: colors.dim },
  ];
}

function statusPaint(status: AgentStatus, colors: Colors): (text: string) => string {
  if (status === 'ready') return colors.green;
  if (status === 'dead') return colors.red;
  return status === 'stopped' ? colors.dim : colors.yellow;
}
