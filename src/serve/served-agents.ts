/** The agents that are served now, including agents that start later or again. */
import type { KnownAgent, LiveEntry } from '../registry/entry.js';
import { isRunning } from '../registry/entry.js';
import { Registry } from '../registry/registry.js';
import { isFor } from '../registry/tokens.js';
import type { Holder } from './gate.js';

export type Running = KnownAgent & { readonly live: LiveEntry };

export class ServedAgents {
  readonly #registry: Registry;
  /** The ids that were named; null for every agent that is no person. */
  readonly #chosen: ReadonlySet<string> | null;

  constructor(home: string, chosen: readonly string[] | null) {
    this.#registry = new Registry(home);
    this.#chosen = chosen && new Set(chosen);
  }

  has({ id, kind }: Pick<KnownAgent, 'id' | 'kind'>): boolean {
    return this.#chosen === null ? kind !== 'human' : this.#chosen.has(id);
  }

  /** Everybody who is known now, whether running or not. */
  all(): readonly KnownAgent[] {
    return this.#registry.list().filter((agent) => this.has(agent));
  }

  /** To the holder of a token for one agent, the others do not exist. */
  of(holder: Pick<Holder, 'agent'>): readonly KnownAgent[] {
    return this.all().filter(({ id }) => isFor(holder, id));
  }

  /** Null if it is not served. An agent that was named and never ran is served, but not running. */
  find(
    id: string,
    holder: Pick<Holder, 'agent'> | null,
  ): { readonly id: string; readonly running: Running | null } | null {
    if (holder && !isFor(holder, id)) return null;
    const agent = this.#registry.get(id);
    if (agent ? !this.has(agent) : !this.#chosen?.has(id)) return null;
    return { id, running: agent && isRunning(agent) ? agent : null };
  }

  /** Null if there are several, or none. */
  theOnlyOne(): string | null {
    const ids = this.#chosen ? [...this.#chosen] : this.all().map(({ id }) => id);
    return ids.length === 1 ? (ids[0] as string) : null;
  }
}
