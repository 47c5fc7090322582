/** The connections to other daemons, shared by everything that calls them. */
import type { PeerClient } from '../../../a2a/client.js';

export class PeerConnections {
  #client: Promise<PeerClient> | null = null;

  /** Loaded on first use, because undici takes 8 MB that an idle daemon does not need. */
  client(): Promise<PeerClient> {
    this.#client ??= import('../../../a2a/client.js').then(({ PeerClient }) => new PeerClient());
    return this.#client;
  }

  async close(): Promise<void> {
    if (this.#client) await (await this.#client).close();
  }
}
