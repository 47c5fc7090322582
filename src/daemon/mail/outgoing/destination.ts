/** Decides where mail for an agent goes now. Mail is bound to a store, not to the program that has the address today. */
import { hostAddress, socketAddress } from '../../../a2a/address.js';
import type { ErrorCode } from '../../../errors.js';
import { isRunning, type KnownAgent } from '../../../registry/entry.js';
import type { Remote } from '../../../registry/hosts/hosts.js';
import type { Registry } from '../../../registry/registry.js';

export type Destination =
  | { readonly type: 'up'; readonly endpoint: string }
  | { readonly type: 'down' }
  /** A token holder without an address, who reads the answer from the task here. */
  | { readonly type: 'visits' }
  | { readonly type: 'gone'; readonly code: ErrorCode };

/** An agent whose file cannot be read is down, not gone, because somebody can repair the file. */
export function destinationOf(registry: Registry, id: string, storeId: unknown): Destination {
  const agent = registry.get(id);
  if (agent) return destinationAt(agent, storeId);
  return registry.isUnreadable(id) ? { type: 'down' } : { type: 'gone', code: 'agent_gone' };
}

export function destinationAt(agent: KnownAgent, storeId: unknown): Destination {
  if (agent.remote) return remoteDestination(agent.id, agent.remote, storeId);
  if (typeof storeId === 'string' && agent.storeId !== storeId) return { type: 'gone', code: 'agent_replaced' };
  return isRunning(agent) ? { type: 'up', endpoint: socketAddress(agent.live) } : { type: 'down' };
}

/** The other host compares the store, because its list of agents may be old here. */
function remoteDestination(to: string, { socket, isUp }: Remote, storeId: unknown): Destination {
  if (socket === null || !isUp) return { type: 'down' };
  const store = typeof storeId === 'string' && storeId !== '' ? storeId : null;
  return { type: 'up', endpoint: hostAddress({ socket, to, store }) };
}

/** Where the daemon of a running agent is reached; null if it does not run, or its host cannot be reached. */
export function endpointOf(agent: KnownAgent | null): string | null {
  const destination = agent && destinationAt(agent, null);
  return destination?.type === 'up' ? destination.endpoint : null;
}
