/** Counts the timers, sockets, watchers and processes that code under `src/` opened and has not closed, unref'd ones included. */
import { createHook } from 'node:async_hooks';

const WATCHED = new Set([
  'Timeout',
  'FSEVENTWRAP',
  'PIPESERVERWRAP',
  'PIPEWRAP',
  'PROCESSWRAP',
  'TCPSERVERWRAP',
  'TCPWRAP',
  'TTYWRAP',
]);
const STACK_DEPTH = 30;

export class OpenResources {
  readonly #open = new Map<number, string>();
  readonly #hook = createHook({
    init: (id, type) => {
      const opener = WATCHED.has(type) ? openerOf(type) : null;
      if (opener !== null) this.#open.set(id, `${type} ${opener}`);
    },
    destroy: (id) => this.#open.delete(id),
  });

  /** Counts what is opened from now on. */
  constructor() {
    this.#hook.enable();
  }

  /** What is still open, by kind and by the line of `src/` that opened it. */
  list(): string[] {
    return [...this.#open.values()].sort();
  }

  stop(): void {
    this.#hook.disable();
  }
}

/** The line of `src/` that asked for it; null if a library, the test or Node itself did. */
function openerOf(type: string): string | null {
  const depth = Error.stackTraceLimit;
  Error.stackTraceLimit = STACK_DEPTH;
  const lines = new Error().stack?.split('\n').slice(3) ?? [];
  Error.stackTraceLimit = depth;
  const own = lines.findIndex((line) => !line.includes('node:') && !line.includes('<anonymous>'));
  const isForNode =
    type === 'Timeout' && lines.slice(0, own).some((line) => !/node:(internal\/)?(async_hooks|timers)/.test(line));
  const line = lines[own] ?? '';
  return isForNode || line.includes('/node_modules/') ? null : (/\/(src\/[^\s)]*)/.exec(line)?.[1] ?? null);
}
