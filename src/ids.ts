/** The source of randomness, and the form of ids. */
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

/** Ids of the team say what they stand for: `conv_…`, `msg_…`. */
export function newNamedId(prefix: string): string {
  return `${prefix}_${randomBytes(10).toString('hex')}`;
}

/** Sorts after every digit of an id, in any collation of a database. */
export const AFTER_HEX = 'g';

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function newInstance(): string {
  return randomBytes(12).toString('hex');
}

const AGENT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Ids are file names and appear in `[A2A:<id>:<sender>]`, so they contain no slashes, colons or brackets. */
export function isAgentId(text: string): boolean {
  return AGENT_ID.test(text) && !text.endsWith('.');
}

/** Turns any user name into an agent id ("DOMAIN\\mia" → "DOMAIN-mia"). */
export function toAgentId(text: string): string {
  const id = text.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+|\.+$/g, '');
  return id.slice(0, 64) || 'human';
}

const SESSION_SUFFIXES: readonly string[] = ['.task', '.chat'];

/** The id of a session that cannot use the id of its agent. */
export function sessionAddress(agentId: string, purpose: 'task' | 'chat'): string {
  return `${agentId}.${purpose}`;
}

/** Agents cannot have such an id, because it could be that of another agent's session. */
export function isSessionAddress(id: string): boolean {
  return SESSION_SUFFIXES.some((suffix) => id.endsWith(suffix));
}
