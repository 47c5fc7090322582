/** The table of `synapse list`. */
import { systemClock } from '../../../clock.js';
import { LIST } from '../../../i18n/said/labels.js';
import { statusSaid } from '../../../i18n/said/states.js';
import { told } from '../../../i18n/told.js';
import { shortId } from '../../../ids.js';
import { type AgentStatus, type KnownAgent, type LiveEntry, terminalsOf } from '../../../registry/entry.js';
import type { Registry } from '../../../registry/registry.js';
import { everybody } from '../../client/find-agent.js';
import { age, type Cell, type Colors, colorsFor, table } from '../../print/output.js';
import { oneLine, printLine, printNote, said } from '../../print/stdio.js';
import { describeSession, sessionIn, type TeamSessions } from '../../print/team-session.js';
import { describeWaiting, isStuck, isUnderway, remedyFor } from '../../print/waiting-work.js';
import { cutToWidth, terminalWidth } from '../../print/width.js';

export interface Look {
  readonly registry: Registry;
  readonly team: TeamSessions;
  readonly select: (agents: readonly KnownAgent[]) => readonly KnownAgent[];
  readonly wide: boolean;
  readonly you: string | null;
}

export async function printTable({ registry, team, select, wide, you }: Look): Promise<void> {
  const known = everybody(registry);
  const agents = select(known);
  const soon = { ...team, waiting: team.waiting.filter((work) => !isStuck(work)) };
  if (agents.length > 0) {
    const style = {
      colors: await colorsFor(process.stdout),
      now: systemClock.now(),
      width: terminalWidth(),
      wide,
      you,
    };
    printLine(agentTable({ agents, team: soon }, style));
  } else if (known.length === 0) {
    printNote('There are no agents yet. Start one: synapse start shell --id worker -- ./my-agent.sh');
  } else {
    printNote('No agents are running. To see the stopped ones: synapse list -a');
  }
  for (const { file, reason } of registry.problems())
    printNote(`warning: cannot read ${file}: ${oneLine(reason)} (see synapse doctor)`);
  for (const work of team.waiting.filter(isStuck))
    printNote(`note: ${oneLine(describeWaiting(work))} (${said(remedyFor(work))})`);
}

export interface Listed {
  readonly agents: readonly KnownAgent[];
  readonly team: TeamSessions;
}

export interface TableStyle {
  readonly colors: Colors;
  readonly now: number;
  /** The columns of the terminal; null in a pipe. */
  readonly width: number | null;
  readonly wide: boolean;
  /** The agent that looks. */
  readonly you: string | null;
}

type Column = 'ID' | 'PROGRAM' | 'ROLE' | 'STATUS' | 'DOING' | 'UP' | 'PORT' | 'CHANNEL' | 'PROJECT';
type Row = Readonly<Record<Column, Cell>>;

/** On a narrow terminal, the first of these give way, so that the others stay readable. */
const GIVE_WAY: readonly Column[] = ['CHANNEL', 'PORT', 'PROJECT', 'ROLE', 'UP', 'PROGRAM', 'DOING'];
/** A column in which less than this fits says nothing. */
const LEAST_READABLE = 8;

/** Several terminals of one agent are listed below it. */
export function agentTable({ agents, team }: Listed, style: TableStyle): string {
  const { colors, width } = style;
  const columns = columnsFor(style);
  const rows = agents.flatMap((agent) => [agentRow(agent, team, style), ...terminalRows(agent, team, style)]);
  const cells = rows.map((row) => columns.map((column) => row[column]));
  const waiting = team.waiting.filter((work) => !isUnderway(work)).map((work) => oneLine(describeWaiting(work)));
  const lines = waiting.map((line) => colors.yellow(width === null ? line : cutToWidth(line, width)));
  return [table(columns, cells, colors, width), ...(lines.length > 0 ? ['', ...lines] : [])].join('\n');
}

export function columnsFor({ width, wide }: Pick<TableStyle, 'width' | 'wide'>): readonly Column[] {
  const usual: readonly Column[] = ['ID', 'PROGRAM', 'ROLE', 'STATUS', 'DOING', 'UP'];
  let columns: readonly Column[] = wide ? [...usual, 'PORT', 'CHANNEL', 'PROJECT'] : usual;
  for (const column of GIVE_WAY) {
    if (width === null || columns.length * (LEAST_READABLE + 2) - 2 <= width) return columns;
    columns = columns.filter((each) => each !== column);
  }
  return columns;
}

function agentRow(agent: KnownAgent, team: TeamSessions, { colors, now, you }: TableStyle): Row {
  const { live, id, name, status } = agent;
  const marks = [...(name === null ? [] : [name]), ...(id === you ? [told(LIST.you)] : [])];
  const [terminal, ...others] = live ? terminalsOf(live) : [];
  const session = live && terminal && others.length === 0 ? sessionIn(live, terminal, team) : null;
  return {
    ID: { text: marks.length === 0 ? id : `${id} (${marks.join(', ')})`, paint: colors.bold, keepsEnd: true },
    PROGRAM: { text: agent.type },
    ROLE: { text: cutToWidth(oneLine(agent.role ?? '-'), MOST_IN_PIPE) },
    STATUS: { text: statusSaid(status), paint: statusPaint(status, colors) },
    DOING: {
      text: doing(status, live, [session && describeSession(session), live?.currentTask && shortId(live.currentTask)]),
    },
    UP: { text: live && status !== 'dead' ? age(now - live.startedAt) : '-', paint: colors.dim },
    PORT: { text: live ? String(live.port) : '-' },
    CHANNEL: { text: live?.channel ?? '-' },
    PROJECT: { text: agent.project ?? '-' },
  };
}

/** Only if there are several. */
function terminalRows({ live }: KnownAgent, team: TeamSessions, { colors, now }: TableStyle): Row[] {
  const terminals = live ? terminalsOf(live) : [];
  if (!live || terminals.length < 2) return [];
  const nothing = { text: '' };
  return terminals.map((terminal) => {
    const { session: name, status, project, startedAt, channel } = terminal;
    const session = sessionIn(live, terminal, team);
    return {
      ID: { text: `  ${name}` },
      PROGRAM: nothing,
      ROLE: nothing,
      STATUS: { text: statusSaid(status), paint: statusPaint(status, colors) },
      DOING: { text: doing(status, terminal, [session && describeSession(session)]) },
      UP: { text: age(now - startedAt), paint: colors.dim },
      PORT: nothing,
      CHANNEL: { text: channel ?? '-' },
      PROJECT: { text: project ?? '-' },
    };
  });
}

function statusPaint(status: AgentStatus, colors: Colors): (text: string) => string {
  if (status === 'ready') return colors.green;
  if (status === 'dead') return colors.red;
  return status === 'stopped' ? colors.dim : colors.yellow;
}

type Noted = Partial<Pick<LiveEntry, 'statusReason' | 'longHeld' | 'degraded'>>;

/** Mail that waits for long matters more than why the program is as it is, and that more than what it works on. */
function doing(status: AgentStatus, entry: Noted | null, work: readonly (string | null | undefined)[]): string {
  const { longHeld, statusReason, degraded = [] } = entry ?? {};
  const reason = longHeld ? said(`${longHeld.count} held: ${longHeld.reason}`) : statusReason;
  const unused = degraded.map(({ channel, why }) => said(`the channel ${channel} is not used: ${why}`));
  const notes = status === 'dead' ? [] : [reason, ...work, ...unused].flatMap((note) => (note ? [oneLine(note)] : []));
  return notes.length === 0 ? '-' : cutToWidth(notes.join('; '), MOST_IN_PIPE);
}

/** A dialog may be a whole screen. On a terminal the table is cut to its width; `--json` has all of it. */
const MOST_IN_PIPE = 100;
