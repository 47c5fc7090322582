/** The table of `synapse list`. */

import { cleanText } from '../../../clean-text.js';
import { systemClock } from '../../../clock.js';
import { shortId } from '../../../ids.js';
import type { AgentStatus, KnownAgent } from '../../../registry/entry.js';
import type { Registry } from '../../../registry/registry.js';
import { age, type Cell, type Colours, coloursFor, PLAIN, table } from '../../print/output.js';
import { printLine, printNote, readable } from '../../print/stdio.js';
import { describeSession, sessionIn, type TeamSessions } from '../../print/team-session.js';
import { describeWaiting, isStuck, remedyFor } from '../../print/waiting-work.js';

export async function printTable(registry: Registry, team: TeamSessions): Promise<void> {
  const agents = registry.list();
  const soon = { ...team, waiting: team.waiting.filter((work) => !isStuck(work)) };
  if (agents.length === 0)
    printNote('There are no agents yet. Start one: synapse start shell --id worker -- ./my-agent.sh');
  else printLine(agentTable({ agents, team: soon }, await coloursFor(process.stdout), systemClock.now()));
  for (const { file, reason } of registry.problems())
    printNote(`warning: cannot read ${file}: ${reason} (see synapse doctor)`);
  for (const work of team.waiting.filter(isStuck))
    printNote(`note: ${cleanText(describeWaiting(work))} (${remedyFor(work)})`);
}

const HEADER = ['ID', 'TYPE', 'NAME', 'STATUS', 'TASK', 'PORT', 'PROJECT', 'AGE'];

export interface Listed {
  readonly agents: readonly KnownAgent[];
  readonly team: TeamSessions;
}

/** Has a column for sessions only if an agent is in one. */
export function agentTable({ agents, team }: Listed, colours: Colours = PLAIN, now: number): string {
  const hasSessions = agents.some(({ live }) => sessionIn(live, team) !== null);
  const header = hasSessions ? [...HEADER, 'SESSION'] : HEADER;
  const rows = agents.map((agent) => {
    const session = hasSessions ? sessionIn(agent.live, team) : null;
    return [...agentRow(agent, colours, now), ...(session ? [{ text: describeSession(session) }] : [])];
  });
  const waiting = team.waiting.map((work) => colours.yellow(readable(describeWaiting(work))));
  return [table(header, rows, colours), ...(waiting.length > 0 ? ['', ...waiting] : [])].join('\n');
}

function agentRow(agent: KnownAgent, colours: Colours, now: number): readonly Cell[] {
  const { live } = agent;
  const reason = live?.statusReason && agent.status !== 'dead' ? ` (${live.statusReason})` : '';
  return [
    { text: agent.id, paint: colours.bold },
    { text: agent.type },
    { text: agent.name ?? '-' },
    { text: `${agent.status}${reason}`, paint: statusPaint(agent.status, colours) },
    { text: live?.currentTask ? shortId(live.currentTask) : '-' },
    { text: live ? String(live.port) : '-' },
    { text: agent.project ?? '-' },
    { text: live ? age(now - live.statusAt) : '-', paint: colours.dim },
  ];
}

function statusPaint(status: AgentStatus, colours: Colours): (text: string) => string {
  if (status === 'ready') return colours.green;
  if (status === 'dead') return colours.red;
  return status === 'stopped' ? colours.dim : colours.yellow;
}
