/** The messages of all agents that run, each once although both sides have it. */
import { callDaemon } from '../../a2a/local.js';
import type { HistoryMessage } from '../../a2a/web/things.js';
import { isRunning } from '../../registry/entry.js';
import type { DaemonContext } from '../context.js';
import { pageSize } from '../http/page-size.js';

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

export async function allMessages({ registry, home }: DaemonContext, query: URLSearchParams): Promise<Found> {
  const limit = pageSize(query);
  const wanted = query.get('agent');
  const asked = registry
    .list()
    .filter(isRunning)
    .filter(({ id }) => wanted === null || id === wanted);
  const passed = new URLSearchParams([...query].filter(([key]) => PASSED_ON.includes(key)));
  const known = new Map<string, HistoryMessage>();
  const silent: string[] = [];
  const ask = async ({ id, live }: (typeof asked)[number]) => {
    try {
      const call = { path: `/history?${passed}`, timeoutMs: ANSWER_MS };
      const { messages } = (await callDaemon(live, home, call)) as { messages: readonly HistoryMessage[] };
      for (const message of messages) add(known, message);
    } catch {
      silent.push(id);
    }
  };
  const waiting = [...asked];
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await ask(next);
  });
  await Promise.all(workers);
  const messages = [...known.values()].sort((a, b) => (a.created_at < b.created_at ? -1 : 1)).slice(-limit);
  return { messages, silent: silent.sort() };
}

/** The sender knows more about what became of a message. */
function add(known: Map<string, HistoryMessage>, message: HistoryMessage): void {
  const other = known.get(message.message_id);
  if (!other || message.direction === 'outgoing') known.set(message.message_id, message);
}
