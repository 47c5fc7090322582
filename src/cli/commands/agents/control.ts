/** `synapse pause`, `resume` and `interrupt`: one word to a daemon each. */
import { existsSync } from 'node:fs';
import { SynapseError } from '../../../errors.js';
import { isAgentId } from '../../../ids.js';
import { teamFile } from '../../../paths.js';
import { isRunning, memberOf } from '../../../registry/entry.js';
import { ask, findAgent, findRunning, here, type Place, type RunningAgent } from '../../client/find-agent.js';
import { askTeam } from '../../client/team-daemon.js';
import type { Run } from '../../entry/command-loaders.js';
import { printJson, say } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/options.js';

type Options = OptionValues<typeof jsonOptions>;

export const runPause = hold('pause', (id) => `${id} is paused; go on with: synapse resume ${id}`);
export const runResume = hold('resume', (id) => `${id} gets messages again.`);

export async function runInterrupt(args: readonly string[], options: Options): Promise<number> {
  const place = here();
  const agent = findRunning(place, args[0] ?? '');
  const answer = await ask(place, agent, { method: 'POST', path: '/control/interrupt', body: {} });
  if (options.json) printJson(answer);
  else say(`Pressed the interrupt key of ${agent.id}.`);
  return 0;
}

/** Every session that the agent has; without one, what is declared of it: then it is not started either. */
function hold(verb: 'pause' | 'resume', done: (id: string) => string): Run {
  return async (args: readonly string[], options: Options) => {
    const place = here();
    const word = args[0] ?? '';
    const agents = sessionsOf(place, word);
    const [first] = agents;
    let answer: unknown = null;
    for (const agent of agents) {
      const told = await ask(place, agent, { method: 'POST', path: `/control/${verb}`, body: {} });
      answer ??= told;
    }
    if (!first) answer = await askDeclared(place, word, verb);
    if (options.json) printJson(answer);
    else say(done(first ? memberOf(first.live) : word));
    return 0;
  };
}

/** What runs for the agent: under its own id, and under those of its sessions. */
function sessionsOf(place: Place, word: string): RunningAgent[] {
  const running = place.registry.list().filter(isRunning);
  const ofMember = running.filter(({ live }) => memberOf(live) === word);
  if (ofMember.length > 0) return ofMember;
  if (isDeclarable(place, word)) return [];
  return [findRunning(place, word)];
}

/** Where there is a team, an exact id may mean somebody who was declared and never ran. */
function isDeclarable(place: Place, word: string): boolean {
  const known = isAgentId(word) ? place.registry.get(word) : null;
  return (
    existsSync(teamFile(place.home)) && isAgentId(word) && !(known && isRunning(known)) && !meansRunning(place, word)
  );
}

function meansRunning(place: Place, word: string): boolean {
  try {
    return isRunning(findAgent(place, word));
  } catch {
    return false;
  }
}

async function askDeclared(place: Place, word: string, verb: string): Promise<unknown> {
  try {
    return await askTeam({ path: `/agents/${encodeURIComponent(word)}/${verb}`, body: {} });
  } catch (error) {
    // Nobody of the team: then it is said as for any other agent.
    if (error instanceof SynapseError && error.code === 'agent_not_found') findRunning(place, word);
    throw error;
  }
}
