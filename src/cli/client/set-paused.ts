/** Pauses or resumes an agent: every session it has, or its declaration, so that it is not started either. */
import { SynapseError } from '../../errors.js';
import { isAgentId } from '../../ids.js';
import { isRunning, memberOf } from '../../registry/entry.js';
import { askTeam } from './ask-team.js';
import { ask, findAgent, findRunning, hasTeam, type Place, type RunningAgent } from './find-agent.js';

/** Returns the id it was done for, and what its daemon answered. */
export async function setPaused(
  place: Place,
  word: string,
  verb: 'pause' | 'resume',
): Promise<{ readonly id: string; readonly answer: unknown }> {
  const [first, ...others] = sessionsOf(place, word);
  if (!first) return { id: word, answer: await askDeclared(place, word, verb) };
  const call = { method: 'POST', path: `/control/${verb}`, body: {} } as const;
  const answer = await ask(place, first, call);
  for (const agent of others) await ask(place, agent, call);
  return { id: memberOf(first.live), answer };
}

/** What runs for the agent, under its own id and under those of its sessions. */
function sessionsOf(place: Place, word: string): RunningAgent[] {
  const running = place.registry.list().filter(isRunning);
  const ofMember = running.filter(({ live }) => memberOf(live) === word);
  if (ofMember.length > 0) return ofMember;
  if (isDeclarable(place, word)) return [];
  return [findRunning(place, word)];
}

/** In a team, an exact id may belong to an agent that was declared and has never run. */
function isDeclarable(place: Place, word: string): boolean {
  const known = isAgentId(word) ? place.registry.get(word) : null;
  return hasTeam(place) && isAgentId(word) && !(known && isRunning(known)) && !meansRunning(place, word);
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
    // Unknown to the team, so it is reported like any other agent.
    if (error instanceof SynapseError && error.code === 'agent_not_found') findRunning(place, word);
    throw error;
  }
}
