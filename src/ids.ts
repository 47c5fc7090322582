/** Where randomness comes from, and what an id looks like. */
import { randomBytes, randomUUID } from 'node:crypto';

const SHORT_ID_LENGTH = 8;
export const MIN_PREFIX_LENGTH = 4;
/** A foreign `sender_task_id` is any string up to this length. */
export const MAX_FOREIGN_ID_LENGTH = 128;

export function newId(): string {
  return randomUUID();
}

export function shortId(id: string): string {
  return id.slice(0, SHORT_ID_LENGTH);
}

/** `conv_…`, `msg_…`: what a thing of the team is called says what it is. */
export function newNamedId(prefix: string): string {
  return `${prefix}_${randomBytes(10).toString('hex')}`;
}

/** Comes after every digit of an id, in whatever order a database sorts. */
export const AFTER_HEX = 'g';

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function newInstance(): string {
  return randomBytes(12).toString('hex');
}

const AGENT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Ids name files and stand in `[A2A:<id>:<sender>]`, so they hold neither slashes, colons nor brackets. */
export function isAgentId(text: string): boolean {
  return AGENT_ID.test(text) && !text.endsWith('.');
}

/** Turns any user name into an agent id ("DOMAIN\\mia" → "DOMAIN-mia"). */
export function toAgentId(text: string): string {
  const id = text.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+|\.+$/g, '');
  return id.slice(0, 64) || 'human';
}

const SESSION_SUFFIXES: readonly string[] = ['.task', '.chat'];

/** Under which id a session of an agent runs that cannot have the agent's own. */
export function sessionAddress(agentId: string, purpose: 'task' | 'chat'): string {
  return `${agentId}.${purpose}`;
}

/** No agent may be called like the session of another one. */
export function isSessionAddress(id: string): boolean {
  return SESSION_SUFFIXES.some((suffix) => id.endsWith(suffix));
}
