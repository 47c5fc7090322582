/** Finds the agent that a target word means. */
import { SynapseError } from '../../../errors.js';
import { isAgentId } from '../../../ids.js';
import type { KnownAgent } from '../../../registry/entry.js';
import { asKnownAgent, readExternal } from '../../../registry/externals.js';
import { withoutOwnHost } from '../../../registry/hosts/own-name.js';
import { resolveAddress, resolveElsewhere } from '../../../registry/hosts/resolve-remote.js';
import { resolveTarget } from '../../../registry/resolve-target.js';
import type { DaemonContext } from '../../context.js';

/** Creates an address for an agent that is only declared; null if no agent with that id is declared. */
export type FindDeclared = (id: string) => Promise<KnownAgent | null>;

export async function findTarget(
  { registry, self, project, home, env }: Pick<DaemonContext, 'registry' | 'self' | 'project' | 'home' | 'env'>,
  address: string,
  findDeclared: FindDeclared,
): Promise<KnownAgent> {
  const word = withoutOwnHost(home, env, address);
  // Most words are full ids, so try one entry before reading all of them.
  const exact = word === self.id ? null : registry.get(word);
  if (exact && !exact.remote) return exact;
  const elsewhere = resolveAddress(home, word);
  if (elsewhere) return elsewhere;
  const outside = readExternal(home, word);
  if (outside) return asKnownAgent(outside);
  try {
    return resolveTarget(word, registry.list(), { self: self.id, project });
  } catch (error) {
    const isUnknown = error instanceof SynapseError && error.code === 'agent_not_found';
    const declared = isUnknown && isAgentId(word) ? await findDeclared(word) : null;
    if (declared) return declared;
    const found = isUnknown ? resolveElsewhere(home, word) : null;
    if (found) return found;
    throw error;
  }
}
