/** The executions of a work task, and the log of one of them: its end, live, or an earlier part. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ExecutionLog } from '../../a2a/web/things.js';
import { harmless } from '../parts/harmless.js';
import { Status } from '../parts/status.js';
import { Name } from '../parts/text.js';
import { Ago } from '../parts/time.js';
import { call } from '../state/call.js';
import { useLoaded } from '../state/loaded.js';
import { workChanges } from '../state/world.js';
import { say } from '../words/words.js';

export function Executions({ task }: { readonly task: string }) {
  const { thing } = useLoaded(task, (signal) => call('GET /own/executions', { query: { task }, signal }), workChanges);
  const open = useSignal<string | null>(null);
  if (!thing || thing.executions.length === 0) return null;
  return (
    <section aria-label={say('executions')}>
      <h3>{say('executions')}</h3>
      <ul class="executions">
        {thing.executions.map(
          ({ execution_id: id, status, agent_id, started_at, duration_seconds, exit_code, has_log }) => (
            <li key={id}>
              <p class="facts">
                <Status state={status} />
                <Name>{agent_id}</Name>
                <Ago at={started_at} />
                {duration_seconds !== null && <span>{duration_seconds} s</span>}
                {exit_code !== null && <code>exit {exit_code}</code>}
                {has_log && (
                  <button
                    type="button"
                    class="quiet"
                    aria-expanded={open.value === id}
                    onClick={() => (open.value = open.value === id ? null : id)}
                  >
                    {say(open.value === id ? 'hide_log' : 'show_log')}
                  </button>
                )}
              </p>
              {open.value === id && <Log id={id} isLive={status === 'running'} />}
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

/** A log of a gigabyte has millions of lines: this many are in the page at once. */
const PAGE_LINES = 500;
/** As many as one request for an earlier part brings. */
const EARLIER_LINES = 100;
/** What is printed quickly is shown together. */
const GATHER_MS = 200;
const AFTER_ERROR_MS = 1_000;

/** Nobody reads a page that is hidden. */
function untilShown(): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => document.addEventListener('visibilitychange', () => resolve(), { once: true }));
}

function Log({ id, isLive }: { readonly id: string; readonly isLive: boolean }) {
  const log = useSignal<ExecutionLog | null>(null);
  const error = useSignal<string | null>(null);
  /** Null for the end. */
  const offset = useSignal<number | null>(null);
  const box = useRef<HTMLPreElement>(null);
  useEffect(() => {
    const abort = new AbortController();
    const isEnd = offset.value === null;
    const read = async (seen?: number): Promise<number> => {
      const range = isEnd ? { tail: PAGE_LINES, seen } : { offset: offset.value ?? 0 };
      const found = await call('GET /page/executions/:id/log', { path: { id }, query: range, signal: abort.signal });
      const element = box.current;
      const isAtEnd = !element || element.scrollHeight - element.scrollTop - element.clientHeight < 40;
      log.value = found;
      if (isEnd && isAtEnd) requestAnimationFrame(() => box.current?.scrollTo({ top: box.current.scrollHeight }));
      return found.bytes;
    };
    const follow = async () => {
      let seen: number | undefined;
      do {
        try {
          seen = await read(seen);
          error.value = null;
        } catch (reason) {
          // What is shown stays. The daemon may be restarting.
          if (!abort.signal.aborted) error.value = (reason as Error).message;
        }
        await new Promise((resolve) => setTimeout(resolve, error.value === null ? GATHER_MS : AFTER_ERROR_MS));
        await untilShown();
      } while (((isLive && isEnd) || error.value !== null) && !abort.signal.aborted);
    };
    void follow();
    return () => abort.abort();
  }, [id, isLive, offset.value, log, error, offset]);
  const problem = error.value === null ? null : <p class="problem">{error.value}</p>;
  if (!log.value) return problem ?? <p class="calm-line">{say('loading')}</p>;
  const { log_content: lines, first_line: first, total_lines: all } = log.value;
  const last = first + lines.length;
  return (
    <div class="log">
      {problem}
      <div class="actions">
        <span class="hint">{say('log_lines', { first: first + 1, last, all })}</span>
        {first > 0 && (
          <button type="button" class="quiet" onClick={() => (offset.value = Math.max(0, first - EARLIER_LINES))}>
            {say('earlier_lines')}
          </button>
        )}
        {offset.value !== null && (
          <button type="button" class="quiet" onClick={() => (offset.value = null)}>
            {say('latest_lines')}
          </button>
        )}
      </div>
      <pre ref={box} tabIndex={0} role="region" aria-label={say('log')}>
        {lines.map(harmless).join('\n')}
      </pre>
    </div>
  );
}
