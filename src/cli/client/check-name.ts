/** Refuses ids and names that cannot be given to an agent. */

import { fail } from '../../errors.js';
import { isAgentId, isSessionAddress } from '../../ids.js';
import { readExternal } from '../../registry/externals.js';
import type { Registry } from '../../registry/registry.js';

/** A name can be used wherever an id can, so it follows the same rules. `id` is the agent that is to have it. */
export function checkName(registry: Registry, id: string | null, name: string): void {
  checkSpelling(name, 'name');
  mustNotBeExternal(registry, name);
  mustBeFree(registry, id, name);
}

/** A word means one agent, also if that is an outside agent. */
export function mustNotBeExternal({ home }: Registry, word: string): void {
  if (readExternal(home, word)) throw fail('name_taken', { name: word, agent: OUTSIDE });
}

const OUTSIDE = { en: 'an outside agent', ja: '外部エージェント' };

export function mustBeFree(registry: Registry, id: string | null, name: string): void {
  const owner = registry.list().find((other) => other.id !== id && (other.id === name || other.name === name));
  if (owner) throw fail('name_taken', { name, agent: owner.id });
}

export function checkSpelling(word: string, what: 'id' | 'name'): void {
  if (isSessionAddress(word)) throw fail('agent_id_reserved', { agent_id: word });
  if (isAgentId(word)) return;
  throw fail('invalid_request', {
    reason: `"${word}" is not a valid ${what}. Use up to 64 letters, digits, dots, hyphens and underscores.`,
  });
}
