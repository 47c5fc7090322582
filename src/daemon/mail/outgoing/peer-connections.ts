/** The connections to other daemons, shared by everything that speaks to them. */
import type { PeerClient } from '../../../a2a/client.js';

export class PeerConnections {
  #client: Promise<PeerClient> | null = null;

  /** Loaded with the first use, because undici is 8 MB that an idle daemon does not need. */
  client(): Promise<PeerClient> {
    this.#client ??= import('../../../a2a/client.js').then(({ PeerClient }) => new PeerClient());
    return this.#client;
  }

  async close(): Promise<void> {
    if (this.#client) await (await this.#client).close();
  }
}
