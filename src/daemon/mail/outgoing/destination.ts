/** Decides where mail for an agent goes now. Mail is bound to a store, not to the program that has the address today. */
import { socketAddress } from '../../../a2a/address.js';
import type { ErrorCode } from '../../../errors.js';
import { isRunning, type KnownAgent } from '../../../registry/entry.js';
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
  if (typeof storeId === 'string' && agent.storeId !== storeId) return { type: 'gone', code: 'agent_replaced' };
  return isRunning(agent) ? { type: 'up', endpoint: socketAddress(agent.live) } : { type: 'down' };
}
