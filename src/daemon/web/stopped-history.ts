/** The messages of agents that do not run, from their own stores, which are read again only after they have changed. */
import { statSync } from 'node:fs';
import { encodeMessage } from '../../a2a/encode.js';
import type { HistoryMessage } from '../../a2a/web/things.js';
import { agentPaths } from '../../paths.js';
import type { KnownAgent } from '../../registry/entry.js';
import { TaskStore } from '../../taskstore/store.js';
import { foundMessages } from '../http/mail-requests.js';

interface Read {
  readonly asOf: string;
  readonly messages: readonly HistoryMessage[];
}

/** A page asks the same of all agents again and again. */
const MOST_KEPT = 200;

export class StoppedHistory {
  readonly #home: string;
  readonly #read = new Map<string, Read>();

  constructor(home: string) {
    this.#home = home;
  }

  /** Oldest first; null if the agent has no store. Throws if that cannot be read, such as while the agent starts. */
  of({ id, type }: Pick<KnownAgent, 'id' | 'type'>, query: URLSearchParams): readonly HistoryMessage[] | null {
    const path = agentPaths(this.#home, id).store;
    const asOf = [path, `${path}-wal`].map(stampOf).join(' ');
    if (stampOf(path) === '') return null;
    const key = `${id} ${query}`;
    const known = this.#read.get(key);
    if (known?.asOf === asOf) return known.messages;
    const store = TaskStore.openReadOnly(path);
    try {
      const self = { id, type, endpoint: null };
      const messages = foundMessages(store, query).map((message) => encodeMessage(message, self));
      const found = messages as unknown as readonly HistoryMessage[];
      this.#keep(key, { asOf, messages: found });
      return found;
    } finally {
      void store.close();
    }
  }

  #keep(key: string, read: Read): void {
    this.#read.delete(key);
    this.#read.set(key, read);
    const [oldest] = this.#read.keys();
    if (this.#read.size > MOST_KEPT && oldest !== undefined) this.#read.delete(oldest);
  }
}

function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat ? `${stat.mtimeMs} ${stat.size}` : '';
}
