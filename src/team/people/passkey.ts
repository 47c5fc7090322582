/** Passkeys: only a slow hash is kept, one try at a time is judged, and guessing gets slower and slower. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { newSecret } from '../../ids.js';
import type { Db, PasskeyRow } from '../store/schema.js';
import type { TeamStore } from '../store/store.js';

const FREE_TRIES = 5;
const FIRST_LOCK_MS = 1_000;
const MOST_WAITING = 20;
const LONGEST_LOCK_MS = 15 * 60_000;
const HASH_BYTES = 32;
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };

/** Where nobody is known by that id, the same work is done for this. */
const NOBODY = { salt: '00'.repeat(16), hash: '00'.repeat(HASH_BYTES) };

/** Makes a new passkey, which replaces the old one, and returns its text: it is written down nowhere. */
export async function newPasskey(store: TeamStore, agentId: string, at: number): Promise<string> {
  const text = `pk_${newSecret()}`;
  const salt = randomBytes(16).toString('hex');
  const hash = (await oneAtATime(() => slowHash(text, salt))).toString('hex');
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

/**
 * Whether this is the agent's passkey. While too many wrong ones have been tried, not even the right one is. A flood of
 * tries keeps nobody else waiting: those of a caller who has gone are not judged, and of one agent only so many wait.
 */
export async function checkPasskey(
  store: TeamStore,
  agentId: string,
  given: string,
  now: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const before = waiting.get(agentId) ?? 0;
  if (before >= MOST_WAITING) return false;
  waiting.set(agentId, before + 1);
  try {
    return await oneAtATime(async () => (signal?.aborted ? false : judge(store, agentId, given, now)));
  } finally {
    const left = (waiting.get(agentId) ?? 1) - 1;
    if (left === 0) waiting.delete(agentId);
    else waiting.set(agentId, left);
  }
}

/** How long the door stays shut after so many wrong tries in a row. */
export function lockMs(failures: number): number {
  if (failures < FREE_TRIES) return 0;
  return Math.min(FIRST_LOCK_MS * 2 ** (failures - FREE_TRIES), LONGEST_LOCK_MS);
}

async function judge(store: TeamStore, agentId: string, given: string, now: number): Promise<boolean> {
  const found = await store.read((db) => rowOf(db, agentId));
  const { salt, hash } = found ?? NOBODY;
  const isSame = timingSafeEqual(await slowHash(given, salt), Buffer.from(hash, 'hex'));
  if (!found || found.locked_until > now) return false;
  if (!isSame) await store.writeQuietly((tx) => countFailure(tx, agentId, now));
  else if (found.failures > 0) await store.writeQuietly((tx) => forgetFailures(tx, agentId));
  return isSame;
}

function rowOf(db: Db, agentId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('agent_id', '=', agentId).executeTakeFirst();
}

/** Counted from what is there by now: other daemons judge tries as well. */
async function countFailure(tx: Db, agentId: string, now: number): Promise<void> {
  const failures = ((await rowOf(tx, agentId))?.failures ?? 0) + 1;
  const until = now + lockMs(failures);
  await tx.updateTable('passkeys').set({ failures, locked_until: until }).where('agent_id', '=', agentId).execute();
}

async function forgetFailures(tx: Db, agentId: string): Promise<void> {
  await tx.updateTable('passkeys').set({ failures: 0, locked_until: 0 }).where('agent_id', '=', agentId).execute();
}

/** How many tries wait to be judged, by agent. */
const waiting = new Map<string, number>();
let latest: Promise<unknown> = Promise.resolve();

/** A hash takes 32 MiB, and a try must know of the one before it: guesses in parallel gain nothing. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const next = latest.then(work);
  latest = next.catch(() => {});
  return next;
}

function slowHash(text: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(text, Buffer.from(salt, 'hex'), HASH_BYTES, COST, (error, hash) => (error ? reject(error) : resolve(hash)));
  });
}
