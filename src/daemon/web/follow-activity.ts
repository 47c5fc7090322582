/** Follows what happens, as any reader of `GET /activity`, and connects again when that ends. */
import type { ActivityEvent } from '../../a2a/activity.js';
import { readDaemon } from '../../a2a/local.js';
import type { DaemonContext } from '../context.js';

export interface ActivityEvents {
  /** What happens from now on, and what was missed, is told. */
  readonly onOpen: () => void;
  readonly onEvent: (event: ActivityEvent) => void;
  readonly onLost: (reason: string) => void;
}

const AGAIN_MS = 500;
/** With this the answer begins. */
const OPEN = ': open';
/** What the page shows of the time before it was opened, in seconds. */
const PAST = '3600';

export class FollowActivity {
  readonly #context: DaemonContext;
  readonly #events: ActivityEvents;
  readonly #stopped = new AbortController();
  #cursor: string | null;
  #timer: NodeJS.Timeout | null = null;

  constructor(context: DaemonContext, since: string | null, events: ActivityEvents) {
    this.#context = context;
    this.#cursor = since;
    this.#events = events;
    void this.#connect();
  }

  stop(): void {
    this.#stopped.abort();
    if (this.#timer) clearTimeout(this.#timer);
  }

  async #connect(): Promise<void> {
    const { registry, home, self } = this.#context;
    const { signal } = this.#stopped;
    // The daemon may have forgotten the place where the page stopped. Then the page begins anew.
    const query = new URLSearchParams({ past: PAST, ...(this.#cursor === null ? {} : { since: this.#cursor }) });
    let reason = 'it ended';
    let rest = '';
    try {
      const live = registry.live(self.id);
      if (!live) throw new Error('it is not there yet');
      await readDaemon(live, home, { path: `/activity?${query}`, timeoutMs: 0, signal }, (chunk) => {
        rest += chunk;
        for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
          this.#take(rest.slice(0, end));
          rest = rest.slice(end + 1);
        }
      });
    } catch (error) {
      reason = (error as Error).message;
    }
    if (signal.aborted) return;
    this.#events.onLost(reason);
    this.#timer = setTimeout(() => void this.#connect(), AGAIN_MS);
  }

  #take(line: string): void {
    if (line === OPEN) this.#events.onOpen();
    if (!line.startsWith('data: ')) return;
    const event = JSON.parse(line.slice('data: '.length)) as ActivityEvent;
    this.#cursor = event.event === 'snapshot' ? event.snapshot.cursor : event.change.cursor;
    this.#events.onEvent(event);
  }
}
