/** Passkeys: stores only a slow hash, and lets no flood of wrong ones keep the right one out. */
import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../clock.js';
import { newSecret } from '../../random-ids.js';
import type { Db, PasskeyRow } from '../store/schema.js';
import type { TeamStore } from '../store/store.js';
import type { Refusals } from './refusals.js';

const MOST_WAITING = 20;
const HASH_BYTES = 32;
const TAG_DIGITS = 4;

/** The power of two that scrypt uses as its cost. A hash at the default cost takes 32 MiB. */
const DEFAULT_COST = 15;
const HIGHEST_COST = 20;
const BYTES_PER_STEP = 1024;
const SPARE_BYTES = 2 ** 20;

export interface PasskeyParts {
  readonly store: TeamStore;
  readonly clock: Clock;
  readonly refusals: Refusals;
  readonly cost?: number;
}

export class Passkeys {
  readonly #store: TeamStore;
  readonly #clock: Clock;
  readonly #refusals: Refusals;
  readonly #cost: number;
  #waiting = 0;
  #latest: Promise<unknown> = Promise.resolve();

  constructor({ store, clock, refusals, cost = DEFAULT_COST }: PasskeyParts) {
    this.#store = store;
    this.#clock = clock;
    this.#refusals = refusals;
    this.#cost = cost;
  }

  /** Replaces the agent's passkey and returns the new one, which is stored nowhere. */
  async renew(agentId: string): Promise<string> {
    const text = `pk_${newSecret()}`;
    const salt = randomBytes(16).toString('hex');
    const hash = await this.#oneAtATime(() => slowHash(text, salt, this.#cost));
    const kept = formatHash({ cost: this.#cost, hash, tag: tagOf(text, salt) });
    const created_at = this.#clock.now();
    // The lock was a way for anybody to keep an agent out. Older daemons still read it.
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

  /** Whether this is the agent's passkey. A wrong one is answered after a pause. */
  async check(agentId: string, given: string, signal?: AbortSignal): Promise<boolean> {
    const found = await this.#store.read((db) => rowOf(db, agentId));
    const isRight = found !== undefined && (await this.#isRight(found, given, signal));
    if (isRight) this.#refusals.forget(agentId);
    else await this.#refusals.pause(agentId, signal);
    return isRight;
  }

  /** Almost every wrong passkey ends at its tag, so it takes no turn of the slow hash. */
  async #isRight(row: PasskeyRow, given: string, signal?: AbortSignal): Promise<boolean> {
    const { salt, agent_id: agentId } = row;
    const known = parseHash(row.hash);
    const tag = tagOf(given, salt);
    if (known.tag === null) {
      if (this.#waiting >= MOST_WAITING) return false;
    } else if (known.tag !== tag) return false;
    const compare = async () =>
      !signal?.aborted && timingSafeEqual(await slowHash(given, salt, known.cost), known.hash);
    this.#waiting += 1;
    const isSame = await this.#oneAtATime(compare).finally(() => {
      this.#waiting -= 1;
    });
    if (isSame && known.tag === null) await this.#addTag(agentId, row.hash, formatHash({ ...known, tag }));
    return isSame;
  }

  /** Earlier versions stored none. */
  async #addTag(agentId: string, before: string, after: string): Promise<void> {
    await this.#store.writeQuietly((tx) =>
      tx
        .updateTable('passkeys')
        .set({ hash: after, failures: 0, locked_until: 0 })
        .where('agent_id', '=', agentId)
        .where('hash', '=', before)
        .execute(),
    );
  }

  /** One at a time, because a hash takes a lot of memory. */
  #oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#latest.then(work);
    this.#latest = next.catch(() => {});
    return next;
  }
}

/** Reads the cost from the environment; anything unreasonable gives the default. */
export function passkeyCost({ SYNAPSE_PASSKEY_COST: given }: NodeJS.ProcessEnv): number {
  const cost = Number(given ?? DEFAULT_COST);
  return Number.isInteger(cost) && cost >= 1 && cost <= HIGHEST_COST ? cost : DEFAULT_COST;
}

function rowOf(db: Db, agentId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('agent_id', '=', agentId).executeTakeFirst();
}

interface KeptHash {
  readonly cost: number;
  readonly hash: Buffer;
  /** Null for a passkey of an earlier version. */
  readonly tag: string | null;
}

/** Earlier versions read this as well: they stop at the second colon. */
function formatHash({ cost, hash, tag }: KeptHash): string {
  return `${cost}:${hash.toString('hex')}${tag === null ? '' : `:${tag}`}`;
}

/** Earlier versions stored hashes without their tag, and at first without their cost. */
function parseHash(kept: string): KeptHash {
  const words = kept.split(':');
  const [cost, hash = '', tag = null] = words.length === 1 ? [String(DEFAULT_COST), kept] : words;
  return { cost: Number(cost), hash: Buffer.from(hash, 'hex'), tag };
}

/** 16 of the 256 bits of a passkey, by a fast hash: enough to tell a wrong one, useless to find the right one. */
function tagOf(text: string, salt: string): string {
  return createHash('sha256').update(salt).update(text).digest('hex').slice(0, TAG_DIGITS);
}

function slowHash(text: string, salt: string, cost: number): Promise<Buffer> {
  const options = { N: 2 ** cost, r: 8, p: 1, maxmem: 2 * 2 ** cost * BYTES_PER_STEP + SPARE_BYTES };
  return new Promise((resolve, reject) => {
    scrypt(text, Buffer.from(salt, 'hex'), HASH_BYTES, options, (error, hash) =>
      error ? reject(error) : resolve(hash),
    );
  });
}
