/** Follows messages that opencode has stored until the model was asked with them, and makes it go on if it stopped before. */
import type { SettledByDoor } from '../front-door.js';
import { nudgeIds, type StoredIds } from './ids.js';
import type { Posting } from './posting.js';
import { advance, POSTED, type Progress, wasRead } from './read-proof.js';
import type { Answer } from './server.js';
import type { Sessions } from './sessions.js';
import type { ServerEvent } from './wire.js';

export interface Limits {
  /** How long a message may stay unread while the session has nothing to do. */
  readonly evidenceMs: number;
  /** How long after the end of its work a session may still begin with what is stored. */
  readonly nudgeMs: number;
}

export const LIMITS: Limits = { evidenceMs: 10_000, nudgeMs: 1_000 };

/** A person may interrupt what the first ones set going. */
const MOST_NUDGES = 3;
/** A program that is stopped, or on a busy machine, answers late. What it has not told yet is no reason to give up. */
const MOST_SILENCES = 4;

const NO_EVIDENCE: SettledByDoor = { type: 'uncertain', reason: 'no_evidence' };

interface Pending {
  readonly session: string;
  readonly ids: StoredIds;
  readonly settle: (settled: SettledByDoor) => void;
  readonly whenStored: () => void;
  progress: Progress;
  /** Until then it may be posted again, so its time does not count. */
  isTaken: boolean;
  nudges: number;
  /** How often the server was asked about it in vain. */
  silences: number;
  timer: NodeJS.Timeout | undefined;
}

export interface Proof {
  /** Resolves when the message is in the conversation, or when it is settled in another way. */
  readonly stored: Promise<void>;
  readonly settled: Promise<SettledByDoor>;
}

export class Proofs {
  readonly #posting: Posting;
  readonly #sessions: Sessions;
  readonly #limits: Limits;
  readonly #pending = new Set<Pending>();
  readonly #examined = new Set<string>();

  constructor(posting: Posting, sessions: Sessions, limits: Limits) {
    this.#posting = posting;
    this.#sessions = sessions;
    this.#limits = limits;
  }

  /** To be called before the message is posted. */
  watch(session: string, ids: StoredIds): Proof {
    let settle: (settled: SettledByDoor) => void = () => {};
    let whenStored = () => {};
    const stored = new Promise<void>((resolve) => {
      whenStored = resolve;
    });
    const settled = new Promise<SettledByDoor>((resolve) => {
      settle = resolve;
    });
    const state = { progress: POSTED, isTaken: false, nudges: 0, silences: 0, timer: undefined };
    this.#pending.add({ session, ids, settle, whenStored, ...state });
    return { stored, settled };
  }

  /** It is not posted any more. */
  taken(ids: StoredIds): void {
    for (const each of this.#pending) each.isTaken ||= each.ids.message === ids.message;
    this.#schedule();
  }

  /** The message is in the conversation, although no event said so. If the session is idle, nothing will begin with it. */
  markStored({ part, message }: StoredIds, session: string): void {
    this.take({ type: 'part', part: { id: part, message, session, type: 'text' } });
    if (!this.#sessions.isBusy(session)) this.take({ type: 'status', session, isBusy: false });
  }

  /** Nothing was posted after all. */
  forget(ids: StoredIds): void {
    for (const each of this.#pending) if (each.ids.message === ids.message) this.#settle(each, NO_EVIDENCE);
  }

  take(event: ServerEvent): void {
    for (const each of this.#pending) {
      each.progress = advance(each.progress, event, { session: each.session, ...each.ids });
      if (each.progress.type !== 'posted') each.whenStored();
      if (each.progress.type === 'read') this.#settle(each, { type: 'submitted' });
    }
    this.#schedule();
  }

  /** After events may have been missed: what is stored tells the rest. */
  async review(): Promise<void> {
    const sessions = new Set([...this.#pending].map(({ session }) => session));
    await Promise.all([...sessions].map((session) => this.#settleRead(session)));
    this.#schedule();
  }

  end(reason: string): void {
    for (const each of this.#pending) this.#settle(each, { type: 'uncertain', reason });
  }

  /** Time counts only while the session could read the message: not during its work, nor while it asks something. */
  #schedule(): void {
    for (const each of this.#pending) {
      if (this.#sessions.isBusy(each.session) || this.#sessions.questionIn(each.session)) this.#stop(each);
      else if (!each.timer && each.isTaken) this.#start(each);
    }
  }

  #start(each: Pending): void {
    const hasEnded = each.progress.type === 'stored' && each.progress.hasEnded;
    const limitMs = hasEnded && each.nudges < MOST_NUDGES ? this.#limits.nudgeMs : this.#limits.evidenceMs;
    each.timer = setTimeout(() => void this.#examine(each), limitMs);
  }

  #stop(each: Pending): void {
    clearTimeout(each.timer);
    each.timer = undefined;
  }

  async #examine(each: Pending): Promise<void> {
    each.timer = undefined;
    const { session } = each;
    if (this.#examined.has(session)) return this.#schedule();
    this.#examined.add(session);
    try {
      await this.#decide(each);
    } finally {
      this.#examined.delete(session);
      this.#schedule();
    }
  }

  async #decide(each: Pending): Promise<void> {
    const { session, ids } = each;
    const [found] = await Promise.all([this.#posting.find(session, ids), this.#settleRead(session)]);
    const isWorking = this.#sessions.isBusy(session) || this.#sessions.questionIn(session) !== null;
    if (!this.#pending.has(each) || isWorking) return;
    if (found === null && this.#isPatient(each)) return;
    if (found === 'absent') return this.#settle(each, { type: 'dropped', reason: 'opencode has not stored it' });
    const mayNudge = found !== null && each.nudges < MOST_NUDGES && (each.nudges === 0 || hasEnded(each.progress));
    if (!mayNudge) return this.#settle(each, NO_EVIDENCE);
    const answer = await this.#nudge(session, ids, each.nudges);
    if (answer?.type === 'answer' && answer.status < 300) return;
    if (!answer || answer.type === 'answer' || !this.#isPatient(each)) return this.#settle(each, NO_EVIDENCE);
    // It may try that once more.
    each.nudges -= 1;
  }

  /** Whether a server that does not answer is asked again later. */
  #isPatient(each: Pending): boolean {
    each.silences += 1;
    return each.silences <= MOST_SILENCES;
  }

  /** One empty message is enough for all that wait in the session. Null if that is not known any more. */
  async #nudge(session: string, ids: StoredIds, count: number): Promise<Answer | null> {
    const info = this.#sessions.get(session);
    if (!info) return null;
    for (const each of this.#pending) {
      if (each.session !== session || each.progress.type === 'posted') continue;
      each.nudges += 1;
      each.progress = { type: 'stored', latest: each.progress.latest, hasEnded: false };
      this.#stop(each);
    }
    return this.#posting.post(info, nudgeIds(session, ids.message, count, Date.now()), null);
  }

  async #settleRead(session: string): Promise<void> {
    const page = await this.#posting.messages(session);
    for (const each of this.#pending) {
      const message = page?.find(({ id }) => id === each.ids.message);
      if (!page || !message || each.session !== session) continue;
      if (each.progress.type === 'posted') this.markStored(each.ids, session);
      if (wasRead(message, page)) this.#settle(each, { type: 'submitted' });
    }
  }

  #settle(each: Pending, settled: SettledByDoor): void {
    this.#stop(each);
    this.#pending.delete(each);
    each.whenStored();
    each.settle(settled);
  }
}

function hasEnded(progress: Progress): boolean {
  return progress.type === 'stored' && progress.hasEnded;
}
