/** Finds the agent that a word on the command line means, and talks to its daemon. */
import type { Call } from '../../a2a/local.js';
import { fail, SynapseError } from '../../errors.js';
import { isAgentId } from '../../ids.js';
import { synapseHome } from '../../paths.js';
import { isRunning, type KnownAgent, type LiveEntry } from '../../registry/entry.js';
import { externalsAsAgents, readExternal } from '../../registry/externals.js';
import { type RemoteAgent, remoteAgents } from '../../registry/hosts/hosts.js';
import { withoutOwnHost } from '../../registry/hosts/own-name.js';
import { refuseElsewhere, resolveAddress, resolveElsewhere } from '../../registry/hosts/resolve-remote.js';
import { Registry } from '../../registry/registry.js';
import { resolveTarget } from '../../registry/resolve-target.js';
import { hasTeam as isTeamThere } from '../../registry/team-place.js';
import { VERSION } from '../../version.js';
import { printNote } from '../print/stdio.js';

export type RunningAgent = KnownAgent & { readonly live: LiveEntry };

/** The registry of the home that this command works in. */
export function localRegistry(): Registry {
  return new Registry(synapseHome());
}

/** As `localRegistry`, but right also in a sandbox with pids of its own, where every agent seems to be dead. */
export async function registryHere(): Promise<Registry> {
  const registry = localRegistry();
  if (!registry.isDeserted()) return registry;
  const { registryInSandbox } = await import('./registry-in-sandbox.js');
  return (await registryInSandbox(registry)) ?? registry;
}

/** Everybody who can be written to, also outside agents and those of other hosts. worker-2 comes before worker-10. */
export function everybody(registry: Registry): KnownAgent[] {
  const here = registry.list().sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }));
  return [...here, ...externalsAsAgents(registry.home), ...remoteAgents(registry.home)];
}

/** Whether anything was ever declared here: a project, an agent, work. */
export function hasTeam({ home }: Pick<Registry, 'home'>): boolean {
  return isTeamThere(home);
}

/** An agent of this home, running or not. */
export function findAgent(registry: Registry, address: string): KnownAgent {
  const word = withoutOwnHost(registry.home, process.env, address);
  const exact = registry.get(word);
  if (exact && !exact.remote) return exact;
  if (!exact && readExternal(registry.home, word)) throw fail('agent_is_external', { agent: word });
  try {
    return resolveTarget(word, registry.list(), { project: process.env.SYNAPSE_PROJECT });
  } catch (error) {
    if (isUnknown(error)) refuseElsewhere(registry.home, word);
    throw error;
  }
}

/** As `findAgent`, but an id that has files means that agent, also if its address is gone. */
export function idOfDefined(registry: Registry, word: string): string {
  return (isAgentId(word) && registry.definition(word)?.id) || findAgent(registry, word).id;
}

export function findRunning(registry: Registry, word: string): RunningAgent {
  const agent = findAgent(registry, word);
  if (!isRunning(agent)) throw fail('agent_not_running', { agent: agent.id });
  return agent;
}

/** An agent that runs here, or one on another host: by its address, or by a name that only it has. */
export function findReachable(registry: Registry, address: string): RunningAgent | RemoteAgent {
  const word = withoutOwnHost(registry.home, process.env, address);
  const there = resolveAddress(registry.home, word);
  if (there) return there;
  try {
    return findRunning(registry, word);
  } catch (error) {
    const isElsewhere = error instanceof SynapseError && error.code === 'agent_is_remote';
    const elsewhere = isElsewhere ? resolveElsewhere(registry.home, word) : null;
    if (elsewhere) return elsewhere;
    throw error;
  }
}

function isUnknown(error: unknown): boolean {
  return error instanceof SynapseError && error.code === 'agent_not_found';
}

/** Makes one request to the agent's daemon. Warns about a daemon of another version, whose answers may look odd. */
// biome-ignore lint/suspicious/noExplicitAny: the caller names the fields it reads.
export async function ask(registry: Registry, agent: RunningAgent | RemoteAgent, call: Call): Promise<any> {
  if (isRemote(agent)) return (await import('./hosts/ask-host.js')).askHost(registry.home, agent, call);
  if (agent.live.version !== VERSION) printNote(versionNote(agent));
  // Loaded late, because most commands about agents only read the registry.
  const { callDaemon } = await import('../../a2a/local.js');
  return callDaemon({ id: agent.id, socket: agent.live.socket }, registry.home, call);
}

export function isRemote(agent: RunningAgent | RemoteAgent): agent is RemoteAgent {
  return agent.live === null;
}

/** `?session=…`, or nothing. */
export function sessionQuery({ session }: { readonly session?: string | undefined }): string {
  return session === undefined ? '' : `?session=${encodeURIComponent(session)}`;
}

export function versionNote({ id, live }: RunningAgent): string {
  return `note: ${id} runs Synapse ${live.version}, but this is ${VERSION}; restart it to update it.`;
}
