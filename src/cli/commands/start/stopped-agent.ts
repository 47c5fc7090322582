/** Which agent `synapse start <word>` means, where the word is no profile. */
import { fail, SynapseError } from '../../../errors.js';
import { isAgentId } from '../../../ids.js';
import { isOnPath } from '../../../profiles/on-path.js';
import type { Registry } from '../../../registry/registry.js';
import { matching } from '../../../registry/resolve-target.js';
import type { OptionValues } from '../../spec/option.js';
import type { startOptions } from './spec.js';

/** Null if the word means no agent; then it should have been a profile. */
export function stoppedAgent(
  registry: Registry,
  [word = '', ...rest]: readonly string[],
  { json: _json, ...options }: OptionValues<typeof startOptions>,
): string | null {
  const id = idOf(registry, word);
  if (id === null) {
    mustNotBeProgram(word, rest);
    return null;
  }
  const [option] = Object.keys(options);
  if (option === undefined && rest.length === 0) return id;
  const hint = `synapse start ${id}, or, to change it: synapse start <profile> --id ${id} …`;
  throw new SynapseError(
    'invalid_request',
    { reason: `${id} is started as it was, so it takes no options.` },
    { hint },
  );
}

/** Also an agent whose port-based address has ended. */
function idOf(registry: Registry, word: string): string | null {
  const definition = isAgentId(word) ? registry.definition(word) : null;
  if (definition) return definition.id;
  const agents = registry.list().filter((agent) => agent.type !== word);
  const matches = matching(word, agents);
  if (matches.length > 1) throw fail('ambiguous_target', { target: word, matches: matches.map(({ id }) => id) });
  return matches[0]?.id ?? null;
}

/** `synapse start ./my-agent.sh`: the program belongs after --. */
function mustNotBeProgram(word: string, rest: readonly string[]): void {
  const isPath = word.includes('/');
  if (!isPath && !isOnPath(word)) return;
  const hint = `synapse start shell -- ${[word, ...rest].join(' ')}`;
  throw new SynapseError('profile_not_found', { profile: word }, { hint });
}
