/**
 * The ids under which opencode stores a message of ours: always the same for the same message in the same session, so
 * that a second request changes nothing. They differ between sessions, because an id belongs to one session for good.
 */
import { createHash } from 'node:crypto';

export interface StoredIds {
  readonly message: string;
  readonly part: string;
}

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const WORD_LENGTH = 14;
/** opencode's ids begin with the time in units of 1/4096 ms, in 48 bits. Ids of the same instant sort by it. */
const UNITS_PER_MS = 4096n;
const TIME_DIGITS = 12;

export function storedIds(message: { readonly id: string; readonly createdAt: number }, session: string): StoredIds {
  return idsOf(`${session} ${message.id}`, message.createdAt);
}

/** The ids of the empty message that makes opencode go on with what is stored. */
export function nudgeIds(session: string, unread: string, count: number, at: number): StoredIds {
  return idsOf(`${session} ${unread} ${count}`, at);
}

function idsOf(name: string, at: number): StoredIds {
  const time = BigInt.asUintN(4 * TIME_DIGITS, BigInt(Math.trunc(at)) * UNITS_PER_MS)
    .toString(16)
    .padStart(TIME_DIGITS, '0');
  const bytes = createHash('sha256').update(name).digest().subarray(0, WORD_LENGTH);
  const word = [...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return { message: `msg_${time}${word}`, part: `prt_${time}${word}` };
}
