/** Stops two programs that keep answering each other, with a limit on messages each way within ten minutes. */
import type { Clock } from '../../../clock.js';
import { fail } from '../../../errors.js';
import type { Message } from '../../../taskstore/message.js';
import type { EventHub } from '../../events.js';

const WINDOW_MS = 10 * 60_000;
const DEFAULT_LIMIT = 60;
/** Only messages count that were not asked for; an answer belongs to its request. */
const UNASKED: readonly Message['kind'][] = ['message', 'request', 'continuation'];

interface Traffic {
  readonly sent: number[];
  readonly received: number[];
  lastSeq: number;
}

export class SendLimit {
  readonly #clock: Clock;
  readonly #limit: number;
  readonly #traffic = new Map<string, Traffic>();

  /** Listens and counts each message that arrives once. */
  constructor(clock: Clock, env: NodeJS.ProcessEnv, events: Pick<EventHub, 'on'>) {
    this.#clock = clock;
    const limit = Number(env.SYNAPSE_SEND_LIMIT);
    this.#limit = env.SYNAPSE_SEND_LIMIT && Number.isInteger(limit) && limit >= 0 ? limit : DEFAULT_LIMIT;
    events.on('change', ({ message }) => {
      if (message?.direction !== 'incoming' || !UNASKED.includes(message.kind)) return;
      const traffic = this.#with(message.peer.id);
      if (message.seq <= traffic.lastSeq) return;
      traffic.lastSeq = message.seq;
      this.#count(traffic.received);
    });
  }

  /** Throws if one more message would exceed the limit, otherwise counts it. A limit of 0 allows everything. */
  check(sender: string, target: string): void {
    // Uses the monotonic clock, because setting the wall clock back would extend the wait.
    const now = this.#clock.monotonicMs();
    const { sent, received } = this.#with(target);
    for (const times of [sent, received]) while ((times[0] ?? now) <= now - WINDOW_MS) times.shift();
    const count = Math.min(sent.length, received.length);
    if (this.#limit > 0 && count >= this.#limit) {
      const oldest = (sent.length <= received.length ? sent[0] : received[0]) ?? now;
      const seconds = Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1000));
      throw fail('too_many_messages', { sender, target, count, minutes: WINDOW_MS / 60_000, seconds });
    }
    this.#count(sent);
  }

  /** Remembers no more than the limit, because messages from a peer without replies would pile up. */
  #count(times: number[]): void {
    times.push(this.#clock.monotonicMs());
    if (times.length > this.#limit) times.shift();
  }

  #with(peer: string): Traffic {
    const known = this.#traffic.get(peer);
    if (known) return known;
    const traffic: Traffic = { sent: [], received: [], lastSeq: 0 };
    this.#traffic.set(peer, traffic);
    return traffic;
  }
}
