/** Passkeys: stores only a slow hash, checks one try at a time, and locks longer after each wrong one. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../clock.js';
import { newSecret } from '../../ids.js';
import type { Db, PasskeyRow } from '../store/schema.js';
import type { TeamStore } from '../store/store.js';

const FREE_TRIES = 5;
const FIRST_LOCK_MS = 1_000;
const LONGEST_LOCK_MS = 15 * 60_000;
const MOST_WAITING = 20;
const HASH_BYTES = 32;

/** The power of two that scrypt uses as its cost. A hash at the default cost takes 32 MiB. */
const DEFAULT_COST = 15;
const HIGHEST_COST = 20;
const BYTES_PER_STEP = 1024;
const SPARE_BYTES = 2 ** 20;

export class Passkeys {
  readonly #store: TeamStore;
  readonly #clock: Clock;
  readonly #cost: number;
  /** The number of waiting tries, by agent. */
  readonly #waiting = new Map<string, number>();
  #latest: Promise<unknown> = Promise.resolve();

  constructor(store: TeamStore, clock: Clock, cost: number = DEFAULT_COST) {
    this.#store = store;
    this.#clock = clock;
    this.#cost = cost;
  }

  /** Replaces the agent's passkey and returns the new one, which is stored nowhere. */
  async renew(agentId: string): Promise<string> {
    const text = `pk_${newSecret()}`;
    const salt = randomBytes(16).toString('hex');
    const hash = await this.#oneAtATime(() => slowHash(text, salt, this.#cost));
    const kept = `${this.#cost}:${hash.toString('hex')}`;
    const created_at = this.#clock.now();
    const row = { agent_id: agentId, salt, hash: kept, failures: 0, locked_until: 0, created_at };
    await this.#store.writeQuietly((tx) =>
      tx
        .insertInto('passkeys')
        .values(row)
        .onConflict((conflict) => conflict.column('agent_id').doUpdateSet(row))
        .execute(),
    );
    return text;
  }

  /**
   * Whether this is the agent's passkey. After too many wrong tries even the right one is refused for a while. To keep
   * a flood of tries from delaying others, tries of callers who have gone are skipped, and the queue per agent is
   * limited.
   */
  async check(agentId: string, given: string, signal?: AbortSignal): Promise<boolean> {
    const now = this.#clock.now();
    const before = this.#waiting.get(agentId) ?? 0;
    if (before >= MOST_WAITING) return false;
    this.#waiting.set(agentId, before + 1);
    try {
      return await this.#oneAtATime(async () => (signal?.aborted ? false : this.#judge(agentId, given, now)));
    } finally {
      const left = (this.#waiting.get(agentId) ?? 1) - 1;
      if (left === 0) this.#waiting.delete(agentId);
      else this.#waiting.set(agentId, left);
    }
  }

  async #judge(agentId: string, given: string, now: number): Promise<boolean> {
    const found = await this.#store.read((db) => rowOf(db, agentId));
    const { salt, hash } = found ?? this.#nobody;
    const known = parseHash(hash);
    const isSame = timingSafeEqual(await slowHash(given, salt, known.cost), known.hash);
    if (!found || found.locked_until > now) return false;
    if (!isSame) await this.#store.writeQuietly((tx) => countFailure(tx, agentId, now));
    else if (found.failures > 0) await this.#store.writeQuietly((tx) => forgetFailures(tx, agentId));
    return isSame;
  }

  /** For unknown agents, so that the time of an answer does not reveal which agents exist. */
  get #nobody(): Pick<PasskeyRow, 'salt' | 'hash'> {
    return { salt: '00'.repeat(16), hash: `${this.#cost}:${'00'.repeat(HASH_BYTES)}` };
  }

  /** One at a time, because a hash takes a lot of memory and parallel guesses must not outrun the lock. */
  #oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#latest.then(work);
    this.#latest = next.catch(() => {});
    return next;
  }
}

/** How long an agent is locked after this many wrong tries in a row. */
export function lockMs(failures: number): number {
  if (failures < FREE_TRIES) return 0;
  return Math.min(FIRST_LOCK_MS * 2 ** (failures - FREE_TRIES), LONGEST_LOCK_MS);
}

/** Reads the cost from the environment; anything unreasonable gives the default. */
export function passkeyCost({ SYNAPSE_PASSKEY_COST: given }: NodeJS.ProcessEnv): number {
  const cost = Number(given ?? DEFAULT_COST);
  return Number.isInteger(cost) && cost >= 1 && cost <= HIGHEST_COST ? cost : DEFAULT_COST;
}

function rowOf(db: Db, agentId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('agent_id', '=', agentId).executeTakeFirst();
}

/** Reads the count again, because other daemons check tries as well. */
async function countFailure(tx: Db, agentId: string, now: number): Promise<void> {
  const failures = ((await rowOf(tx, agentId))?.failures ?? 0) + 1;
  const until = now + lockMs(failures);
  await tx.updateTable('passkeys').set({ failures, locked_until: until }).where('agent_id', '=', agentId).execute();
}

async function forgetFailures(tx: Db, agentId: string): Promise<void> {
  await tx.updateTable('passkeys').set({ failures: 0, locked_until: 0 }).where('agent_id', '=', agentId).execute();
}

/** Earlier versions stored hashes without their cost. */
function parseHash(kept: string): { readonly cost: number; readonly hash: Buffer } {
  const colon = kept.indexOf(':');
  const cost = colon < 0 ? DEFAULT_COST : Number(kept.slice(0, colon));
  return { cost, hash: Buffer.from(kept.slice(colon + 1), 'hex') };
}

function slowHash(text: string, salt: string, cost: number): Promise<Buffer> {
  const options = { N: 2 ** cost, r: 8, p: 1, maxmem: 2 * 2 ** cost * BYTES_PER_STEP + SPARE_BYTES };
  return new Promise((resolve, reject) => {
    scrypt(text, Buffer.from(salt, 'hex'), HASH_BYTES, options, (error, hash) =>
      error ? reject(error) : resolve(hash),
    );
  });
}
