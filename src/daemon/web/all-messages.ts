/** The messages of all agents, running or not, each once although both sides have it. */
import { callDaemon } from '../../a2a/local.js';
import type { HistoryMessage } from '../../a2a/web/things.js';
import { isRunning, type KnownAgent } from '../../registry/entry.js';
import type { DaemonContext } from '../context.js';
import { pageSize } from '../http/page-size.js';
import { StoppedHistory } from './stopped-history.js';

interface Found {
  /** Oldest first. */
  readonly messages: readonly HistoryMessage[];
  /** The agents that did not answer. */
  readonly silent: readonly string[];
}

const ANSWER_MS = 3_000;
/** Asked at the same time, so that fifty agents do not mean fifty connections. */
const AT_ONCE = 8;
const PASSED_ON = ['limit', 'since', 'before', 'grep'];

export class AllMessages {
  readonly #context: Pick<DaemonContext, 'registry' | 'home'>;
  readonly #stopped: StoppedHistory;

  constructor(context: Pick<DaemonContext, 'registry' | 'home'>) {
    this.#context = context;
    this.#stopped = new StoppedHistory(context.home);
  }

  async find(query: URLSearchParams): Promise<Found> {
    const limit = pageSize(query);
    const wanted = query.get('agent');
    const own = new URLSearchParams([...query].filter(([key]) => PASSED_ON.includes(key)));
    const everybody = this.#context.registry.list();
    const isUp = everybody.some((agent) => agent.id === wanted && isRunning(agent));
    // What was sent to somebody who does not run, or is elsewhere, is known to those who sent it.
    const others = wanted === null ? own : new URLSearchParams([...own, ['with', wanted]]);
    const known = new Map<string, HistoryMessage>();
    const silent: string[] = [];
    const waiting = everybody.filter(({ id }) => !isUp || id === wanted);
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        try {
          for (const message of await this.#ask(next, next.id === wanted ? own : others)) add(known, message);
        } catch {
          silent.push(next.id);
        }
      }
    });
    await Promise.all(workers);
    const messages = [...known.values()].sort((a, b) => (a.created_at < b.created_at ? -1 : 1)).slice(-limit);
    return { messages, silent: silent.sort() };
  }

  async #ask(agent: KnownAgent, query: URLSearchParams): Promise<readonly HistoryMessage[]> {
    if (!isRunning(agent)) return this.#stopped.of(agent, query) ?? [];
    const call = { path: `/history?${query}`, timeoutMs: ANSWER_MS };
    return ((await callDaemon(agent.live, this.#context.home, call)) as { messages: HistoryMessage[] }).messages;
  }
}

/** The sender knows more about what became of a message. */
function add(known: Map<string, HistoryMessage>, message: HistoryMessage): void {
  const other = known.get(message.message_id);
  if (!other || message.direction === 'outgoing') known.set(message.message_id, message);
}
