/** Runs the work for each peer one round at a time, and retries with growing pauses while the peer is unreachable. */
import type { Log } from '../../../log.js';

/** One round for a peer. Returns false if the peer cannot be reached now. */
export type Round = (peerId: string) => Promise<boolean>;

interface PeerQueue {
  isRunning: boolean;
  again: boolean;
  pauseMs: number;
  timer: NodeJS.Timeout | null;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

export class PeerQueues {
  readonly #round: Round;
  readonly #log: Pick<Log, 'error'>;
  readonly #queues = new Map<string, PeerQueue>();
  #isClosed = false;

  constructor(round: Round, log: Pick<Log, 'error'>) {
    this.#round = round;
    this.#log = log;
  }

  /** There is work for this peer. Begins now, or after the current round. */
  kick(peerId: string): void {
    const queue = this.#queueOf(peerId);
    if (queue.timer) clearTimeout(queue.timer);
    queue.timer = null;
    if (queue.isRunning) queue.again = true;
    else void this.#run(peerId, queue);
  }

  /** The pauses for this peer are short again, because it has only just begun to fail. */
  shortenPauses(peerId: string): void {
    this.#queueOf(peerId).pauseMs = FIRST_PAUSE_MS;
  }

  close(): void {
    this.#isClosed = true;
    for (const { timer } of this.#queues.values()) if (timer) clearTimeout(timer);
  }

  #queueOf(peerId: string): PeerQueue {
    let queue = this.#queues.get(peerId);
    if (!queue) {
      queue = { isRunning: false, again: false, pauseMs: FIRST_PAUSE_MS, timer: null };
      this.#queues.set(peerId, queue);
    }
    return queue;
  }

  async #run(peerId: string, queue: PeerQueue): Promise<void> {
    queue.isRunning = true;
    try {
      do {
        queue.again = false;
        if (!(await this.#round(peerId))) {
          this.#tryLater(peerId, queue);
          return;
        }
        queue.pauseMs = FIRST_PAUSE_MS;
      } while (queue.again && !this.#isClosed);
    } catch (error) {
      this.#log.error('cannot carry mail', { peer: peerId, reason: (error as Error).message });
      this.#tryLater(peerId, queue);
    } finally {
      queue.isRunning = false;
      if (queue.again && !queue.timer && !this.#isClosed) this.kick(peerId);
    }
  }

  #tryLater(peerId: string, queue: PeerQueue): void {
    if (this.#isClosed || queue.timer) return;
    queue.timer = setTimeout(() => this.kick(peerId), queue.pauseMs);
    queue.timer.unref();
    queue.pauseMs = Math.min(queue.pauseMs * 2, LONGEST_PAUSE_MS);
  }
}
