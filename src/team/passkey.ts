/** Passkeys: only a slow hash is kept, every try is counted before it is judged, and guessing gets slower and slower. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { newSecret } from '../ids.js';
import type { Db } from './store/schema.js';
import type { TeamStore } from './store/store.js';

const FREE_TRIES = 5;
const FIRST_LOCK_MS = 1_000;
const LONGEST_LOCK_MS = 15 * 60_000;
const HASH_BYTES = 32;
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };

/** Where nobody is known by that id, the same work is done for this. */
const NOBODY = { salt: '00'.repeat(16), hash: '00'.repeat(HASH_BYTES) };

/** Makes a new passkey, which replaces the old one, and returns its text: it is written down nowhere. */
export async function newPasskey(store: TeamStore, agentId: string, at: number): Promise<string> {
  const text = `pk_${newSecret()}`;
  const salt = randomBytes(16).toString('hex');
  const hash = (await slowHash(text, salt)).toString('hex');
  const row = { agent_id: agentId, salt, hash, failures: 0, locked_until: 0, created_at: at };
  await store.writeQuietly((tx) =>
    tx
      .insertInto('passkeys')
      .values(row)
      .onConflict((conflict) => conflict.column('agent_id').doUpdateSet(row))
      .execute(),
  );
  return text;
}

/** Whether this is the agent's passkey. While too many wrong ones have been tried, not even the right one is. */
export async function checkPasskey(store: TeamStore, agentId: string, given: string, now: number): Promise<boolean> {
  const found = await store.writeQuietly((tx) => countTry(tx, agentId, now));
  const { salt, hash } = found ?? NOBODY;
  const expected = Buffer.from(hash, 'hex');
  const isRight = timingSafeEqual(await slowHash(given, salt), expected) && found?.isLocked === false;
  if (isRight) await store.writeQuietly((tx) => forgetTries(tx, agentId));
  return isRight;
}

/** How long the door stays shut after so many wrong tries in a row. */
export function lockMs(failures: number): number {
  if (failures < FREE_TRIES) return 0;
  return Math.min(FIRST_LOCK_MS * 2 ** (failures - FREE_TRIES), LONGEST_LOCK_MS);
}

/** Counted before the answer is known: tries at the same moment count as well. */
async function countTry(
  tx: Db,
  agentId: string,
  now: number,
): Promise<{ salt: string; hash: string; isLocked: boolean } | null> {
  const row = await tx.selectFrom('passkeys').selectAll().where('agent_id', '=', agentId).executeTakeFirst();
  if (!row) return null;
  const isLocked = row.locked_until > now;
  const failures = isLocked ? row.failures : row.failures + 1;
  const until = isLocked ? row.locked_until : now + lockMs(failures);
  await tx.updateTable('passkeys').set({ failures, locked_until: until }).where('agent_id', '=', agentId).execute();
  return { salt: row.salt, hash: row.hash, isLocked };
}

async function forgetTries(tx: Db, agentId: string): Promise<void> {
  await tx.updateTable('passkeys').set({ failures: 0, locked_until: 0 }).where('agent_id', '=', agentId).execute();
}

let latest: Promise<unknown> = Promise.resolve();

/** One at a time: each takes 32 MiB, and guesses in parallel would gain nothing but memory. */
function slowHash(text: string, salt: string): Promise<Buffer> {
  const next = latest.then(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        scrypt(text, Buffer.from(salt, 'hex'), HASH_BYTES, COST, (error, hash) =>
          error ? reject(error) : resolve(hash),
        );
      }),
  );
  latest = next.catch(() => {});
  return next;
}
