/** Pauses or resumes an agent: its daemon, or its declaration, so that it is not started either. */

import { SynapseError } from '../../errors.js';
import { isAgentId } from '../../ids.js';
import { isRunning } from '../../registry/entry.js';
import type { Registry } from '../../registry/registry.js';
import { askTeam } from './ask-team.js';
import { ask, findAgent, findRunning, hasTeam } from './find-agent.js';

/** Returns the id it was done for. */
export async function setPaused(registry: Registry, word: string, verb: 'pause' | 'resume'): Promise<string> {
  if (isDeclarable(registry, word)) {
    await askDeclared(registry, word, verb);
    return word;
  }
  const agent = findRunning(registry, word);
  await ask(registry, agent, { method: 'POST', path: `/control/${verb}`, body: {} });
  return agent.id;
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

async function askDeclared(registry: Registry, word: string, verb: string): Promise<void> {
  try {
    await askTeam({ path: `/agents/${encodeURIComponent(word)}/${verb}`, body: {} });
  } catch (error) {
    // Unknown to the team, so it is reported like any other agent.
    if (error instanceof SynapseError && error.code === 'agent_not_found') findRunning(registry, word);
    throw error;
  }
}
