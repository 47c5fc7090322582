/** One process's view of the team store: what it holds, what changes in it, and the clock that moves it. */
import type { Clock } from '../clock.js';
import { Changes } from './changes.js';
import { ChatFiles } from './chat/chat-files.js';
import { type TimeLimits, timeLimits } from './chat/conversation.js';
import { listAgents } from './people/agents.js';
import { Passkeys, passkeyCost } from './people/passkey.js';
import { listProjects } from './people/projects.js';
import type { Db } from './store/schema.js';
import { openSqlite } from './store/sqlite/engine.js';
import { TeamStore } from './store/store.js';
import { nextDueAt, type Rules, sweep } from './sweep.js';

export interface TeamOptions {
  readonly file: string;
  readonly clock: Clock;
  /** Whether the process that holds a terminal's session is still there. */
  readonly isAlive: (holder: string) => boolean;
  readonly env?: NodeJS.ProcessEnv;
  readonly onTrouble?: (what: string, reason: string) => void;
}

/** A passkey's session, extended by every call. */
const SESSION_LIFETIME_MS = 3_600_000;
/** Clocks are set and computers sleep: look now and then, whatever was due. */
const LONGEST_NAP_MS = 15_000;
const SHORTEST_NAP_MS = 20;

export class Team {
  readonly store: TeamStore;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly changes: Changes;
  readonly files: ChatFiles;
  readonly passkeys: Passkeys;
  /** Called after a commit here, to tell the other daemons. */
  onCommit: () => void = () => {};
  readonly #trouble: (what: string, reason: string) => void;
  #timer: NodeJS.Timeout | null = null;
  #unsubscribe: () => void = () => {};
  #isClosed = false;

  private constructor(store: TeamStore, options: TeamOptions) {
    this.store = store;
    this.clock = options.clock;
    this.#trouble = options.onTrouble ?? (() => {});
    this.rules = {
      sessions: { lifetimeMs: SESSION_LIFETIME_MS, isAlive: options.isAlive },
      limits: timeLimits(options.env ?? {}),
    };
    this.changes = new Changes(() => store.changeMark());
    this.files = new ChatFiles(store, (reason) => this.#trouble('chat file', reason));
    this.passkeys = new Passkeys(store, options.clock, passkeyCost(options.env ?? {}));
    store.onCommit = () => {
      this.changes.notice();
      this.onCommit();
    };
  }

  static async open(options: TeamOptions): Promise<Team> {
    return new Team(await TeamStore.open(openSqlite(options.file), options.clock.now()), options);
  }

  get limits(): TimeLimits {
    return this.rules.limits;
  }

  /** A change of the team; what is due by the clock happens first, in the same transaction. */
  change<T>(work: (tx: Db, now: number) => Promise<T>): Promise<T> {
    return this.store.write(async (tx) => {
      const now = this.clock.now();
      await sweep(tx, now, this.rules);
      return work(tx, now);
    });
  }

  /** As `change`, where perhaps nothing is changed: null then, and nobody is woken. */
  async changeIf<T>(work: (tx: Db, now: number) => Promise<T | null>): Promise<T | null> {
    let hasSwept = false;
    const result = await this.store.writeQuietly(async (tx) => {
      const now = this.clock.now();
      hasSwept = await sweep(tx, now, this.rules);
      return work(tx, now);
    });
    if (result !== null || hasSwept) this.store.onCommit();
    return result;
  }

  /** A look at the team as it is now. */
  async look<T>(work: (db: Db) => Promise<T>): Promise<T> {
    await this.tidy();
    return this.store.read(work);
  }

  /** Does what is due by now. */
  async tidy(): Promise<void> {
    const now = this.clock.now();
    const dueAt = await this.store.read((db) => nextDueAt(db, now, this.rules));
    if (dueAt !== null && dueAt <= now) await this.change(async () => {});
  }

  /** From now on time passes although nobody calls; and the files are as complete as the database. */
  async start(): Promise<void> {
    this.#unsubscribe = this.changes.subscribe(() => this.#schedule(SHORTEST_NAP_MS));
    this.#schedule(SHORTEST_NAP_MS);
    for (const project of await this.store.read(listProjects)) {
      const agents = await this.store.read((db) => listAgents(db, project.id));
      await this.files.write(
        project,
        agents.map(({ id }) => id),
      );
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    this.changes.close();
    if (this.#timer) clearTimeout(this.#timer);
    await this.store.close();
  }

  #schedule(napMs: number): void {
    if (this.#isClosed) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#wake(), napMs);
    this.#timer.unref();
  }

  async #wake(): Promise<void> {
    try {
      await this.tidy();
      const now = this.clock.now();
      const dueAt = await this.store.read((db) => nextDueAt(db, now, this.rules));
      const napMs = dueAt === null ? LONGEST_NAP_MS : dueAt - now;
      this.#schedule(Math.min(Math.max(napMs, SHORTEST_NAP_MS), LONGEST_NAP_MS));
    } catch (error) {
      if (this.#isClosed) return;
      this.#trouble('sweep', (error as Error).message);
      this.#schedule(LONGEST_NAP_MS);
    }
  }
}
