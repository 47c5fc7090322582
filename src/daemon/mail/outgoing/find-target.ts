/** Whom a word means that somebody writes to. */
import { SynapseError } from '../../../errors.js';
import { isAgentId } from '../../../ids.js';
import type { KnownAgent } from '../../../registry/entry.js';
import { resolveTarget } from '../../../registry/resolve-target.js';
import type { DaemonContext } from '../../context.js';

/** Makes an address for an agent that is only declared; null when nobody of that id is. */
export type FindDeclared = (id: string) => Promise<KnownAgent | null>;

export async function findTarget(
  { registry, self, project }: Pick<DaemonContext, 'registry' | 'self' | 'project'>,
  word: string,
  findDeclared: FindDeclared,
): Promise<KnownAgent> {
  // Most words are whole ids: one look instead of reading every entry.
  const exact = word === self.id ? null : registry.get(word);
  if (exact) return exact;
  try {
    return resolveTarget(word, registry.list(), { self: self.id, project });
  } catch (error) {
    const isUnknown = error instanceof SynapseError && error.code === 'agent_not_found';
    const declared = isUnknown && isAgentId(word) ? await findDeclared(word) : null;
    if (declared) return declared;
    throw error;
  }
}
