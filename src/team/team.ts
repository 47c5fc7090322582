/** A process's access to the team: its store, its changes and its clock. */
import type { Clock } from '../clock.js';
import { ownAlarm } from './alarm.js';
import type { Commit } from './change.js';
import { Changes } from './changes.js';
import { lostAnswers, takeBack } from './chat/answers-on-the-way.js';
import { ChatFiles } from './chat/chat-files.js';
import { type TimeLimits, timeLimits } from './chat/conversation.js';
import { LogRequests } from './executions/log-requests.js';
import { type Host, Leases } from './hosts.js';
import { NewsOfHosts } from './news-of-hosts.js';
import { Passkeys, passkeyCost } from './people/passkey.js';
import { Refusals } from './people/refusals.js';
import { Quiet } from './quiet.js';
import { Rounds } from './rounds.js';
import { hasOpenSession } from './sessions/live-sessions.js';
import { openEngine } from './store/open-engine.js';
import type { Db } from './store/schema.js';
import { TeamStore } from './store/store.js';
import { nextDueAt, type Rules, sweep } from './sweep.js';
import type { TeamOptions } from './team-options.js';

/** Work for every round. Returns in how many milliseconds it must run again. */
export type Duty = () => Promise<number>;

/** The lifetime of a session that was opened with a passkey; every call extends it. */
const SESSION_LIFETIME_MS = 3_600_000;
/** Changes that are close together are handled once. */
const GATHER_MS = 25;

export class Team {
  readonly store: TeamStore;
  readonly clock: Clock;
  readonly changes: Changes;
  readonly files: ChatFiles;
  readonly passkeys: Passkeys;
  readonly logs: LogRequests;
  readonly holder: string;
  /** The host of this process; null if there is only one. */
  readonly hostId: string | null;
  /** Who this host is, whether it shares the store or not. */
  readonly host: Host;
  readonly #leases: Leases;
  #stopWatching: () => void = () => {};
  readonly #isAlive: (holder: string) => boolean;
  readonly #limitsOf: (projectId: string) => TimeLimits;
  readonly #rounds: Rounds;
  #quiet: Quiet | null = null;
  /** Counts the reasons for a round, because one may come during another round. */
  #stirs = 0;
  readonly #duties: Duty[] = [];
  readonly #settling = new Set<Promise<void>>();
  #beginToClose: (hasArrived: true) => void = () => {};
  readonly #closing = new Promise<true>((resolve) => {
    this.#beginToClose = resolve;
  });
  readonly #onTrouble: (what: string, reason: string) => void;

  readonly #options: TeamOptions;
  readonly #news: NewsOfHosts;

  private constructor(store: TeamStore, seenSeq: number, options: TeamOptions) {
    const {
      clock,
      isAlive,
      alarm = ownAlarm(),
      isOwn,
      env = {},
      envOf = () => ({}),
      refusals = new Refusals(clock),
      onCommit = () => {},
      onTrouble = () => {},
    } = options;
    this.#options = options;
    this.store = store;
    this.hostId = store.isShared ? (options.hostId ?? null) : null;
    this.host = { id: options.hostId ?? '', name: options.hostName ?? '' };
    this.#leases = new Leases(this.hostId);
    this.holder = this.holderOf(options.holder ?? '');
    // Hosts whose clocks differ must agree on what is due.
    this.clock = {
      now: () => clock.now() + store.clockAheadMs(),
      monotonicMs: () => clock.monotonicMs(),
    };
    this.#limitsOf = (projectId) => timeLimits({ ...env, ...envOf(projectId) });
    this.passkeys = new Passkeys({ store, clock, refusals, cost: passkeyCost(env) });
    this.#isAlive = (holder) => {
      const [host, process] = splitHolder(holder);
      return host === null || host === this.hostId ? isAlive(process) : this.#leases.isHeld(host);
    };
    this.#onTrouble = onTrouble;
    this.changes = new Changes(store, seenSeq, isOwn);
    this.files = new ChatFiles(store, (reason) => onTrouble('chat file', reason), this.hostId);
    this.logs = new LogRequests({
      ...{ store, hostId: this.hostId, dir: options.logsDir ?? null },
      now: () => this.clock.now(),
      isThere: (host) => this.#leases.isHeld(host),
    });
    this.#rounds = new Rounds({
      ...{ alarm, clock },
      goRound: () => this.#goRound(),
      onTrouble: (reason) => onTrouble('round', reason),
    });
    this.#news = new NewsOfHosts({
      ...{ source: store, hostId: this.hostId, seenSeq, onTrouble },
      ...{ changes: this.changes, files: this.files, logs: this.logs },
      onNews: (commits) => options.onNews?.(commits),
      onWork: () => this.goRoundSoon(),
    });
    store.onCommit((commit) => {
      this.noticeOurs([commit]);
      this.goRoundSoon();
      onCommit(commit);
    });
  }

  static async open(options: TeamOptions): Promise<Team> {
    const store = await TeamStore.open(await openEngine(options.place, options), options.clock.now());
    return new Team(store, await store.lastCommit(), options);
  }

  /** The facts about time and processes for one look. It checks every process, and reads the limits of every project, at most once. */
  get rules(): Rules {
    const isAlive = askedOnce(this.#isAlive);
    const limitsOf = askedOnce(this.#limitsOf);
    return { sessions: { lifetimeMs: SESSION_LIFETIME_MS, isAlive }, limitsOf };
  }

  /** Changes the team. What is due by the clock happens first, in the same transaction. */
  change<T>(work: (tx: Db, now: number) => Promise<T>): Promise<T> {
    this.#rounds.expectChange();
    return this.store.write(async (tx) => {
      const now = this.clock.now();
      await this.#leases.freshen(tx, now, { isSure: true });
      await sweep(tx, now, this.rules);
      return work(tx, now);
    });
  }

  /** Reads the team as it is now. */
  async look<T>(work: (db: Db) => Promise<T>): Promise<T> {
    await this.tidy();
    return this.store.read(work);
  }

  /** Does what is due. Returns when something will be due next; null if nothing waits for the clock. */
  async tidy(): Promise<number | null> {
    const now = this.clock.now();
    await this.store.read((db) => this.#leases.freshen(db, now));
    const dueAt = await this.store.read((db) => nextDueAt(db, now, this.rules));
    if (dueAt === null || dueAt > now) return dueAt;
    await this.change(async () => {});
    return this.store.read((db) => nextDueAt(db, now, this.rules));
  }

  /** Starts the rounds, so that time passes without calls, and completes the chat files. */
  async start(): Promise<void> {
    this.#rounds.start();
    this.#stopWatching = this.store.watchOthers({
      hostName: this.#options.hostName ?? '',
      onNews: (news) => this.#news.read(news),
      onTrouble: (reason) => this.#onTrouble('listening', reason),
    });
    await this.#takeBackLost();
    await this.files.complete();
  }

  /** Waits until it is known whether something arrived, and does the work for that, at the latest when the store closes. */
  settle(arrival: Promise<boolean>, work: (hasArrived: boolean) => Promise<void>): void {
    const done = Promise.race([arrival, this.#closing])
      .then(work)
      .catch((error: Error) => this.#onTrouble('settling', error.message))
      .finally(() => this.#settling.delete(done));
    this.#settling.add(done);
  }

  addDuty(duty: Duty): void {
    this.#duties.push(duty);
  }

  /** Does a round, because work may be waiting that no commit of this process caused. */
  goRoundSoon(ms = GATHER_MS): void {
    this.#quiet = null;
    this.#stirs += 1;
    this.#rounds.soon(ms);
  }

  async close(): Promise<void> {
    this.#news.close();
    this.changes.close();
    this.#stopWatching();
    this.#rounds.close();
    this.#beginToClose(true);
    await Promise.all(this.#settling);
    await this.store.close();
  }

  /** These were committed on this host, here or by another daemon. */
  noticeOurs(commits: readonly Commit[]): void {
    this.#news.expect(commits);
    this.changes.notice(commits);
  }

  /** Whether a process of this host, as the store names it. In a file there is only one. */
  isOfThisHost(holder: string): boolean {
    return splitHolder(holder)[0] === this.hostId;
  }

  /** How the store names a process of this host. */
  holderOf(process: string): string {
    return this.hostId === null ? process : `${this.hostId}@${process}`;
  }

  /** Messages in the answers of a daemon that was killed wait again. */
  async #takeBackLost(): Promise<void> {
    const isLive = (holder: string) => holder === this.holder || this.#isAlive(holder);
    const lost = await this.store.read((db) => lostAnswers(db, isLive));
    for (const { after, ...member } of lost) await this.change((tx) => takeBack(tx, member, after));
  }

  async #goRound(): Promise<number> {
    const mark = this.store.changeMark();
    const quietMs = this.#quiet?.leftMs(mark) ?? 0;
    if (quietMs > 0) return quietMs;
    this.#quiet = null;
    const stirs = this.#stirs;
    await this.#takeBackLost();
    const dueAt = await this.tidy();
    const naps = [dueAt === null ? Number.POSITIVE_INFINITY : dueAt - this.clock.now()];
    for (const duty of this.#duties) naps.push(await duty());
    this.store.tidyIfIdle(this.clock.now());
    const napMs = Math.min(...naps);
    // The processes of sessions may die, and that is no commit.
    const isQuiet = !(await this.store.read(hasOpenSession));
    if (isQuiet && stirs === this.#stirs) this.#quiet = new Quiet(mark, napMs, this.clock);
    return napMs;
  }
}

function askedOnce<Answer>(ask: (about: string) => Answer): (about: string) => Answer {
  const known = new Map<string, Answer>();
  return (about) => {
    const answer = known.has(about) ? (known.get(about) as Answer) : ask(about);
    known.set(about, answer);
    return answer;
  };
}

/** The host and the process that hold something; in a file there is only one host. */
function splitHolder(holder: string): readonly [string | null, string] {
  const at = holder.indexOf('@');
  return at < 0 ? [null, holder] : [holder.slice(0, at), holder.slice(at + 1)];
}
