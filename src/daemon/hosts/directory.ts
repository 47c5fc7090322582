/** The agents of this home as other hosts see them, and those of other hosts as they list them: names and status, no more. */
import { isAgentId } from '../../ids.js';
import type { AgentStatus } from '../../registry/entry.js';
import type { ListedAgent } from '../../registry/hosts/hosts.js';
import type { Registry } from '../../registry/registry.js';

const GATHER_MS = 100;
const MOST_AGENTS = 10_000;
const LONGEST_TEXT = 200;
const STATUSES: readonly AgentStatus[] = [
  ...(['starting', 'ready', 'busy', 'waiting', 'paused', 'stopped', 'dead', 'unreachable'] as const),
];

/** Tells when the list has changed, a moment later, because one change touches several files. */
export class DirectoryNews {
  readonly #registry: Registry;
  readonly #tell: (list: readonly ListedAgent[]) => void;
  #timer: NodeJS.Timeout | null = null;
  #told = '';

  constructor(registry: Registry, tell: (list: readonly ListedAgent[]) => void) {
    this.#registry = registry;
    this.#tell = tell;
  }

  now(): readonly ListedAgent[] {
    return this.#registry.list().map(({ id, type, name, role, kind, status, lasting, storeId }) => {
      return { id, type, name, role, kind, status, lasting, storeId };
    });
  }

  changed(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      const list = this.now();
      const text = JSON.stringify(list);
      if (text === this.#told) return;
      this.#told = text;
      this.#tell(list);
    }, GATHER_MS).unref();
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }
}

/** Takes what is right in the list of another host, and leaves out the rest. */
export function decodeAgents(list: unknown): ListedAgent[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, MOST_AGENTS).flatMap((item) => decodeAgent(item) ?? []);
}

function decodeAgent(item: unknown): ListedAgent | null {
  const { id, type, name, role, kind, status, lasting, storeId } = (item ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string' || !isAgentId(id)) return null;
  return {
    id,
    type: typeof type === 'string' && isAgentId(type) ? type : 'agent',
    name: shortText(name),
    role: shortText(role),
    kind: kind === 'human' ? 'human' : 'ai',
    status: STATUSES.find((each) => each === status) ?? 'ready',
    lasting: lasting === true,
    storeId: shortText(storeId) ?? '',
  };
}

function shortText(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : null;
}
