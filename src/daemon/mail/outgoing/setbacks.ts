/** Decides when messages that their receiver cannot take are set aside, so that the mail behind them passes. */
import type { Clock } from '../../../clock.js';

/** A receiver that fails for a moment fails for every message, so the order is kept for this long. */
const PATIENCE_MS = 3_000;
const FEWEST_TRIES = 3;
/** An almost full disk takes short messages and no long ones. Usually somebody makes room, and then the order is right. */
const FULL_DISK_STATUS = 507;
const FULL_DISK_PATIENCE_MS = 5 * 60_000;
/** A receiver that was waited for in vain is not waited for again so soon, however many such messages there are. */
const NO_PATIENCE_MS = 60_000;

/** What is known about the messages to one receiver. */
interface Peer {
  readonly setbacks: Map<number, Setback>;
  /** Set aside, the one that was tried longest ago first. */
  readonly aside: Set<number>;
  /** Until when other messages are set aside at once, if they would be waited for no longer than this one was. */
  impatience: { readonly untilMs: number; readonly patienceMs: number } | null;
}

interface Setback {
  readonly sinceMs: number;
  readonly tries: number;
}

export class Setbacks {
  readonly #clock: Clock;
  readonly #peers = new Map<string, Peer>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The messages to this receiver that were set aside, the one that was tried longest ago first. */
  aside(peerId: string): readonly number[] {
    return [...(this.#peers.get(peerId)?.aside ?? [])];
  }

  /** The receiver answered this message with this status. Returns how often in a row, and whether it is set aside. */
  note(peerId: string, seq: number, status: number): { readonly tries: number; readonly isAside: boolean } {
    const peer = this.#peers.get(peerId) ?? { setbacks: new Map(), aside: new Set(), impatience: null };
    this.#peers.set(peerId, peer);
    const nowMs = this.#clock.monotonicMs();
    const before = peer.setbacks.get(seq) ?? { sinceMs: nowMs, tries: 0 };
    const tries = before.tries + 1;
    peer.setbacks.set(seq, { ...before, tries });
    // The next one that is tried is another one.
    if (peer.aside.delete(seq)) {
      peer.aside.add(seq);
      return { tries, isAside: true };
    }
    const patienceMs = status === FULL_DISK_STATUS ? FULL_DISK_PATIENCE_MS : PATIENCE_MS;
    const { untilMs, patienceMs: spentMs } = peer.impatience ?? { untilMs: nowMs, patienceMs: 0 };
    const isSpent = nowMs < untilMs && patienceMs <= spentMs;
    const isAside = isSpent || (tries >= FEWEST_TRIES && nowMs - before.sinceMs >= patienceMs);
    if (isAside) {
      peer.aside.add(seq);
      const longestMs = nowMs < untilMs ? Math.max(patienceMs, spentMs) : patienceMs;
      peer.impatience = { untilMs: nowMs + NO_PATIENCE_MS, patienceMs: longestMs };
    }
    return { tries, isAside };
  }

  /** The message is settled. */
  forget(peerId: string, seq: number): void {
    const peer = this.#peers.get(peerId);
    peer?.setbacks.delete(seq);
    peer?.aside.delete(seq);
  }

  /** The receiver takes mail again that it could not take, so all but these have their place in the order again. */
  takeBack(peerId: string, except: ReadonlySet<number>): void {
    const peer = this.#peers.get(peerId);
    for (const seq of peer?.aside ?? []) if (!except.has(seq)) peer?.aside.delete(seq);
  }

  /** The receiver is down, and may be better when it is back. */
  forgetAll(peerId: string): void {
    this.#peers.delete(peerId);
  }
}
