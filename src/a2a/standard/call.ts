/** One call, as the operations see it: who calls, in which version, and whether they are still there. */
import { ServerCallContext, type User } from '@a2a-js/sdk/server';
import type { StandardCaller } from './desk.js';

export interface Call {
  readonly caller: StandardCaller;
  readonly version: Version;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
  /** Whether the credential is still valid. */
  readonly isAllowed: () => boolean;
  /** Where this client reaches the agent, if not at the address of its daemon. */
  readonly publicUrl: string | null;
}

export type Version = '1.0' | '0.3';

const CALL = 'call';

export function contextOf(call: Call): ServerCallContext {
  const user: User = { isAuthenticated: true, userName: call.caller.id };
  return new ServerCallContext({ user, requestedVersion: call.version, state: new Map([[CALL, call]]) });
}

export function callOf(context: ServerCallContext): Call {
  return context.state.get(CALL) as Call;
}
