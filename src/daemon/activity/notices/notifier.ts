/** Tells the receivers of notices what waits for the person while nobody looks: each matter once, whatever restarts and however many people's daemons run. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Activity, Need } from '../../../a2a/activity.js';
import {
  listReceivers,
  type NoticeReceiver,
  readNoticeState,
  toldDir,
  writeNoticeState,
} from '../../../registry/notice-receivers.js';
import { languageOfHome } from '../../../settings/language-of-home.js';
import type { DaemonContext } from '../../context.js';
import { type Matter, matterOfChange, matterOfNeed, type Reader } from './matters.js';
import { sendNotice } from './send-notice.js';
import { ToldMatters } from './told-matters.js';

interface Parts {
  readonly context: Pick<DaemonContext, 'home' | 'self' | 'clock' | 'log' | 'env'>;
  /** Whether somebody has a page in front of them. */
  readonly isLookedAt: () => boolean;
  /** Whether this still waits for the person. */
  readonly isOpen: (id: string) => boolean;
  /** Whether the message with this short id is known not to have arrived. */
  readonly isUndelivered: (shortId: string) => boolean;
}

/** What is over in a moment needs nobody. */
const GRACE_MS = 1_500;
const PAUSES_MS = [2_000, 15_000, 60_000, 300_000];
const MOST_WAITING = 100;

export class Notifier {
  readonly #parts: Parts;
  readonly #told: ToldMatters;
  /** What each receiver is still to be told. One that hangs delays no other. */
  readonly #waiting = new Map<string, Matter[]>();
  readonly #weighing = new Set<NodeJS.Timeout>();
  readonly #stopped = new AbortController();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#told = new ToldMatters(toldDir(parts.context.home));
  }

  close(): void {
    this.#stopped.abort();
    for (const timer of this.#weighing) clearTimeout(timer);
  }

  /** What waits for the person when the watching begins. */
  begin(needs: readonly Need[]): void {
    for (const need of needs) this.#weighSoon(matterOfNeed(need, this.#reader), true);
  }

  /** `step` is the place of the change in the history of its thing, which is the same for every daemon. */
  take(change: Activity, step: string | null): void {
    if (change.event === 'need') {
      if (change.what === 'added') this.#weighSoon(matterOfNeed(change.need, this.#reader), true);
      return;
    }
    const matter = matterOfChange(change, { ...this.#reader, step });
    if (matter) this.#weighSoon(matter, false);
  }

  /** The language may have been changed since the daemon began. */
  get #reader(): Reader {
    const { self, env, home } = this.#parts.context;
    return { person: self.id, language: languageOfHome(env, home) };
  }

  #weighSoon(matter: Matter, isNeed: boolean): void {
    const timer = setTimeout(() => {
      this.#weighing.delete(timer);
      const { isOpen, isUndelivered, context } = this.#parts;
      if (this.#stopped.signal.aborted || (isNeed && !isOpen(matter.id))) return;
      if (matter.refused !== undefined && isUndelivered(matter.refused)) return;
      try {
        this.#weigh(matter);
      } catch (error) {
        context.log.error('cannot give notice', { matter: matter.id, reason: (error as Error).message });
      }
    }, GRACE_MS).unref();
    this.#weighing.add(timer);
  }

  /** It is noted before it is told: a notice that is lost with its daemon is better than one that comes twice. */
  #weigh(matter: Matter): void {
    const { context, isLookedAt } = this.#parts;
    const receivers = listReceivers(context.home).filter(({ on }) => on.includes(matter.topic));
    if (receivers.length === 0 || !this.#told.claim(matter.id) || isLookedAt()) return;
    for (const receiver of receivers) this.#tell(receiver, matter);
  }

  #tell(receiver: NoticeReceiver, matter: Matter): void {
    const waiting = this.#waiting.get(receiver.name);
    if (waiting) {
      if (waiting.length < MOST_WAITING) waiting.push(matter);
      return;
    }
    const next = [matter];
    this.#waiting.set(receiver.name, next);
    void this.#tellAll(receiver.name, next).finally(() => this.#waiting.delete(receiver.name));
  }

  async #tellAll(name: string, next: Matter[]): Promise<void> {
    for (let matter = next.shift(); matter; matter = next.shift()) {
      for (const pauseMs of [...PAUSES_MS, null]) {
        // It may have been removed or changed meanwhile.
        const receiver = listReceivers(this.#parts.context.home).find((each) => each.name === name);
        if (!receiver || this.#stopped.signal.aborted) return;
        const outcome = await sendNotice(receiver, matter, this.#parts.context.env);
        this.#note(name, outcome.is === 'sent' ? null : outcome.reason);
        if (outcome.is !== 'refused' || pauseMs === null) break;
        await pause(pauseMs, undefined, { signal: this.#stopped.signal, ref: false }).catch(() => {});
      }
    }
  }

  #note(name: string, reason: string | null): void {
    const { home, clock, log } = this.#parts.context;
    try {
      const failures = reason === null ? 0 : (readNoticeState(home, name)?.failures ?? 0) + 1;
      writeNoticeState(home, name, { at: clock.now(), failures, reason });
    } catch (error) {
      log.error('cannot note how a notice went', { reason: (error as Error).message });
    }
  }
}
