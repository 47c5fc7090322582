/**
 * Keeps the lease of this host and listens for changes of others. One daemon of the host does this, whichever gets the
 * lock; when it ends, the kernel releases the lock and another one goes on.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { Sqlite, type SqliteDatabase } from '../../../storage/sqlite.js';
import { everySecond } from '../../beat.js';
import { LEASE_MS, RENEW_MS } from '../../hosts.js';
import type { Watch } from '../engine.js';
import type { ServerAddress } from './address.js';
import { connectTo, hangUp } from './client.js';
import type { Heard } from './heard.js';

/** How often the other daemons try to get the lock. */
const TRY_MS = 2_000;
/** An echo takes a moment. */
const DEAF_LOOKS = 5;
/** Distinguishes what another connection says, because one of a pool may hear only itself. */
const BY_ANOTHER = 'by another';
export const CHANNEL = 'synapse_team';

const RENEW = `
  insert into hosts (id, name, leased_until, held_since)
  select $1, $2, at + ${LEASE_MS}, at
  from (select (extract(epoch from clock_timestamp()) * 1000)::bigint as at) as clock
  on conflict (id) do update set
    name = excluded.name,
    leased_until = excluded.leased_until,
    held_since = case when hosts.leased_until < excluded.held_since then excluded.held_since else hosts.held_since end
  returning pg_notify($3, '')`;

/** The daemon that made a commit on this host tells the others. Only if that fails, the commit is found in the log. */
const OWN_NEWS_MS = 200;

export interface KeeperParts extends Watch {
  readonly address: ServerAddress;
  /** Says something on this channel, over another connection. */
  readonly say: (channel: string, payload: string) => Promise<void>;
  readonly dir: string;
  readonly hostId: string;
  readonly heard: Heard;
}

export class Keeper {
  readonly #parts: KeeperParts;
  readonly #stopLooking: () => void;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #lock: SqliteDatabase | null = null;
  #client: Client | null = null;
  /** Whether nothing that another connection said was heard over this one yet. A pool may give each transaction another one. */
  #isDeaf = true;
  #deafLooks = 0;
  #isTrying = false;
  #isBusy = false;
  #renewedAtMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;
  #ownNews: NodeJS.Timeout | null = null;
  /** Something was committed that could not be read yet. */
  #isBehind = false;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
    mkdirSync(parts.dir, { recursive: true, mode: 0o700 });
    this.#stopLooking = everySecond(() => {
      // Timers are early or late by some milliseconds.
      if (performance.now() - this.#lookedAtMs > TRY_MS * 0.75) void this.#look();
    });
    void this.#look();
  }

  close(): void {
    this.#isClosed = true;
    this.#stopLooking();
    if (this.#ownNews) clearTimeout(this.#ownNews);
    this.#drop();
    this.#lock?.close();
    this.#lock = null;
  }

  async #look(): Promise<void> {
    this.#lookedAtMs = performance.now();
    if (this.#isBusy || this.#isClosed || !this.#isMine()) return;
    this.#isBusy = true;
    try {
      await this.#keep();
    } catch (error) {
      this.#drop();
      this.#parts.onTrouble((error as Error).message);
    } finally {
      this.#isBusy = false;
      if (this.#isClosed) this.#drop();
    }
  }

  async #keep(): Promise<void> {
    const isNew = this.#client === null;
    this.#client ??= await this.#connected();
    if (performance.now() - this.#renewedAtMs >= RENEW_MS - TRY_MS / 2) {
      const { hostId, hostName } = this.#parts;
      await this.#client.query(RENEW, [hostId, hostName, ownChannel(hostId)]);
      this.#renewedAtMs = performance.now();
    }
    // Notifications may have been missed. Neither is waited for, because both may take longer than the lease lasts.
    if (isNew || this.#isBehind || this.#isDeaf) void this.#readNews({ isNew });
    if (this.#isDeaf) void this.#tryEars();
  }

  /** Whoever hears nothing looks again and again. */
  async #tryEars(): Promise<void> {
    if (this.#isTrying) return;
    this.#isTrying = true;
    this.#deafLooks += 1;
    if (this.#deafLooks === DEAF_LOOKS) {
      this.#parts.onTrouble(
        'notifications do not arrive, so changes of other hosts are noticed after two seconds; name an address to listen at, see docs/postgresql.md',
      );
    }
    // If all connections are in use, there is a next time.
    await this.#parts.say(ownChannel(this.#parts.hostId), BY_ANOTHER).catch(() => {});
    this.#isTrying = false;
  }

  async #readNews({ isNew } = { isNew: false }): Promise<void> {
    const seq = await this.#parts.onNews({ isNew });
    this.#isBehind = seq === null;
    if (seq !== null && !this.#isClosed) this.#parts.heard.hasRead(seq);
  }

  #notified(channel: string, payload: string | undefined): void {
    const { hostId, heard } = this.#parts;
    if (channel === ownChannel(hostId)) {
      if (payload === BY_ANOTHER) this.#isDeaf = false;
      if (!this.#isDeaf && !this.#isBehind) heard.hears();
    } else if (payload !== hostId) void this.#readNews();
    else {
      this.#ownNews ??= setTimeout(() => {
        this.#ownNews = null;
        void this.#readNews();
      }, OWN_NEWS_MS).unref();
    }
  }

  async #connected(): Promise<Client> {
    const client = await this.#connect();
    this.#isDeaf = true;
    this.#deafLooks = 0;
    this.#isBehind = true;
    client.on('notification', ({ channel, payload }) => this.#notified(channel, payload));
    client.once('end', () => {
      if (this.#client === client) this.#client = null;
      void this.#look();
    });
    this.#renewedAtMs = Number.NEGATIVE_INFINITY;
    await client.query(`listen ${CHANNEL}; listen ${ownChannel(this.#parts.hostId)}`);
    return client;
  }

  /** The lease is renewed even if there is nothing to listen at. */
  async #connect(): Promise<Client> {
    const { address, onTrouble } = this.#parts;
    const { listeningHosts } = address;
    if (listeningHosts === null) return connectTo(address);
    try {
      return await connectTo({ ...address, hosts: listeningHosts });
    } catch (error) {
      onTrouble((error as Error).message);
      return connectTo(address);
    }
  }

  #isMine(): boolean {
    if (this.#lock?.inTransaction) return true;
    try {
      this.#lock ??= new Sqlite(join(this.#parts.dir, 'keeper'), { timeout: 0 });
      this.#lock.exec('begin exclusive');
      return true;
    } catch {
      return false;
    }
  }

  #drop(): void {
    const client = this.#client;
    this.#client = null;
    if (client) void hangUp(client);
  }
}

/** On which only this host hears itself, because a pool of connections may swallow what is told. */
function ownChannel(hostId: string): string {
  return `${CHANNEL}_${hostId}`;
}
