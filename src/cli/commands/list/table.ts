/** The table of `synapse list`. */
import { systemClock } from '../../../clock.js';
import { shortId } from '../../../ids.js';
import { type AgentStatus, type KnownAgent, type LiveEntry, terminalsOf } from '../../../registry/entry.js';
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

/** Has a column for sessions only if an agent is in one. Several terminals of one agent are listed below it. */
export function agentTable({ agents, team }: Listed, colors: Colors = PLAIN, now: number): string {
  const hasSessions = agents.some(({ live }) => live && sessionCells(live, team).some(({ text }) => text !== ''));
  const header = hasSessions ? [...HEADER, 'SESSION'] : HEADER;
  const rows = agents.flatMap((agent) => {
    const { live } = agent;
    const row = agentRow(agent, colors, now);
    const sessions = live ? sessionCells(live, team) : [];
    if (!live || sessions.length < 2) return [[...row, ...(hasSessions ? sessions : [])]];
    return [
      row,
      ...terminalRows(live, colors, now).map((cells, index) => [...cells, ...sessions.slice(index, index + 1)]),
    ];
  });
  const waiting = team.waiting.map((work) => colors.yellow(oneLine(describeWaiting(work))));
  return [table(header, rows, colors), ...(waiting.length > 0 ? ['', ...waiting] : [])].join('\n');
}

/** What each terminal of an agent is for, in words. */
function sessionCells(live: LiveEntry, team: TeamSessions): Cell[] {
  return terminalsOf(live).map((terminal) => {
    const session = sessionIn(live, terminal, team);
    return { text: session ? describeSession(session) : '' };
  });
}

function terminalRows(live: LiveEntry, colors: Colors, now: number): Cell[][] {
  const nothing = { text: '' };
  return terminalsOf(live).map(({ session, status, project, statusAt, ...entry }) => [
    { text: `  ${session}` },
    ...[nothing, nothing],
    { text: withNote(status, entry), paint: statusPaint(status, colors) },
    ...[nothing, nothing],
    { text: project ?? '-' },
    { text: age(now - statusAt), paint: colors.dim },
  ]);
}

function agentRow(agent: KnownAgent, colors: Colors, now: number): readonly Cell[] {
  const { live } = agent;
  return [
    { text: agent.id, paint: colors.bold },
    { text: agent.type },
    { text: agent.name ?? '-' },
    { text: withNote(agent.status, live), paint: statusPaint(agent.status, colors) },
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

type Noted = Partial<Pick<LiveEntry, 'statusReason' | 'longHeld' | 'degraded'>>;

/** Mail that waits for long matters more than why the program is as it is. */
function withNote(status: AgentStatus, entry: Noted | null): string {
  if (!entry || status === 'dead') return status;
  const { longHeld, statusReason, degraded = [] } = entry;
  const reason = longHeld ? said(`${longHeld.count} held: ${longHeld.reason}`) : statusReason;
  const unused = degraded.map(({ channel, why }) => said(`the channel ${channel} is not used: ${why}`));
  const notes = [...(reason ? [reason] : []), ...unused];
  return notes.length === 0 ? status : `${status} (${notes.map(oneLine).join('; ')})`;
}
