/**
 * Keeps the lease of this host and listens for changes of others. One daemon of the host does this, whichever gets the
 * lock; when it ends, the kernel releases the lock and another one goes on.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { Sqlite, type SqliteDatabase } from '../../../storage/sqlite.js';
import { LEASE_MS, RENEW_MS } from '../../hosts.js';
import type { Watch } from '../engine.js';
import type { ServerAddress } from './address.js';
import { connectTo } from './client.js';
import type { Heard } from './heard.js';

/** How often the other daemons try to get the lock. */
const TRY_MS = 2_000;
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

/** A commit of this host is told by whoever made it. Only if that fails, it is found in the log. */
const OWN_NEWS_MS = 200;

export interface KeeperParts extends Watch {
  readonly address: ServerAddress;
  readonly dir: string;
  readonly hostId: string;
  readonly heard: Heard;
}

export class Keeper {
  readonly #parts: KeeperParts;
  readonly #timer: NodeJS.Timeout;
  #lock: SqliteDatabase | null = null;
  #client: Client | null = null;
  #isBusy = false;
  #renewedAtMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;
  #ownNews: NodeJS.Timeout | null = null;
  /** Something was committed that could not be read yet. */
  #isBehind = false;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
    mkdirSync(parts.dir, { recursive: true, mode: 0o700 });
    this.#timer = setInterval(() => void this.#look(), TRY_MS).unref();
    void this.#look();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    if (this.#ownNews) clearTimeout(this.#ownNews);
    this.#drop();
    this.#lock?.close();
    this.#lock = null;
  }

  async #look(): Promise<void> {
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
    // Notifications may have been missed.
    if (isNew || this.#isBehind) await this.#readNews({ isNew });
  }

  async #readNews({ isNew } = { isNew: false }): Promise<void> {
    const seq = await this.#parts.onNews({ isNew });
    this.#isBehind = seq === null;
    if (seq !== null && !this.#isClosed) this.#parts.heard.hasRead(seq);
  }

  #notified(channel: string, payload: string | undefined): void {
    const { hostId, heard } = this.#parts;
    if (channel === ownChannel(hostId)) {
      if (!this.#isBehind) heard.hears();
    } else if (payload !== hostId) void this.#readNews();
    else {
      this.#ownNews ??= setTimeout(() => {
        this.#ownNews = null;
        void this.#readNews();
      }, OWN_NEWS_MS).unref();
    }
  }

  async #connected(): Promise<Client> {
    const client = await connectTo(this.#parts.address);
    client.on('notification', ({ channel, payload }) => this.#notified(channel, payload));
    client.once('end', () => {
      if (this.#client === client) this.#client = null;
      void this.#look();
    });
    this.#renewedAtMs = Number.NEGATIVE_INFINITY;
    await client.query(`listen ${CHANNEL}; listen ${ownChannel(this.#parts.hostId)}`);
    return client;
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
    client?.end().catch(() => {});
  }
}

/** On which only this host hears itself, because a pool of connections may swallow what is told. */
function ownChannel(hostId: string): string {
  return `${CHANNEL}_${hostId}`;
}
