/** Resolves what a person types of an id: the whole id or a unique prefix. */
import { fail } from '../../errors.js';
import { AFTER_HEX, MIN_PREFIX_LENGTH } from '../../ids.js';
import type { Db } from './schema.js';

const PREFIX = { work_tasks: 'tsk', executions: 'exec', conversations: 'conv' } as const;

/** The full id, or the word itself if nothing matches. */
export async function idNamed(db: Db, kind: keyof typeof PREFIX, word: string): Promise<string> {
  const prefix = `${PREFIX[kind]}_`;
  const digits = word.startsWith(prefix) ? word.slice(prefix.length) : word;
  if (digits.length < MIN_PREFIX_LENGTH || !/^[0-9a-f]+$/.test(digits)) return word;
  const rows = await db
    .selectFrom(kind)
    .select('id')
    .where('id', '>=', `${prefix}${digits}`)
    .where('id', '<', `${prefix}${digits}${AFTER_HEX}`)
    .limit(2)
    .execute();
  if (rows.length > 1) throw fail('ambiguous_id', { task: word, matches: rows.map(({ id }) => id) });
  return rows[0]?.id ?? word;
}
