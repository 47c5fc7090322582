/** `synapse list`: who is there and what they are doing, once or live. */
import { cleanText } from '../../../clean-text.js';
import { systemClock } from '../../../clock.js';
import { shortId } from '../../../ids.js';
import type { AgentStatus, KnownAgent } from '../../../registry/entry.js';
import { teamSessions, teamSessionsInStore } from '../../client/ask-sessions.js';
import { isStuck, remedyOf, sentenceOf } from '../../client/ask-waiting.js';
import { here, type Place } from '../../client/find-agent.js';
import { age, type Cell, type Colours, coloursFor, PLAIN, table } from '../../print/output.js';
import { describeSession, sessionIn, type TeamSessions } from '../../print/session-words.js';
import { printLine, readable, say } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { listOptions } from '../../spec/options.js';
import { runListJson } from './list-json.js';

export async function runList(_args: readonly string[], options: OptionValues<typeof listOptions>): Promise<number> {
  const place = here();
  if (options.watch) {
    const { watchAgents } = await import('./list-watch.js');
    return watchAgents(place, { json: options.json ?? false, colours: await coloursFor(process.stdout) });
  }
  const team = (await teamSessions(place)) ?? (await teamSessionsInStore(place));
  if (options.json) return runListJson(team);
  const agents = place.registry.list();
  const soon = { ...team, waiting: team.waiting.filter((work) => !isStuck(work)) };
  if (agents.length === 0) say('Nobody is there yet. Start somebody: synapse start shell --id worker -- ./my-agent.sh');
  else printLine(agentTable({ agents, team: soon }, await coloursFor(process.stdout), systemClock.now()));
  sayProblems(place);
  for (const work of team.waiting.filter(isStuck)) say(`note: ${cleanText(sentenceOf(work))} (${remedyOf(work)})`);
  return 0;
}

const HEADER = ['ID', 'TYPE', 'NAME', 'STATUS', 'TASK', 'PORT', 'PROJECT', 'AGE'];

export interface Listed {
  readonly agents: readonly KnownAgent[];
  readonly team: TeamSessions;
}

/** With what they are in their project for, where somebody is in one. */
export function agentTable({ agents, team }: Listed, colours: Colours = PLAIN, now: number): string {
  const hasSessions = agents.some(({ live }) => sessionIn(live, team) !== null);
  const header = hasSessions ? [...HEADER, 'SESSION'] : HEADER;
  const rows = agents.map((agent) => {
    const session = hasSessions ? sessionIn(agent.live, team) : null;
    return [...agentRow(agent, colours, now), ...(session ? [{ text: describeSession(session) }] : [])];
  });
  const waiting = team.waiting.map((work) => colours.yellow(readable(sentenceOf(work))));
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

export function sayProblems({ registry }: Place): void {
  for (const { file, reason } of registry.problems())
    say(`warning: ${file} cannot be read: ${reason} (see synapse doctor)`);
}
