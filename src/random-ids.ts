/** The source of randomness: new ids, secrets and names of runs. */
import { randomBytes, randomUUID } from 'node:crypto';
import { isOwnForm, SHORT_ID_LENGTH, STARTS_LIKE_OURS, shortId } from './ids.js';

export function newId(): string {
  return randomUUID();
}

/**
 * An id of our form with the short form of a foreign one, so that both sides show the same. Null if the foreign id does
 * not look like ours: it could be anything, and what we show ends up in terminals and commands.
 */
export function ownIdLike(foreign: string): string | null {
  if (isOwnForm(foreign)) return foreign;
  return STARTS_LIKE_OURS.test(foreign) ? `${shortId(foreign)}${newId().slice(SHORT_ID_LENGTH)}` : null;
}

/** Ids of the team say what they stand for: `conv_…`, `msg_…`. */
export function newNamedId(prefix: string): string {
  return `${prefix}_${randomBytes(10).toString('hex')}`;
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function newInstance(): string {
  return randomBytes(12).toString('hex');
}
