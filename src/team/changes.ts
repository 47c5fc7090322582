/** Wakes those who wait for a change of the team, made here or in another process, if it concerns them. */
import { everySecond } from './beat.js';
import { type Change, type Commit, concerns, type Interest } from './change.js';

/** How to find changes of other processes that this one was not told about. */
export interface ChangeSource {
  /** A number that changes with every commit of another process, and is cheap to read. */
  changeMark(): number;
  /** Whether this process is told of every commit that concerns its agents, whoever made it. */
  tellsOfChanges(): boolean;
  commitsAfter(seq: number): Promise<readonly Commit[]>;
  /** Calls with every write of any process, a moment before it can be read. Null if nobody says so. */
  watchWrites(onWrite: () => void): (() => void) | null;
}

/** Other daemons report changes at once. This look is a safety net for when one could not, together with all that happens every second. */
const LOOK_AGAIN_MS = 1_000;
/** The same where somebody hears of every commit and reports it. */
const LOOK_SELDOM_MS = 15_000;
/** Nobody reports changes of other daemons' agents to this process, so a wait for one of those looks more often. A close watch also does while the store is written to. */
const LOOK_CLOSELY_MS = 20;
/** How long after the beginning of a write its commit may still come, because a slow disk is in between. */
const WRITE_MS = 500;
/** If nobody waits, gaps between the reported commits are not read. */
const MOST_TOLD = 1_000;

type Listener = (changes: readonly Change[]) => void;

interface Waiter {
  readonly interest: Interest;
  readonly listener: Listener;
}

export class Changes {
  readonly #waiters = new Set<Waiter>();
  /** Those who wait and must not miss anything for longer than a moment. */
  readonly #watching = new Set<Waiter>();
  /** Those of them who must not miss even that. */
  readonly #watchingClosely = new Set<Waiter>();
  readonly #source: ChangeSource;
  readonly #isOwn: (interest: Interest) => boolean;
  /** All changes up to this commit are known here. */
  #seenSeq: number;
  /** What was reported about later commits. */
  readonly #told = new Set<number>();
  #seenMark: number | null = null;
  #stopLooking: () => void = () => {};
  #intervalMs = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** While somebody watches closely, and the source says when it is written to. */
  #stopWatchingWrites: (() => void) | null = null;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #isReading = false;
  #isClosed = false;

  /** `isOwn` says whether other daemons report changes for this agent here. */
  constructor(source: ChangeSource, seenSeq: number, isOwn: (interest: Interest) => boolean = () => true) {
    this.#source = source;
    this.#seenSeq = seenSeq;
    this.#isOwn = isOwn;
  }

  /** Takes commits of this process and those reported by others. Each wakes once, however often it is reported. */
  notice(commits: readonly Commit[]): void {
    for (const { seq, changes } of commits) {
      if (seq <= this.#seenSeq || this.#told.has(seq)) continue;
      this.#told.add(seq);
      this.wake(changes);
    }
    this.#advance();
  }

  /** Wakes those whom these changes concern, whether they are in the log or not. */
  wake(changes: readonly Change[]): void {
    for (const { interest, listener } of [...this.#waiters]) {
      const concerned = changes.filter((change) => concerns(change, interest));
      if (concerned.length > 0) listener(concerned);
    }
  }

  /** Subscribes to changes that are noticed anyway, without making this process look. */
  subscribe(interest: Interest, listener: Listener): () => void {
    const waiter = { interest, listener };
    this.#waiters.add(waiter);
    return () => this.#waiters.delete(waiter);
  }

  /** Like `subscribe`, for somebody who waits: nothing is missed for longer than a second, or, closely, than an instant. */
  watch(interest: Interest, listener: Listener, { closely = false } = {}): () => void {
    const waiter = { interest, listener };
    this.#waiters.add(waiter);
    this.#watching.add(waiter);
    if (closely) this.#watchingClosely.add(waiter);
    this.#setTimer();
    return () => {
      this.#waiters.delete(waiter);
      this.#watching.delete(waiter);
      this.#watchingClosely.delete(waiter);
      this.#setTimer();
    };
  }

  /** Remembers what happens from now on, so that a look followed by a wait misses nothing. */
  listen(interest: Interest): Ear {
    return new Ear((listener) => this.watch(interest, listener));
  }

  close(): void {
    this.#isClosed = true;
    this.#setTimer();
  }

  #setTimer(): void {
    this.#watchWrites();
    const intervalMs = this.#wantedIntervalMs();
    if (intervalMs === this.#intervalMs) return;
    this.#stopLooking();
    const wasIdle = this.#intervalMs === 0;
    this.#intervalMs = intervalMs;
    if (wasIdle) this.#seenMark = this.#mark();
    // The new timer starts over. If the interval changed again and again, nobody would look.
    else if (intervalMs > 0) void this.#look();
    this.#stopLooking = this.#lookEvery(intervalMs);
  }

  #lookEvery(ms: number): () => void {
    if (ms === 0) return () => {};
    if (ms === LOOK_AGAIN_MS) return everySecond(() => void this.#look());
    const timer = setInterval(() => void this.#look(), ms).unref();
    return () => clearInterval(timer);
  }

  #wantedIntervalMs(): number {
    if (this.#isClosed || this.#watching.size === 0) return 0;
    const isStrange = [...this.#watching].some(({ interest }) => !this.#isOwn(interest));
    const isClose = this.#watchingClosely.size > 0 && (!this.#stopWatchingWrites || this.#isBeingWritten);
    return isStrange || isClose ? LOOK_CLOSELY_MS : LOOK_AGAIN_MS;
  }

  get #isBeingWritten(): boolean {
    return performance.now() - this.#writtenAt < WRITE_MS;
  }

  #watchWrites(): void {
    const isWanted = this.#watchingClosely.size > 0 && !this.#isClosed;
    if (isWanted)
      this.#stopWatchingWrites ??= this.#source.watchWrites(() => {
        this.#writtenAt = performance.now();
        this.#setTimer();
      });
    else {
      this.#stopWatchingWrites?.();
      this.#stopWatchingWrites = null;
    }
  }

  async #look(): Promise<void> {
    if (this.#stopWatchingWrites && !this.#isBeingWritten) this.#setTimer();
    const mark = this.#mark();
    if (mark === this.#seenMark || this.#isReading || this.#isTold) return;
    this.#lookedAt = performance.now();
    this.#isReading = true;
    try {
      const commits = await this.#source.commitsAfter(this.#seenSeq);
      this.#seenMark = mark;
      this.notice(commits);
      this.#forgetUpTo(commits.at(-1)?.seq ?? 0);
    } catch {
      // The store is busy or cannot be read. The next look tries again.
    } finally {
      this.#isReading = false;
    }
  }

  /** Whoever waits for what is not reported looks at once. */
  get #isTold(): boolean {
    const isPatient = this.#intervalMs >= LOOK_AGAIN_MS && this.#watchingClosely.size === 0;
    return isPatient && performance.now() - this.#lookedAt < LOOK_SELDOM_MS && this.#source.tellsOfChanges();
  }

  /** If every commit is known, there is nothing to read. */
  #advance(): void {
    let seq = this.#seenSeq;
    while (this.#told.has(seq + 1)) seq += 1;
    this.#forgetUpTo(this.#told.size > MOST_TOLD ? Math.max(...this.#told) : seq);
  }

  #forgetUpTo(seq: number): void {
    if (seq <= this.#seenSeq) return;
    this.#seenSeq = seq;
    for (const told of this.#told) if (told <= seq) this.#told.delete(told);
  }

  #mark(): number | null {
    try {
      return this.#source.changeMark();
    } catch {
      return null;
    }
  }
}

/** Remembers changes from before a look until the wait after it. */
export class Ear {
  readonly #stop: () => void;
  #hasHeard = false;
  #onHearing: () => void = () => {};

  constructor(watch: (listener: Listener) => () => void) {
    this.#stop = watch(() => {
      this.#hasHeard = true;
      this.#onHearing();
    });
  }

  /** Resolves with the first change since the last call, at the limit, or when the signal aborts. */
  async hear(limitMs: number, signal?: AbortSignal): Promise<void> {
    if (!this.#hasHeard && limitMs > 0 && !signal?.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, limitMs);
        this.#onHearing = () => {
          clearTimeout(timer);
          resolve();
        };
        signal?.addEventListener('abort', this.#onHearing, { once: true });
      });
    }
    signal?.removeEventListener('abort', this.#onHearing);
    this.#onHearing = () => {};
    this.#hasHeard = false;
  }

  close(): void {
    this.#stop();
  }
}
