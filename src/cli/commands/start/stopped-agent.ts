/** Finds the agent that `synapse start <word>` means if the word is not a profile. */
import { fail, SynapseError } from '../../../errors.js';
import { isAgentId } from '../../../ids.js';
import { nearest } from '../../../nearest.js';
import { profileNames } from '../../../profiles/load-profile.js';
import { isOnPath } from '../../../profiles/on-path.js';
import type { Registry } from '../../../registry/registry.js';
import { matching } from '../../../registry/resolve-target.js';
import type { OptionValues } from '../../spec/option.js';
import type { startOptions } from './spec.js';

/** For a word that is no profile. */
export function stoppedAgent(
  registry: Registry,
  args: readonly string[],
  options: OptionValues<typeof startOptions>,
): string {
  const [word = '', ...rest] = args;
  const id = idOf(registry, word);
  if (id === null) throw nothingToStart(registry, word, rest);
  mustTakeNoOptions(id, args, options);
  return id;
}

export function mustTakeNoOptions(
  id: string,
  [, ...rest]: readonly string[],
  { json: _json, ...options }: OptionValues<typeof startOptions>,
): void {
  const [option] = Object.keys(options);
  if (option === undefined && rest.length === 0) return;
  const hint = `synapse start ${id}, or, to change it: synapse start <profile> --id ${id} …`;
  throw new SynapseError(
    'invalid_request',
    { reason: `${id} starts again as it was, so it takes no options.` },
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
function nothingToStart(registry: Registry, word: string, rest: readonly string[]): SynapseError {
  if (word.includes('/') || isOnPath(word)) {
    const hint = `synapse start shell -- ${[word, ...rest].join(' ')}`;
    return new SynapseError('profile_not_found', { profile: word }, { hint });
  }
  const known = registry.list().map(({ id }) => id);
  const near = nearest(word, [...known, ...profileNames({ home: registry.home, cwd: process.cwd() })]);
  return new SynapseError('nothing_to_start', { word }, near ? { hint: `Did you mean ${near}?` } : {});
}
