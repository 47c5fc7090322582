/** `synapse list`: who is there and what they are doing, once or live. */
import { systemClock } from '../../clock.js';
import { shortId } from '../../ids.js';
import type { AgentStatus, KnownAgent } from '../../registry/entry.js';
import { here, type Place } from '../agents.js';
import { isStuck, remedyOf, sentenceOf } from '../ask-waiting.js';
import type { OptionValues } from '../option.js';
import type { listOptions } from '../options.js';
import { age, type Cell, type Colours, coloursFor, PLAIN, table } from '../output.js';
import { printLine, say } from '../say.js';
import { waitingWork } from '../waiting-work.js';
import { runListJson } from './list-json.js';

export async function runList(_args: readonly string[], options: OptionValues<typeof listOptions>): Promise<number> {
  const place = here();
  if (options.watch) {
    const { watchAgents } = await import('./list-watch.js');
    return watchAgents(place, { json: options.json ?? false, colours: await coloursFor(process.stdout) });
  }
  if (options.json) return runListJson(await waitingWork(place));
  const agents = place.registry.list();
  if (agents.length === 0) say('Nobody is there yet. Start somebody: synapse start shell --id worker -- ./my-agent.sh');
  else printLine(agentTable(agents, await coloursFor(process.stdout), systemClock.now()));
  sayProblems(place);
  for (const work of (await waitingWork(place)).filter(isStuck)) say(`note: ${sentenceOf(work)} (${remedyOf(work)})`);
  return 0;
}

const HEADER = ['ID', 'TYPE', 'NAME', 'STATUS', 'TASK', 'PORT', 'PROJECT', 'AGE'];

export function agentTable(agents: readonly KnownAgent[], colours: Colours = PLAIN, now: number): string {
  return table(
    HEADER,
    agents.map((agent) => agentRow(agent, colours, now)),
    colours,
  );
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
