/** Finds the agent of another host that a word means: `rex@gpu`, or a bare name that means nobody here. */
import { fail } from '../../errors.js';
import { splitAddress } from '../../ids.js';
import { matching, notFound } from '../resolve-target.js';
import { type RemoteAgent, readHost, readLink, readRemoteAgent, remoteAgents } from './hosts.js';

/** Null if the word names no host. Throws if there is no such host, or no such agent on it. */
export function resolveAddress(home: string, word: string): RemoteAgent | null {
  const address = splitAddress(word);
  if (!address) return null;
  if (!readHost(home, address.host)) throw fail('host_not_found', { host: address.host });
  const exact = readRemoteAgent(home, word);
  if (exact?.remote.isListed) return exact;
  const there = remoteAgents(home).filter(({ remote }) => remote.host === address.host);
  // It has never been reached, so nobody knows who is there. The message waits.
  if (exact && there.length === 0 && readLink(home, address.host)?.state !== 'up') return exact;
  const found = named(address.agent, there);
  if (found.length > 1) throw fail('ambiguous_target', { target: word, matches: found.map(({ id }) => id) });
  if (!found[0]) throw notFound(word, there);
  return found[0];
}

/** Whoever has this name on any other host. Null if nobody has it. */
export function resolveElsewhere(home: string, word: string): RemoteAgent | null {
  const all = remoteAgents(home).filter((agent) => agent.id.startsWith(`${word}@`) || agent.name === word);
  if (all.length > 1) throw fail('ambiguous_target', { target: word, matches: all.map(({ id }) => id) });
  return all[0] ?? null;
}

/** Whoever on another host the word means, if it means nobody here: for what cannot be done from here. */
export function refuseElsewhere(home: string, word: string): void {
  const found = resolveAddress(home, word) ?? resolveElsewhere(home, word);
  if (found) throw fail('agent_is_remote', { agent: found.id, host: found.remote.host });
}

function named(word: string, agents: readonly RemoteAgent[]): RemoteAgent[] {
  const bare = agents.map((agent) => ({ ...agent, id: splitAddress(agent.id)?.agent ?? agent.id }));
  const ids = new Set(matching(word, bare).map(({ id }) => id));
  return agents.filter(({ id }) => ids.has(splitAddress(id)?.agent ?? id));
}
