/** The other daemons of a team: tells those whom a change concerns, and leaves what is still to be looked after to one of them. */
import { callDaemon } from '../../a2a/local.js';
import { SynapseError } from '../../errors.js';
import { sessionAddress } from '../../ids.js';
import { isSameProcess } from '../../processes.js';
import { type LiveEntry, memberOf } from '../../registry/entry.js';
import { ANYTHING, type Change, type Commit, concerns, decodeCommits } from '../../team/change.js';
import { PURPOSES } from '../../team/sessions/session.js';
import type { DaemonContext } from '../context.js';

/** What one daemon tells another. */
export interface Told {
  readonly commits: readonly Commit[];
  /** Not in the log: what is of interest only at this moment. */
  readonly changes?: readonly Change[];
  /** The teller cannot look at what its changes lead to, since it ends. */
  readonly look?: boolean;
}

/** Changes that come together are told once. */
const GATHER_MS = 2;
/** Whoever hears nothing goes round by itself within a second: no reason to keep an end waiting. */
const HAND_OVER_MS = 300;

type Context = Pick<DaemonContext, 'self' | 'home' | 'registry' | 'log'>;

export class Siblings {
  readonly #context: Context;
  #news: Told[] = [];
  #gathering: NodeJS.Timeout | null = null;
  /** Who is being told right now, by instance, and what there is to tell next. */
  readonly #telling = new Map<string, Told[]>();
  #isClosed = false;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Soon, and only those whom it concerns. */
  tell(told: Told): void {
    if (this.#isClosed) return;
    this.#news.push(told);
    this.#gathering ??= setTimeout(() => this.#flush(), GATHER_MS).unref();
  }

  /** Tells what is left to tell, and asks one of the others to look at what it leads to. */
  async close(): Promise<void> {
    this.#flush();
    this.#isClosed = true;
    const limit = new Promise<void>((resolve) => setTimeout(resolve, HAND_OVER_MS).unref());
    await Promise.race([this.#handOver(), limit]);
  }

  #flush(): void {
    if (this.#gathering) clearTimeout(this.#gathering);
    this.#gathering = null;
    const news = this.#news.splice(0);
    const changes = news.flatMap((told) => [
      ...told.commits.flatMap((commit) => commit.changes),
      ...(told.changes ?? []),
    ]);
    for (const entry of this.#concernedBy(changes))
      void this.#tell(
        entry,
        news.map((told) => only(told, entry)),
      );
  }

  /** By the addresses that an agent can have: reading all entries would take longer the more agents there are. */
  #concernedBy(changes: readonly Change[]): LiveEntry[] {
    const { registry, self } = this.#context;
    if (changes.some(({ agentIds }) => agentIds === null)) {
      return registry.entries().filter((entry) => this.#isSibling(entry) && isFor(changes, entry));
    }
    const agentIds = new Set(changes.flatMap((change) => change.agentIds ?? []));
    const addresses = [...agentIds].flatMap((id) => [id, ...PURPOSES.map((purpose) => sessionAddress(id, purpose))]);
    return addresses
      .flatMap((id) => (id === self.id ? [] : (registry.live(id) ?? [])))
      .filter((entry) => this.#isSibling(entry) && isFor(changes, entry));
  }

  /** Each by itself: one that hangs keeps no other from hearing. Who does not hear looks by itself within a second. */
  async #tell(entry: LiveEntry, news: readonly Told[]): Promise<void> {
    const waiting = this.#telling.get(entry.instance);
    if (waiting) {
      waiting.push(...news);
      return;
    }
    const next = [...news];
    this.#telling.set(entry.instance, next);
    try {
      while (next.length > 0) await this.#post(entry, joined(next.splice(0)));
    } catch (error) {
      // One that is gone, or hangs.
      if (!(error instanceof SynapseError)) this.#context.log.error('team', { reason: (error as Error).message });
    } finally {
      this.#telling.delete(entry.instance);
    }
  }

  /** The first that answers; begun anywhere, so that it is not always the same one. */
  async #handOver(): Promise<void> {
    const others = this.#context.registry.entries().filter((entry) => this.#isSibling(entry) && isSameProcess(entry));
    const first = Math.floor(Math.random() * others.length);
    for (const entry of [...others.slice(first), ...others.slice(0, first)]) {
      try {
        await this.#post(entry, { commits: [], look: true });
        return;
      } catch {
        // The next one.
      }
    }
  }

  /** By the small client: the large one is megabytes that a daemon without mail does not need. */
  async #post(entry: LiveEntry, body: Told): Promise<void> {
    await callDaemon(entry, this.#context.home, { path: '/team/changed', body });
  }

  #isSibling({ id, project, kind }: LiveEntry): boolean {
    return id !== this.#context.self.id && (project !== null || kind === 'human');
  }
}

/** What another daemon has said. One of an earlier Synapse says nothing but that there is something. */
export function decodeTold(body: unknown): Told {
  const { commits, changes, look } = (body ?? {}) as Record<string, unknown>;
  const known = decodeCommits(commits);
  if (!known) return { commits: [], changes: ANYTHING };
  const [beside] = decodeCommits([{ seq: 0, changes: changes ?? [] }]) ?? [];
  return { commits: known, changes: beside?.changes ?? ANYTHING, look: look === true };
}

/** A person takes part in any number of projects, an agent's session in one. */
function isFor(changes: readonly Change[], entry: LiveEntry): boolean {
  const interest = { projectId: entry.kind === 'human' ? undefined : (entry.project ?? ''), agentId: memberOf(entry) };
  return changes.some((change) => concerns(change, interest));
}

function only({ commits, changes = [] }: Told, entry: LiveEntry): Told {
  const isTheirs = (change: Change) => isFor([change], entry);
  return {
    // All of a commit, or nothing: its number says that it is known.
    commits: commits.filter((commit) => commit.changes.some(isTheirs)),
    changes: changes.filter(isTheirs),
  };
}

function joined(news: readonly Told[]): Told {
  return { commits: news.flatMap(({ commits }) => commits), changes: news.flatMap(({ changes }) => changes ?? []) };
}
