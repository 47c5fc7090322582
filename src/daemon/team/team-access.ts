/** A daemon's place in its team: opens the team store when it is first needed, and tells the other daemons of changes. */
import { existsSync } from 'node:fs';
import { callDaemon } from '../../a2a/local.js';
import { fail, SynapseError } from '../../errors.js';
import { teamFile } from '../../paths.js';
import { isSameProcess, startTimeOf } from '../../processes.js';
import type { LiveEntry } from '../../registry/entry.js';
import type { Team } from '../../team/team.js';
import type { DaemonContext } from '../context.js';
import type { SessionStarter } from '../sessions/session-starter.js';

/** Changes that come together are told once. */
const GATHER_MS = 2;

export class TeamAccess {
  readonly context: DaemonContext;
  readonly isPerson: boolean;
  /** Chat is typed into its terminal, and answered from there. */
  readonly isChatTerminal: boolean;
  #team: Promise<Team> | null = null;
  #opened: Team | null = null;
  #starter: SessionStarter | null = null;
  #gathering: NodeJS.Timeout | null = null;
  /** Who is being told right now, by instance, and whether there is news meanwhile. */
  readonly #telling = new Map<string, 'once' | 'again'>();
  #isClosed = false;

  constructor(context: DaemonContext, kind: { readonly isPerson: boolean; readonly isChatTerminal: boolean }) {
    this.context = context;
    this.isPerson = kind.isPerson;
    this.isChatTerminal = kind.isChatTerminal;
  }

  /** The query layer is megabytes that a daemon without a project does not need: it is loaded here, and only here. */
  async open(): Promise<Team> {
    if (this.#isClosed) throw fail('agent_not_running', { agent: this.context.self.id });
    this.#team ??= this.#open().catch((error: unknown) => {
      this.#team = null;
      throw error;
    });
    return this.#team;
  }

  /** Null where this home has no team: looking must not make one. */
  async ifThere(): Promise<Team | null> {
    return this.#team || existsSync(teamFile(this.context.home)) ? this.open() : null;
  }

  /** Another daemon changed something. */
  async notice(): Promise<void> {
    if (this.#team) (await this.#team).changes.notice();
  }

  /** How many statements this daemon has run on the team's store. */
  get statementCount(): number {
    return this.#opened?.store.statementCount ?? 0;
  }

  /** Starts what waits for a session; there once the team is open. */
  get starter(): SessionStarter | null {
    return this.#starter;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#starter?.close();
    if (this.#gathering) clearTimeout(this.#gathering);
    if (this.#team) await (await this.#team).close();
  }

  async #open(): Promise<Team> {
    const { Team } = await import('../../team/team.js');
    const { clock, home, log, events } = this.context;
    const team = await Team.open({
      file: teamFile(home),
      clock,
      isAlive: isHolderAlive,
      env: this.context.env,
      onTrouble: (what, reason) => log.error(what, { reason }),
    });
    this.#opened = team;
    team.onCommit = () => this.#tellSoon();
    team.changes.subscribe(() => events.emit('teamWork'));
    events.emit('teamWork');
    // Whoever watches this agent's mail may find chat there.
    if (this.isPerson) team.changes.subscribe(() => events.emit('change', { task: null, message: null }));
    const { SessionStarter } = await import('../sessions/session-starter.js');
    this.#starter = new SessionStarter(team, this.context, holderOf(self()));
    this.#starter.start();
    // What it has to heal may take a while, and nobody needs to wait for that.
    team.start().catch((error: Error) => this.#isClosed || log.error('team', { reason: error.message }));
    return team;
  }

  #tellSoon(): void {
    if (this.#gathering || this.#isClosed) return;
    this.#gathering = setTimeout(() => {
      this.#gathering = null;
      const siblings = this.context.registry.entries().filter((entry) => this.#isSibling(entry));
      for (const entry of siblings) void this.#tell(entry);
    }, GATHER_MS).unref();
  }

  /** Each by itself: one that hangs keeps no other from hearing. Who does not hear looks by itself within a second. */
  async #tell(entry: LiveEntry): Promise<void> {
    const before = this.#telling.get(entry.instance);
    this.#telling.set(entry.instance, before === undefined ? 'once' : 'again');
    if (before !== undefined) return;
    try {
      do {
        this.#telling.set(entry.instance, 'once');
        // By the small client: the large one is megabytes that a daemon without mail does not need.
        if (!this.#isClosed) await callDaemon(entry, this.context.home, { path: '/team/changed', body: {} });
      } while (this.#telling.get(entry.instance) === 'again' && !this.#isClosed);
    } catch (error) {
      // One that is gone, or hangs.
      if (!(error instanceof SynapseError)) this.context.log.error('team', { reason: (error as Error).message });
    } finally {
      this.#telling.delete(entry.instance);
    }
  }

  #isSibling({ id, project, kind }: LiveEntry): boolean {
    return id !== this.context.self.id && (project !== null || kind === 'human');
  }
}

/** A process by its pid and its start. */
export function holderOf({ pid, startTime }: Pick<LiveEntry, 'pid' | 'startTime'>): string {
  return `${pid}/${startTime}`;
}

function self(): Pick<LiveEntry, 'pid' | 'startTime'> {
  return { pid: process.pid, startTime: startTimeOf(process.pid) ?? '' };
}

export function isHolderAlive(holder: string): boolean {
  const slash = holder.indexOf('/');
  return isSameProcess({ pid: Number(holder.slice(0, slash)), startTime: holder.slice(slash + 1) });
}
