/** Where mail for an agent goes now: mail is bound to the store it was meant for, never to who has the address today. */
import { socketAddress } from '../a2a/address.js';
import type { ErrorCode } from '../errors.js';
import { isRunning, type KnownAgent } from '../registry/entry.js';

export type Place =
  | { readonly type: 'up'; readonly endpoint: string }
  | { readonly type: 'down' }
  /** An outside program without an address: it reads the answer in its task here. */
  | { readonly type: 'visits' }
  | { readonly type: 'gone'; readonly code: ErrorCode };

export function placeOf(agent: KnownAgent | null, storeId: unknown): Place {
  if (!agent) return { type: 'gone', code: 'agent_gone' };
  if (typeof storeId === 'string' && agent.storeId !== storeId) return { type: 'gone', code: 'agent_replaced' };
  return isRunning(agent) ? { type: 'up', endpoint: socketAddress(agent.live) } : { type: 'down' };
}
