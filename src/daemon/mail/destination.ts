/** Where mail for an agent goes now: mail is bound to the store it was meant for, never to who has the address today. */
import { socketAddress } from '../../a2a/address.js';
import type { ErrorCode } from '../../errors.js';
import { isRunning, type KnownAgent } from '../../registry/entry.js';
import type { Registry } from '../../registry/registry.js';

export type Place =
  | { readonly type: 'up'; readonly endpoint: string }
  | { readonly type: 'down' }
  /** An outside program without an address: it reads the answer in its task here. */
  | { readonly type: 'visits' }
  | { readonly type: 'gone'; readonly code: ErrorCode };

/** An agent about whom a file cannot be read is not gone: somebody can put that right. */
export function whereIs(registry: Registry, id: string, storeId: unknown): Place {
  const agent = registry.get(id);
  if (agent) return placeOf(agent, storeId);
  return registry.isUnreadable(id) ? { type: 'down' } : { type: 'gone', code: 'agent_gone' };
}

export function placeOf(agent: KnownAgent, storeId: unknown): Place {
  if (typeof storeId === 'string' && agent.storeId !== storeId) return { type: 'gone', code: 'agent_replaced' };
  return isRunning(agent) ? { type: 'up', endpoint: socketAddress(agent.live) } : { type: 'down' };
}
