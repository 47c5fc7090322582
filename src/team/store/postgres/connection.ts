/** The connection of a process: opened when needed, used by one at a time, and given back when idle. */
import type { Client, QueryResult } from 'pg';
import type { ServerAddress } from './address.js';
import { connectTo, hangUp } from './client.js';
import { ConnectionLost, isOutOfReach } from './failures.js';
import { NoPlace, type Place, type Places } from './places.js';

/** An idle connection is closed, because the daemons of a host share a few. */
const IDLE_MS = 3_000;
/** How long a daemon keeps its connection while others wait for one, so that they do not connect for every statement. */
const TURN_MS = 60;
/** Longer than the pauses of those who wait for a place. */
const LET_OTHERS_MS = 80;
/** How long a connection takes to end. */
const LEAVE_MS = 500;
/** After a failure, everybody who waits is told the same, instead of each waiting as long. */
const REMEMBER_FAILURE_MS = 250;
/** The same once the server has been away for a while, because most attempts are in vain then. */
const REMEMBER_ABSENCE_MS = 1_000;
const ABSENCE_MS = 2_500;

export class Connection {
  readonly #address: ServerAddress;
  readonly #places: Places;
  #client: Client | null = null;
  #place: Place | null = null;
  #since = 0;
  #usedAt = 0;
  #leftAt = Number.NEGATIVE_INFINITY;
  #idle: NodeJS.Timeout | null = null;
  /** The last one who asked for the connection. */
  #latest: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown; readonly atMs: number; readonly sinceMs: number } | null = null;
  statements = 0;
  /** How far the clock of the server is ahead. */
  aheadMs = 0;

  constructor(address: ServerAddress, places: Places) {
    this.#address = address;
    this.#places = places;
  }

  /** Waits for its turn, and for a connection. The caller must release it. */
  async acquire(): Promise<void> {
    const before = this.#latest;
    let release = () => {};
    this.#latest = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    this.#release = release;
    if (this.#idle) clearTimeout(this.#idle);
    try {
      await this.#open();
    } catch (error) {
      release();
      throw error;
    }
  }

  #release: () => void = () => {};

  release(): void {
    this.#usedAt = performance.now();
    this.#restIfWanted();
    this.#release();
  }

  /** Leaves its place to those who wait when its turn is over, and in any case when nobody has used it for a while. */
  #restIfWanted(): void {
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = null;
    if (!this.#client) return;
    const now = performance.now();
    const isTurnOver = now - this.#since > TURN_MS && this.#places.areWanted();
    if (isTurnOver) this.#leftAt = now;
    if (isTurnOver || now - this.#usedAt >= IDLE_MS) this.drop();
    else this.#idle = setTimeout(() => this.#restIfWanted(), TURN_MS).unref();
  }

  /** Connects again within the same turn. */
  async reopen(): Promise<void> {
    await this.#open();
  }

  async query(text: string, values: readonly unknown[] = [], limitMs?: number): Promise<QueryResult> {
    if (!this.#client) throw new ConnectionLost('the connection is closed');
    this.statements += 1;
    try {
      const limit = limitMs === undefined ? {} : { query_timeout: limitMs };
      return await this.#client.query({ text, ...(values.length > 0 ? { values: [...values] } : {}), ...limit });
    } catch (error) {
      if (isOutOfReach(error)) this.#fail(error);
      throw error;
    }
  }

  /** Whether every attempt has failed for so long that it is not worth waiting for the next. */
  get isServerAway(): boolean {
    return this.#failure !== null && performance.now() - this.#failure.sinceMs > ABSENCE_MS;
  }

  get isOpen(): boolean {
    return this.#client !== null;
  }

  /** Closes the connection at once. The server ends what it was doing. */
  drop(): void {
    const [client, place] = [this.#client, this.#place];
    this.#client = null;
    this.#place = null;
    // Until then it counts for the server. One that does not answer must not keep the place.
    let hasLeft = false;
    const leave = () => {
      // Later the same lock may be somebody else's.
      if (!hasLeft) place?.leave();
      hasLeft = true;
    };
    setTimeout(leave, LEAVE_MS).unref();
    if (client) hangUp(client).then(leave, leave);
    else leave();
  }

  async close(): Promise<void> {
    await this.#latest;
    if (this.#idle) clearTimeout(this.#idle);
    this.drop();
    this.#places.close();
  }

  async #open(): Promise<void> {
    if (this.#client) return;
    const rememberMs = this.isServerAway ? REMEMBER_ABSENCE_MS : REMEMBER_FAILURE_MS;
    if (this.#failure && performance.now() - this.#failure.atMs < rememberMs) throw this.#failure.error;
    // Those who wait for a place look for one at intervals.
    const isTooSoon = performance.now() - this.#leftAt < LET_OTHERS_MS;
    if (isTooSoon && this.#places.areWanted()) throw new NoPlace('others are waiting for a connection');
    this.#place = this.#places.take();
    try {
      this.#client = await connectTo(this.#address, (aheadMs) => {
        this.aheadMs = aheadMs;
      });
      this.#since = performance.now();
      this.#failure = null;
      this.#places.noteSuccess();
      const client = this.#client;
      client.once('end', () => {
        if (this.#client === client) this.drop();
      });
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  #fail(error: unknown): void {
    this.drop();
    const atMs = performance.now();
    this.#failure = { error, atMs, sinceMs: this.#failure?.sinceMs ?? atMs };
    this.#places.noteFailure();
  }
}
