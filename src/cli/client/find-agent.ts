/** Finding the agent that a word on the command line means, and talking to its daemon. */
import type { Call } from '../../a2a/local.js';
import { fail } from '../../errors.js';
import { synapseHome } from '../../paths.js';
import { isRunning, type KnownAgent, type LiveEntry } from '../../registry/entry.js';
import { Registry } from '../../registry/registry.js';
import { resolveTarget } from '../../registry/resolve.js';
import { VERSION } from '../../version.js';
import { say } from '../print/stdio.js';

export interface Place {
  readonly home: string;
  readonly registry: Registry;
}

export type RunningAgent = KnownAgent & { readonly live: LiveEntry };

export function here(): Place {
  const home = synapseHome();
  return { home, registry: new Registry(home) };
}

export function findAgent({ registry }: Place, word: string): KnownAgent {
  const exact = registry.get(word);
  return exact ?? resolveTarget(word, registry.list(), { project: process.env.SYNAPSE_PROJECT });
}

export function findRunning(place: Place, word: string): RunningAgent {
  const agent = findAgent(place, word);
  if (!isRunning(agent)) throw fail('agent_not_running', { agent: agent.id });
  return agent;
}

/** One request to the agent's daemon; a daemon of another version is named, since its answers may look odd. */
// biome-ignore lint/suspicious/noExplicitAny: the caller names the fields it reads.
export async function ask(place: Place, agent: RunningAgent, call: Call): Promise<any> {
  if (agent.live.version !== VERSION) say(versionNote(agent));
  // HTTP is not free to load, and most commands about agents only read the registry.
  const { callDaemon } = await import('../../a2a/local.js');
  return callDaemon({ id: agent.id, socket: agent.live.socket }, place.home, call);
}

export function versionNote({ id, live }: RunningAgent): string {
  return `note: the daemon of ${id} is Synapse ${live.version}, this is ${VERSION}; stop and start it to update it.`;
}
