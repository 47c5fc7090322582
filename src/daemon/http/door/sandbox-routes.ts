/**
 * What may be asked from inside a sandbox. Everything about messages may; what drives terminals or starts programs may
 * not, because a sandboxed program could answer its own dialogs or start a program outside.
 */
import type { Route } from '../route.js';

/** A connection that comes from inside a sandbox. */
export interface Sandboxed {
  readonly isSandboxed: boolean;
}

const ALLOWED: ReadonlySet<string> = new Set([
  'GET /tasks',
  'GET /tasks/:id',
  'POST /tasks/:id/cancel',
  'GET /tasks/:id/events',
  'GET /tasks/:id/answer',
  'POST /tasks/:id/ack',
  'GET /events',
  'POST /send',
  'POST /reply',
  'GET /targets',
  'GET /inbox',
  'POST /inbox/read',
  'GET /history',
  'GET /status',
  'GET /live',
  'GET /live/:id/status',
  'POST /tools/authenticate',
  'POST /tools/:name',
  'GET /tools',
  'GET /projects',
  'GET /projects/:id',
  'GET /agents',
  'GET /sessions',
  'GET /sessions/waiting',
  'GET /conversations',
  'GET /conversations/:id',
  'GET /chat/unread',
  'POST /chat/read',
  'GET /work',
  'GET /work/:id',
  'GET /delegations',
  'GET /executions',
  'GET /executions/:id/log',
  'GET /openapi.json',
]);

export function isSandboxed(connection: object): boolean {
  return (connection as Partial<Sandboxed>).isSandboxed === true;
}

export function isForSandboxes({ method, path }: Pick<Route, 'method' | 'path'>): boolean {
  return ALLOWED.has(`${method} ${path}`);
}
