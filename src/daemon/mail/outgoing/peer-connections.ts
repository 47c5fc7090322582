/** The connections to other daemons, shared by everything that calls them. */
import type { PeerClient } from '../../../a2a/client.js';

type LoadClient = () => Promise<{ readonly PeerClient: new () => PeerClient }>;

export class PeerConnections {
  readonly #load: LoadClient;
  #client: Promise<PeerClient> | null = null;

  constructor(load: LoadClient = () => import('../../../a2a/client.js')) {
    this.#load = load;
  }

  /** Loaded on first use, because undici takes 8 MB that an idle daemon does not need. */
  client(): Promise<PeerClient> {
    this.#client ??= this.#open().catch((error: unknown) => {
      // Too many open files, say: the next message tries again.
      this.#client = null;
      throw error;
    });
    return this.#client;
  }

  async close(): Promise<void> {
    if (this.#client) await (await this.#client).close();
  }

  async #open(): Promise<PeerClient> {
    const { PeerClient } = await this.#load();
    return new PeerClient();
  }
}
