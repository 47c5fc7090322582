/** Follows the events of one daemon, connects again for as long as it runs, and says when it cannot. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Address, callDaemon, readDaemon } from '../../../a2a/local.js';
import type { FullEvent } from './full-events.js';

export interface Following {
  readonly home: string;
  readonly daemon: Address;
  /** Whether there is still such a daemon. */
  readonly isThere: () => boolean;
  readonly onEvent: (event: FullEvent) => void;
  /** The messages since it was last heard of, oldest first. */
  readonly onMissed: (messages: readonly HistoryMessage[]) => void;
  readonly onLost: (reason: string) => void;
  readonly onBack: () => void;
  /** Messages since this instant are missed; null if none are. */
  readonly since: number | null;
}

/** A message in the answer of `GET /history`. */
export interface HistoryMessage {
  readonly id: string;
  readonly message_id: string;
  readonly kind: string;
  readonly direction: 'outgoing' | 'incoming';
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly priority: number;
  readonly receipt: {
    readonly state: string;
    readonly reason: string | null;
    readonly via: string | null;
    readonly at: string;
  };
  readonly created_at: string;
}

/** Every stream has a heartbeat every 15 seconds. */
const SILENCE_MS = 40_000;
const LOOK_MS = 5_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
const MOST_MISSED = 500;

export class FollowDaemon {
  readonly #following: Following;
  readonly #stopped = new AbortController();
  #heardAt = Date.now();
  #isOpen = false;
  #isLost = false;
  #pauseMs = FIRST_PAUSE_MS;

  constructor(following: Following) {
    this.#following = following;
    void this.#run();
  }

  /** Whether its events arrive. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    let from = this.#following.since;
    while (!signal.aborted) {
      const reason = await this.#connect(from);
      if (signal.aborted) return;
      if (this.#isOpen) from = this.#heardAt - LOOK_MS;
      this.#isOpen = false;
      if (!this.#following.isThere()) return this.#following.onLost('it ended');
      if (!this.#isLost) this.#following.onLost(reason);
      this.#isLost = true;
      await pause(this.#pauseMs, undefined, { signal, ref: false }).catch(() => {});
      this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  /** Resolves with the reason when the connection has ended. */
  async #connect(from: number | null): Promise<string> {
    const { daemon, home, onEvent } = this.#following;
    const connection = new AbortController();
    const signal = AbortSignal.any([this.#stopped.signal, connection.signal]);
    const watchdog = setInterval(() => {
      if (Date.now() - this.#heardAt > SILENCE_MS) connection.abort(new Error('it is silent'));
    }, LOOK_MS).unref();
    this.#heardAt = Date.now();
    const lines = new EventLines((event) => {
      if (event.event === 'open') this.#opened(from);
      onEvent(event);
    });
    try {
      await readDaemon(daemon, home, { path: '/events?full=true', signal }, (chunk) => {
        this.#heardAt = Date.now();
        lines.take(chunk);
      });
      return 'it closed the connection';
    } catch (error) {
      return (error as Error).message;
    } finally {
      clearInterval(watchdog);
    }
  }

  #opened(from: number | null): void {
    this.#isOpen = true;
    this.#pauseMs = FIRST_PAUSE_MS;
    if (this.#isLost) this.#following.onBack();
    this.#isLost = false;
    if (from !== null) void this.#catchUp(from);
  }

  async #catchUp(from: number): Promise<void> {
    const { daemon, home, onMissed } = this.#following;
    try {
      const path = `/history?limit=${MOST_MISSED}&since=${Math.max(1, Math.floor(from))}`;
      const { messages } = (await callDaemon(daemon, home, { path })) as { messages: readonly HistoryMessage[] };
      if (messages.length > 0) onMissed(messages);
    } catch {
      // The connection breaks as well, and the next one catches up.
    }
  }
}

/** Cuts server-sent events out of what arrives. */
class EventLines {
  readonly #onEvent: (event: FullEvent) => void;
  #rest = '';

  constructor(onEvent: (event: FullEvent) => void) {
    this.#onEvent = onEvent;
  }

  take(chunk: string): void {
    this.#rest += chunk;
    for (let end = this.#rest.indexOf('\n'); end >= 0; end = this.#rest.indexOf('\n')) {
      const line = this.#rest.slice(0, end);
      this.#rest = this.#rest.slice(end + 1);
      if (line.startsWith('data: ')) this.#onEvent(JSON.parse(line.slice('data: '.length)) as FullEvent);
    }
  }
}
