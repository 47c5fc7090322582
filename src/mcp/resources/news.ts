/** Listens to the daemons that a caller may ask, for as long as somebody watches a resource. */
import { type Address, readDaemon } from '../../a2a/local.js';
import { isRunning } from '../../registry/entry.js';
import { Registry } from '../../registry/registry.js';
import { watchLiveAgents } from '../../registry/watch-live-agents.js';
import type { McpCaller, OutsideCaller } from '../caller.js';
import { pause } from '../mail/waiting.js';

/** A daemon that is gone may come back. */
const AGAIN_MS = 1_000;
/** Nobody tells a session whose agent has no daemon. */
const LOOK_MS = 2_000;

export function listenForNews(caller: McpCaller, onNews: () => void, signal: AbortSignal): void {
  const others = caller.kind === 'outside' ? new Others(caller, { onNews, signal }) : null;
  const agents = watchLiveAgents(caller.home, () => {
    others?.look();
    onNews();
  });
  signal.addEventListener('abort', () => agents.close());
  others?.look();
  if (caller.kind === 'session') lookRegularly(onNews, signal);
  if (caller.kind === 'agent') void follow(caller, caller.daemon, { onNews, signal });
}

interface Listening {
  readonly onNews: () => void;
  readonly signal: AbortSignal;
}

/** The tasks of an outside program are at the agents that it wrote to, which come and go. */
class Others {
  readonly #caller: OutsideCaller;
  readonly #listening: Listening;
  readonly #followed = new Map<string, AbortController>();

  constructor(caller: OutsideCaller, listening: Listening) {
    this.#caller = caller;
    this.#listening = listening;
    listening.signal.addEventListener('abort', () => this.#leave([...this.#followed.keys()]));
  }

  /** Follows those that have come, and leaves those that are gone. */
  look(): void {
    const { home, reaches } = this.#caller;
    if (this.#listening.signal.aborted) return;
    const running = new Registry(home).list().filter(isRunning);
    const now = new Map(running.filter(reaches).map(({ id, live }) => [`${id} ${live.instance}`, live]));
    this.#leave([...this.#followed.keys()].filter((key) => !now.has(key)));
    for (const [key, live] of now) if (!this.#followed.has(key)) this.#join(key, live);
  }

  #join(key: string, daemon: Address): void {
    const stop = new AbortController();
    this.#followed.set(key, stop);
    void follow(this.#caller, daemon, { onNews: this.#listening.onNews, signal: stop.signal });
  }

  #leave(keys: readonly string[]): void {
    for (const key of keys) {
      this.#followed.get(key)?.abort();
      this.#followed.delete(key);
    }
  }
}

async function follow(caller: McpCaller, daemon: Address, { onNews, signal }: Listening): Promise<void> {
  const bearer = caller.kind === 'outside' ? { bearer: caller.token } : {};
  while (!signal.aborted) {
    await readDaemon(daemon, caller.home, { path: '/events', signal, ...bearer }, onNews).catch(() => {});
    if (!signal.aborted) await pause(AGAIN_MS, signal);
  }
}

function lookRegularly(onNews: () => void, signal: AbortSignal): void {
  const timer = setInterval(onNews, LOOK_MS).unref();
  signal.addEventListener('abort', () => clearInterval(timer));
}
