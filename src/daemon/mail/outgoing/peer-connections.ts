/** The connections to other daemons, shared by everything that calls them. */
import type { PeerClient } from '../../../a2a/client.js';
import { Once } from '../../once.js';

type LoadClient = () => Promise<{ readonly PeerClient: new () => PeerClient }>;

export class PeerConnections {
  readonly #client: Once<PeerClient>;

  constructor(load: LoadClient = () => import('../../../a2a/client.js')) {
    this.#client = new Once(async () => new (await load()).PeerClient());
  }

  /** Loaded on first use, because undici takes 8 MB that an idle daemon does not need. */
  client(): Promise<PeerClient> {
    return this.#client.get();
  }

  async close(): Promise<void> {
    await (await this.#client.ifUsed())?.close();
  }
}
