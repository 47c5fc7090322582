/** The texts that were handed to Codex and that it may not have read yet. */
import type { SettledByDoor } from '../front-door.js';
import type { Fate, Sought } from './rollout.js';

export interface UnreadText extends Sought {
  readonly threadId: string;
  /** When it was handed over. */
  readonly at: number;
}

interface Entry extends UnreadText {
  turnId: string | null;
  /** Runs while its thread is idle. */
  timer: NodeJS.Timeout | null;
  settle(settled: SettledByDoor): void;
}

/** An idle thread has read what it was handed long before that. */
const EVIDENCE_LIMIT_MS = 10_000;
const LOOK_AGAIN_MS = 1_000;
/** More than the turns that can end between a request and its answer. */
const MOST_ENDED_TURNS = 64;

const SUBMITTED: SettledByDoor = { type: 'submitted' };
const DROPPED: SettledByDoor = { type: 'dropped', reason: 'interrupted' };
const NO_EVIDENCE: SettledByDoor = { type: 'uncertain', reason: 'no_evidence' };

export class Unread {
  readonly #entries = new Set<Entry>();
  readonly #interrupted = new Set<string>();
  /** Of each thread, who is to be told when the model says something. */
  readonly #unanswered = new Map<string, readonly (() => void)[]>();
  readonly #isIdle: (threadId: string) => boolean;
  /** What Codex has recorded about a text, which also knows what was not reported to us. */
  readonly #recorded: (text: UnreadText) => Promise<Fate>;
  readonly #limitMs: number;

  constructor(parts: {
    readonly isIdle: (threadId: string) => boolean;
    readonly recorded: (text: UnreadText) => Promise<Fate>;
    readonly limitMs?: number;
  }) {
    this.#isIdle = parts.isIdle;
    this.#recorded = parts.recorded;
    this.#limitMs = parts.limitMs ?? EVIDENCE_LIMIT_MS;
  }

  /** To be called before the text is sent, because the proof may come before the answer. */
  add(text: UnreadText): {
    readonly settled: Promise<SettledByDoor>;
    accept(turnId: string | null): void;
    forget(): void;
  } {
    let settle: Entry['settle'] = () => {};
    const settled = new Promise<SettledByDoor>((resolve) => {
      settle = resolve;
    });
    const entry: Entry = { ...text, timer: null, settle };
    this.#entries.add(entry);
    return {
      settled,
      accept: (turnId) => {
        entry.turnId = turnId;
        if (turnId !== null && this.#interrupted.has(turnId)) void this.#lookUp(entry, DROPPED);
        else this.#watch(entry);
      },
      forget: () => this.#remove(entry),
    };
  }

  has(threadId: string): boolean {
    return [...this.#entries].some((entry) => entry.threadId === threadId);
  }

  /** Codex reports that it has put a text into a turn. */
  read(clientId: string): void {
    const entry = [...this.#entries].find((candidate) => candidate.clientId === clientId);
    if (entry) this.#settle(entry, this.#recordedIn(entry.threadId));
  }

  /** The model has said something in this thread. */
  answered(threadId: string): void {
    for (const tell of this.#unanswered.get(threadId) ?? []) tell();
    this.#unanswered.delete(threadId);
  }

  /** What an interrupted turn had not read is lost. Any other turn may leave it to the next. */
  turnEnded(turnId: string, status: string): void {
    if (status !== 'interrupted') return;
    this.#interrupted.add(turnId);
    const [oldest] = this.#interrupted;
    if (this.#interrupted.size > MOST_ENDED_TURNS && oldest !== undefined) this.#interrupted.delete(oldest);
    for (const entry of [...this.#entries]) if (entry.turnId === turnId) void this.#lookUp(entry, DROPPED);
  }

  /** The status of a thread has changed: time counts only while it is idle. */
  statusChanged(threadId: string): void {
    for (const entry of this.#entries) if (entry.threadId === threadId) this.#watch(entry);
  }

  /** Looks at the records of texts that may have been read before anybody told us about them. */
  lookUp(threadId: string): void {
    for (const entry of [...this.#entries]) if (entry.threadId === threadId) void this.#lookUp(entry, null);
  }

  /** Nothing more will be reported. Resolves when all are settled. */
  async giveUp(why: string): Promise<void> {
    const unknown: SettledByDoor = { type: 'uncertain', reason: why };
    await Promise.all([...this.#entries].map((entry) => this.#lookUp(entry, unknown, unknown)));
  }

  /** Looks now and then, because Codex may have recorded what it did not report. */
  #watch(entry: Entry): void {
    if (entry.timer) clearInterval(entry.timer);
    entry.timer = null;
    if (!this.#entries.has(entry) || !this.#isIdle(entry.threadId)) return;
    const until = performance.now() + this.#limitMs;
    const look = () => void this.#lookUp(entry, performance.now() < until ? null : NO_EVIDENCE);
    entry.timer = setInterval(look, Math.min(this.#limitMs, LOOK_AGAIN_MS));
    entry.timer.unref();
  }

  /** Settles a text by what is recorded, and otherwise as given. */
  async #lookUp(entry: Entry, otherwise: SettledByDoor | null, ifDropped: SettledByDoor = DROPPED): Promise<void> {
    const fate = await this.#recorded(entry).catch((): Fate => 'unknown');
    if (!this.#entries.has(entry)) return;
    if (fate === 'answered') this.#settle(entry, SUBMITTED);
    else if (fate === 'read') this.#settle(entry, this.#recordedIn(entry.threadId));
    else if (fate === 'dropped') this.#settle(entry, ifDropped);
    else if (otherwise) this.#settle(entry, otherwise);
  }

  #recordedIn(threadId: string): SettledByDoor {
    const answered = new Promise<void>((resolve) => {
      this.#unanswered.set(threadId, [...(this.#unanswered.get(threadId) ?? []), resolve]);
    });
    return { type: 'recorded', answered };
  }

  #settle(entry: Entry, settled: SettledByDoor): void {
    this.#remove(entry);
    entry.settle(settled);
  }

  #remove(entry: Entry): void {
    if (entry.timer) clearInterval(entry.timer);
    this.#entries.delete(entry);
  }
}
