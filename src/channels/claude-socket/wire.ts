/** The lines that go over Claude Code's inbox: a message one way, and what became of it the other way. */
import { createHash } from 'node:crypto';
import type { Moment } from '../front-door.js';

export interface Line {
  readonly uuid: string;
  /** Our own socket, to which it reports what it did not accept. */
  readonly notices: string;
  readonly moment: Moment;
  readonly text: string;
}

/** Its limit for one line. A longer one breaks the connection. */
const LONGEST_LINE = 1_048_576;

/** At worst every character is escaped, and takes two. */
export const MAX_CHARS = 500_000;

/**
 * Names no session, although it could: a message for another session than the current one is dropped without a word,
 * and `/clear` starts another one in the same terminal. The socket belongs to this run alone, which is enough.
 */
export function messageLine({ uuid, notices, moment, text }: Line): string {
  const message = { role: 'user', content: text };
  const fields = { type: 'user', uuid, from: `uds:${notices}`, msg_id: uuid, priority: PRIORITIES[moment], message };
  return `${JSON.stringify(fields)}\n`;
}

/** Never its `now`, which cuts off the answer that is being written. */
const PRIORITIES: Readonly<Record<Moment, string>> = { now: 'next', idle: 'later' };

/** Null if it takes such a text unchanged, otherwise the reason why not. */
export function refusalOf(text: string, line: string): string | null {
  if (line.length > LONGEST_LINE) return 'The text is too long for its inbox.';
  if (OWN_TAGS.test(text)) return 'Its inbox would alter the text, which contains a tag of its own.';
  return text.trim() === '' ? 'The text is empty.' : null;
}

/** The tags that it breaks with a backslash, so that no message can pretend to be another. */
const OWN_TAGS = /<\W*(?:cross-session|teammate|agent)-message/i;

/**
 * What is read between two tool calls stands in a tag of its own, and it writes the end of such a tag with `&lt;`. What
 * begins a turn stays as it is.
 */
export function isKeptMidTurn(text: string): boolean {
  return !END_OF_REMINDER.test(text);
}

const END_OF_REMINDER = /<\s*\/\s*system-reminder/i;

/** The same id for the same message, in every run. */
export function uuidOf(messageId: string): string {
  const bytes = createHash('sha256').update(`claude-socket:${messageId}`).digest();
  // Version 8: made in a way of our own. Variant 1.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * What the program says about messages that it will not read: it dropped them, or the person denied them, or it refuses
 * all of them. That it holds some until the person has looked at them is no fate yet: they can still be read.
 */
export interface Notice {
  readonly uuids: readonly string[];
  readonly fate: 'dropped' | 'denied' | 'refused';
  readonly reason: string;
}

const FATES: Readonly<Record<string, Notice['fate']>> = {
  dropped: 'dropped',
  expired: 'dropped',
  denied: 'denied',
  refused: 'refused',
};

export function readNotice(line: string): Notice | null {
  try {
    const fields = JSON.parse(line);
    const fate = FATES[fields.status_detail === 'refused' ? 'refused' : fields.status];
    if (fields.action !== 'peer_message_status' || !fate) return null;
    const named = [fields.orig_msg_id, ...(Array.isArray(fields.dropped_msg_ids) ? fields.dropped_msg_ids : [])];
    const uuids = [...new Set(named.filter((id) => typeof id === 'string'))];
    return { uuids, fate, reason: String(fields.drop_reason ?? fields.status) };
  } catch {
    return null;
  }
}
