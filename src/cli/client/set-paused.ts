/** Pauses or resumes an agent: every session it has, or its declaration, so that it is not started either. */

import { SynapseError } from '../../errors.js';
import { isAgentId } from '../../ids.js';
import { isRunning, memberOf } from '../../registry/entry.js';
import type { Registry } from '../../registry/registry.js';
import { askTeam } from './ask-team.js';
import { ask, findAgent, findRunning, hasTeam, type RunningAgent } from './find-agent.js';

/** Returns the id it was done for, and what its daemon answered. */
export async function setPaused(
  registry: Registry,
  word: string,
  verb: 'pause' | 'resume',
): Promise<{ readonly id: string; readonly answer: unknown }> {
  const [first, ...others] = sessionsOf(registry, word);
  if (!first) return { id: word, answer: await askDeclared(registry, word, verb) };
  const call = { method: 'POST', path: `/control/${verb}`, body: {} } as const;
  const answer = await ask(registry, first, call);
  for (const agent of others) await ask(registry, agent, call);
  return { id: memberOf(first.live), answer };
}

/** What runs for the agent, under its own id and under those of its sessions. */
function sessionsOf(registry: Registry, word: string): RunningAgent[] {
  const running = registry.list().filter(isRunning);
  const ofMember = running.filter(({ live }) => memberOf(live) === word);
  if (ofMember.length > 0) return ofMember;
  if (isDeclarable(registry, word)) return [];
  return [findRunning(registry, word)];
}

/** In a team, an exact id may belong to an agent that was declared and has never run. */
function isDeclarable(registry: Registry, word: string): boolean {
  const known = isAgentId(word) ? registry.get(word) : null;
  return hasTeam(registry) && isAgentId(word) && !(known && isRunning(known)) && !meansRunning(registry, word);
}

function meansRunning(registry: Registry, word: string): boolean {
  try {
    return isRunning(findAgent(registry, word));
  } catch {
    return false;
  }
}

async function askDeclared(registry: Registry, word: string, verb: string): Promise<unknown> {
  try {
    return await askTeam({ path: `/agents/${encodeURIComponent(word)}/${verb}`, body: {} });
  } catch (error) {
    // Unknown to the team, so it is reported like any other agent.
    if (error instanceof SynapseError && error.code === 'agent_not_found') findRunning(registry, word);
    throw error;
  }
}
