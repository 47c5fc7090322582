/** The form of ids. Commands load this file on every run, so it stays free of Node's crypto module. */
import { closeSync, openSync, readSync } from 'node:fs';

export const SHORT_ID_LENGTH = 8;
export const MIN_PREFIX_LENGTH = 4;
/** A foreign `sender_task_id` is any string up to this length. */
export const MAX_FOREIGN_ID_LENGTH = 128;

/** A new id for a command: made without Node's crypto module, which takes longer to load than everything else. */
export function newIdQuickly(): string {
  const bytes = Buffer.alloc(16);
  const source = openSync('/dev/urandom', 'r');
  try {
    readSync(source, bytes);
  } finally {
    closeSync(source);
  }
  // Version 4, variant 1.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export function shortId(id: string): string {
  return id.slice(0, SHORT_ID_LENGTH);
}

const OWN_FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const STARTS_LIKE_OURS = /^[0-9a-f]{8}[0-9a-f-]*$/;

/** Whether this has the form of the ids that `newId` makes. */
export function isOwnForm(id: string): boolean {
  return OWN_FORM.test(id);
}

/** The id of the team that stands for an id of ours: the same one each time. */
export function namedIdFor(prefix: string, id: string): string {
  return `${prefix}_${id.replaceAll('-', '').slice(0, 20)}`;
}

/** The prefix of an id of the team belongs to its short form. */
export function shortNamedId(id: string): string {
  return id.slice(0, id.indexOf('_') + 1 + SHORT_ID_LENGTH);
}

/** Sorts after every digit of an id, in any collation of a database. */
export const AFTER_HEX = 'g';

const AGENT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Ids are file names and appear in `[A2A:<id>:<sender>]`, so they contain no slashes, colons or brackets. */
export function isAgentId(text: string): boolean {
  return AGENT_ID.test(text) && !text.endsWith('.');
}

/** Turns any user name into an agent id ("DOMAIN\\mia" → "DOMAIN-mia"). */
export function toAgentId(text: string): string {
  const id = text.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+|\.+$/g, '');
  const short = id.slice(0, 64) || 'human';
  return isSessionAddress(short) ? short.replaceAll('.', '-') : short;
}

const SESSION_SUFFIXES: readonly string[] = ['.task', '.chat'];

/** Agents cannot have such an id, because it reads like the session of another agent. */
export function isSessionAddress(id: string): boolean {
  return SESSION_SUFFIXES.some((suffix) => id.toLowerCase().endsWith(suffix));
}

/** The address of an agent on another host: `rex@gpu`. Null if it is none. */
export function splitAddress(text: string): { readonly agent: string; readonly host: string } | null {
  const at = text.indexOf('@');
  if (at < 0) return null;
  const [agent, host] = [text.slice(0, at), text.slice(at + 1)];
  return isAgentId(agent) && isAgentId(host) ? { agent, host } : null;
}
