/** Listens to the daemons that a caller may ask, for as long as somebody watches a resource. */
import { type Address, readDaemon } from '../../a2a/local.js';
import { isRunning } from '../../registry/entry.js';
import { Registry } from '../../registry/registry.js';
import { watchLiveAgents } from '../../registry/watch-live-agents.js';
import type { McpCaller } from '../caller.js';

/** A daemon that is gone may come back. */
const AGAIN_MS = 1_000;
/** Nobody tells a session whose agent has no daemon. */
const LOOK_MS = 2_000;

export function listenForNews(caller: McpCaller, onNews: () => void, signal: AbortSignal): void {
  const agents = watchLiveAgents(caller.home, onNews);
  signal.addEventListener('abort', () => agents.close());
  if (caller.kind === 'session') lookRegularly(onNews, signal);
  else for (const daemon of daemonsOf(caller)) void follow(caller, daemon, { onNews, signal });
}

function daemonsOf(caller: Exclude<McpCaller, { kind: 'session' }>): readonly Address[] {
  if (caller.kind === 'agent') return [caller.daemon];
  const { home, agentId } = caller;
  const running = new Registry(home).list().filter(isRunning);
  return running.filter(({ id }) => agentId === null || id === agentId).map(({ live }) => live);
}

interface Listening {
  readonly onNews: () => void;
  readonly signal: AbortSignal;
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

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms).unref();
    signal.addEventListener('abort', finish);
  });
}
