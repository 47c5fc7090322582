/** Finds the agent that `synapse start <word>` means if the word is not a profile. */
import { fail, SynapseError } from '../../../errors.js';
import { isAgentId } from '../../../ids.js';
import { nearest } from '../../../nearest.js';
import { profileNames } from '../../../profiles/load-profile.js';
import { isOnPath } from '../../../profiles/on-path.js';
import type { RemoteAgent } from '../../../registry/hosts/hosts.js';
import { withoutOwnHost } from '../../../registry/hosts/own-name.js';
import { resolveAddress, resolveElsewhere } from '../../../registry/hosts/resolve-remote.js';
import type { Registry } from '../../../registry/registry.js';
import { matching } from '../../../registry/resolve-target.js';
import { askTeam } from '../../client/ask-team.js';
import { hasTeam } from '../../client/find-agent.js';
import type { OptionValues } from '../../spec/option.js';
import type { startOptions } from './spec.js';

/** For a word that is no profile: an agent that ran here, or else the only one of that name on another host. */
export async function stoppedAgent(
  registry: Registry,
  args: readonly string[],
  options: OptionValues<typeof startOptions>,
): Promise<string | RemoteAgent> {
  const [given = '', ...rest] = args;
  const word = withoutOwnHost(registry.home, process.env, given);
  const found = resolveAddress(registry.home, word) ?? idOf(registry, word) ?? resolveElsewhere(registry.home, word);
  if (found === null) {
    await mustNotBeDeclared(registry, word);
    throw nothingToStart(registry, word, rest);
  }
  mustTakeNoOptions(typeof found === 'string' ? found : found.id, args, options);
  return found;
}

function mustTakeNoOptions(
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

/** Somebody who never ran here: declared in the team, for this host or another one. */
async function mustNotBeDeclared(registry: Registry, word: string): Promise<void> {
  if (!isAgentId(word) || !hasTeam(registry)) return;
  // Whatever prevents an answer is no reason to say less than without a team.
  const { agents } = await askTeam({ path: '/agents' }).catch(() => ({ agents: [] }));
  const declared = (agents as readonly Declared[]).find(({ id, kind }) => id === word && kind === 'ai');
  if (!declared) return;
  if (declared.host !== null) throw fail('agent_of_other_host', { agent: word, host: declared.host });
  const [project = ''] = declared.projects;
  throw fail('agent_never_ran', { agent: word, project, profile: declared.profile ?? 'shell' });
}

interface Declared {
  readonly id: string;
  readonly kind: string;
  readonly host: string | null;
  readonly profile: string | null;
  readonly projects: readonly string[];
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
