/** Tells other daemons of the team about changes that concern them, and hands unfinished work to one of them. */
import { callDaemon } from '../../a2a/local.js';
import { SynapseError } from '../../errors.js';
import { isAgentId } from '../../ids.js';
import { isSameProcess } from '../../processes.js';
import type { LiveEntry } from '../../registry/entry.js';
import { ANYTHING, type Change, type Commit, concerns, decodeCommits, type Interest } from '../../team/change.js';
import type { DaemonContext } from '../context.js';
import { atMost } from '../start/at-most.js';

/** What one daemon tells another. */
export interface Told {
  readonly commits: readonly Commit[];
  /** Changes that matter only now and are not in the log. */
  readonly changes?: readonly Change[];
  /** Whether the sender is ending and cannot handle the consequences itself. */
  readonly look?: boolean;
}

/** Changes that are close together are sent once. */
const GATHER_MS = 2;
/** A daemon that is not told does a round within a second anyway, so an ending daemon need not wait longer. */
const HAND_OVER_MS = 300;

type Context = Pick<DaemonContext, 'self' | 'home' | 'registry' | 'log'>;

export class Siblings {
  readonly #context: Context;
  #news: Told[] = [];
  #gathering: NodeJS.Timeout | null = null;
  /** The daemons we are telling right now, by instance, and what to tell them next. */
  readonly #telling = new Map<string, Told[]>();
  #isClosed = false;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Tells them soon, and only those whom it concerns. */
  tell(told: Told): void {
    if (this.#isClosed) return;
    this.#news.push(told);
    this.#gathering ??= setTimeout(() => this.#flush(), GATHER_MS).unref();
  }

  /** Tells what is left, and asks one of the others to handle the consequences. */
  async close(): Promise<void> {
    this.#flush();
    this.#isClosed = true;
    await atMost(HAND_OVER_MS, this.#handOver());
  }

  #flush(): void {
    if (this.#gathering) clearTimeout(this.#gathering);
    this.#gathering = null;
    const news = this.#news.splice(0);
    const changes = news.flatMap((told) => [
      ...told.commits.flatMap((commit) => commit.changes),
      ...(told.changes ?? []),
    ]);
    try {
      for (const entry of this.#concernedBy(changes))
        void this.#tell(
          entry,
          news.map((told) => only(told, entry)),
        );
    } catch (error) {
      // The registry cannot be read now. The others look by themselves.
      this.#context.log.error('cannot tell the team', { reason: (error as Error).message });
    }
  }

  /** Looks for the agents that are named, because reading all entries gets slower with their number. */
  #concernedBy(changes: readonly Change[]): LiveEntry[] {
    const { registry, self } = this.#context;
    if (changes.some(({ agentIds }) => agentIds === null)) {
      return registry.entries().filter((entry) => this.#isSibling(entry) && isFor(changes, entry));
    }
    const agentIds = new Set(changes.flatMap((change) => change.agentIds ?? []));
    const others = [...agentIds].filter((id) => id !== self.id && isAgentId(id));
    return others.flatMap((id) => registry.live(id) ?? []);
  }

  /** Tells each one separately, so that one that hangs does not delay the others. A daemon that is missed looks by itself. */
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
      // It is gone, or hangs.
      if (!(error instanceof SynapseError)) this.#context.log.error('team', { reason: (error as Error).message });
    } finally {
      this.#telling.delete(entry.instance);
    }
  }

  /** Asks until one answers, starting anywhere, so that it is not always the same one. */
  async #handOver(): Promise<void> {
    const others = this.#context.registry.entries().filter((entry) => this.#isSibling(entry) && isSameProcess(entry));
    const first = Math.floor(Math.random() * others.length);
    for (const entry of [...others.slice(first), ...others.slice(0, first)]) {
      try {
        await this.#post(entry, { commits: [], look: true });
        return;
      } catch {
        // Try the next one.
      }
    }
  }

  /** Uses the small client, because a daemon without mail does not need the megabytes of the large one. */
  async #post(entry: LiveEntry, body: Told): Promise<void> {
    await callDaemon(entry, this.#context.home, { path: '/team/changed', body });
  }

  #isSibling({ id, project, kind }: LiveEntry): boolean {
    return id !== this.#context.self.id && (project !== null || kind === 'human');
  }
}

/** Reads what another daemon has sent. An older version only says that something has changed. */
export function decodeTold(body: unknown): Told {
  const { commits, changes, look } = (body ?? {}) as Record<string, unknown>;
  const known = decodeCommits(commits);
  if (!known) return { commits: [], changes: ANYTHING };
  const [beside] = decodeCommits([{ seq: 0, changes: changes ?? [] }]) ?? [];
  return { commits: known, changes: beside?.changes ?? ANYTHING, look: look === true };
}

/** Whether other daemons tell this one about such changes. If not, it has to look for itself. */
export function isToldOf({ agentId }: Interest, self: string): boolean {
  return agentId === undefined || agentId === self;
}

/** Whatever concerns the agent, in any of its projects. */
function isFor(changes: readonly Change[], { id }: LiveEntry): boolean {
  return changes.some((change) => concerns(change, { agentId: id }));
}

function only({ commits, changes = [] }: Told, entry: LiveEntry): Told {
  const isTheirs = (change: Change) => isFor([change], entry);
  return {
    // Send all of a commit or nothing, because its number means that it is known.
    commits: commits.filter((commit) => commit.changes.some(isTheirs)),
    changes: changes.filter(isTheirs),
  };
}

function joined(news: readonly Told[]): Told {
  return { commits: news.flatMap(({ commits }) => commits), changes: news.flatMap(({ changes }) => changes ?? []) };
}
