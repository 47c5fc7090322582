/**
 * Starts the sessions that work waits for. Every daemon of a team looks, at every change; the claim in the team's store
 * lets exactly one of them start each session, and what a killed one had claimed is taken over.
 */
import { asSynapseError } from '../../errors.js';
import { launchDaemon } from '../../launch/launch-daemon.js';
import { isSameProcess } from '../../processes.js';
import { memberOf } from '../../registry/entry.js';
import { findAgent } from '../../team/people/agents.js';
import { findProject } from '../../team/people/projects.js';
import {
  claimStart,
  findStart,
  isClearingUp,
  isLeft,
  keyOfStart,
  listStarts,
  noteEnd,
  obstacleOf,
  releaseClaim,
  type SessionStart,
  type Starting,
} from '../../team/sessions/session-starts.js';
import { type StartRules, startRules } from '../../team/sessions/start-rules.js';
import { type WantedSession, wantedSessions } from '../../team/sessions/wanted-sessions.js';
import type { Team } from '../../team/team.js';
import type { DaemonContext } from '../context.js';
import { launchOf } from './session-launch.js';

/** Changes that come together are looked at once. */
const GATHER_MS = 25;
/** While sessions run or wait, whoever was killed is noticed within this time: that changes no file. */
const LOOK_AGAIN_MS = 1_000;
const SOON_MS = 250;
/** So long a session takes to be gone, once it has written down that it is over. */
const CLEARED_UP_MS = 50;
/** Somebody else was faster, or an earlier session has not quite ended: no failure. */
const NOBODYS_FAULT = new Set([
  'session_already_active',
  'no_valid_purpose',
  'project_paused',
  'agent_already_running',
]);

export class SessionStarter {
  readonly #team: Team;
  readonly #context: DaemonContext;
  readonly #holder: string;
  readonly #rules: StartRules;
  #unsubscribe: () => void = () => {};
  #timer: NodeJS.Timeout | null = null;
  #dueAt = Number.POSITIVE_INFINITY;
  #isLooking = false;
  #isClosed = false;
  /** Projects in which work waits for a place: whoever is done there should make room. */
  crowded: ReadonlySet<string> = new Set();

  constructor(team: Team, context: DaemonContext, holder: string) {
    this.#team = team;
    this.#context = context;
    this.#holder = holder;
    this.#rules = startRules(process.env);
  }

  start(): void {
    this.#unsubscribe = this.#team.changes.watch(() => this.#lookIn(GATHER_MS));
    this.#lookIn(GATHER_MS);
  }

  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** The earliest of what was asked for counts. */
  #lookIn(ms: number): void {
    const at = performance.now() + ms;
    if (this.#isClosed || at >= this.#dueAt) return;
    this.#dueAt = at;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), ms);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    this.#dueAt = Number.POSITIVE_INFINITY;
    if (this.#isLooking) return this.#lookIn(GATHER_MS);
    this.#isLooking = true;
    try {
      const wanted = await this.#team.look(wantedSessions);
      let starts = await this.#team.store.read(listStarts);
      if (starts.some((row) => isLeft(row, this.#isAlive))) {
        await this.#settleLeft(starts);
        starts = await this.#team.store.read(listStarts);
      }
      await this.#startAll(wanted, starts);
      if (starts.some((row) => row.state === 'starting' || row.state === 'running')) this.#lookIn(LOOK_AGAIN_MS);
      if (wanted.length > 0 && starts.some((row) => isClearingUp(row, this.#isAlive))) this.#lookIn(CLEARED_UP_MS);
    } catch (error) {
      if (this.#isClosed) return;
      this.#context.log.error('starting sessions', { reason: (error as Error).message });
      this.#lookIn(LOOK_AGAIN_MS);
    } finally {
      this.#isLooking = false;
    }
  }

  async #startAll(wanted: readonly WantedSession[], starts: readonly SessionStart[]): Promise<void> {
    const crowded = new Set<string>();
    for (const session of wanted) {
      if (this.#hasTerminal(session)) {
        this.#lookIn(LOOK_AGAIN_MS);
        continue;
      }
      const obstacle = obstacleOf(session, starts, this.#now());
      if (obstacle === 'limit') crowded.add(session.projectId);
      if (obstacle === 'busy') this.#lookIn(SOON_MS);
      if (obstacle === 'pause') this.#lookIn(this.#pauseOf(session, starts));
      if (obstacle !== null || this.#isClosed) continue;
      const claimed = await this.#team.changeIf(async (tx) => {
        // Somebody may have opened the session since we looked.
        const still = (await wantedSessions(tx)).find((each) => isSame(each, session));
        return still && (await claimStart(tx, still, this.#holder, this.#now())) ? true : null;
      });
      if (claimed) void this.#launch(session);
      else this.#lookIn(SOON_MS);
    }
    const isNews = [...crowded].some((projectId) => !this.crowded.has(projectId));
    this.crowded = crowded;
    if (isNews) this.#context.events.emit('crowded');
  }

  async #launch(wanted: WantedSession): Promise<void> {
    const { projectId, agentId, purpose, why } = wanted;
    const { log, registry } = this.#context;
    log.info('starting a session', { agent: agentId, purpose, why });
    try {
      const [agent, project] = await this.#team.store.read(async (db) => [
        await findAgent(db, agentId),
        await findProject(db, projectId),
      ]);
      if (agent && project) await launchDaemon(await launchOf(registry, { agent, project, purpose, why }));
      await this.#settle(wanted, null);
    } catch (error) {
      const known = asSynapseError(error);
      log.error('starting a session', { agent: agentId, purpose, reason: known.message });
      await this.#settle(wanted, known).catch((reason: Error) => log.error('start', { reason: reason.message }));
    }
  }

  /** A session that was opened has written down for itself that it runs, and how it ended. */
  async #settle(
    wanted: WantedSession,
    error: { readonly code: string; readonly message: string } | null,
  ): Promise<void> {
    if (this.#isClosed) return;
    await this.#team.changeIf(async (tx, now) => {
      const row = await findStart(tx, wanted);
      if (row?.state !== 'starting' || row.holder !== this.#holder) return null;
      if (error === null || NOBODYS_FAULT.has(error.code)) await releaseClaim(tx, wanted, now + LOOK_AGAIN_MS, now);
      else await noteEnd(tx, wanted, { cause: 'ended', reason: error.message }, this.#now());
      return true;
    });
    this.#lookIn(SOON_MS);
  }

  /** Whoever held them was killed: by then its session is over, and what it had taken up is there again. */
  async #settleLeft(starts: readonly SessionStart[]): Promise<void> {
    for (const left of starts.filter((row) => isLeft(row, this.#isAlive))) {
      const key = keyOfStart(left);
      await this.#team.changeIf(async (tx, now) => {
        const row = await findStart(tx, key);
        if (!row || !isLeft(row, this.#isAlive)) return null;
        if (row.state === 'starting') await releaseClaim(tx, key, now, now);
        else await noteEnd(tx, key, { cause: 'ended', reason: 'its daemon was killed' }, this.#now());
        return true;
      });
    }
  }

  /** A task terminal of the agent runs: it takes the work up, or is just ending. Who logs out of a chat is done with it. */
  #hasTerminal({ projectId, agentId, purpose }: WantedSession): boolean {
    if (purpose !== 'task') return false;
    return this.#context.registry
      .entries()
      .some(
        (entry) =>
          entry.purpose === purpose &&
          entry.project === projectId &&
          memberOf(entry) === agentId &&
          isSameProcess(entry),
      );
  }

  #pauseOf(wanted: WantedSession, starts: readonly SessionStart[]): number {
    const row = starts.find((each) => isSame(keyOfStart(each), wanted));
    return Math.max(GATHER_MS, (row?.next_try_at ?? 0) - this.#team.clock.now());
  }

  readonly #isAlive = (holder: string): boolean => this.#team.rules.sessions.isAlive(holder);

  #now(): Starting {
    return { now: this.#team.clock.now(), rules: this.#rules, isAlive: this.#isAlive };
  }
}

function isSame(a: Pick<WantedSession, 'projectId' | 'agentId' | 'purpose'>, b: typeof a): boolean {
  return a.projectId === b.projectId && a.agentId === b.agentId && a.purpose === b.purpose;
}
