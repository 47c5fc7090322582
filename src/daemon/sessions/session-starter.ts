/**
 * Starts the sessions that work waits for. The daemon that changed something checks what follows from it, and rounds find
 * what a killed daemon left. The claim in the team store lets exactly one of them start each session.
 */

import { asSynapseError } from '../../errors.js';
import { textOf } from '../../i18n.js';
import { environmentOf } from '../../launch/project-environment.js';
import { startAgent } from '../../launch/start-agent.js';
import { isSameProcess } from '../../processes.js';
import { terminalsOf } from '../../registry/entry.js';
import { wasStoppedSince } from '../../registry/stopped-all.js';
import type { Change } from '../../team/change.js';
import { findAgent } from '../../team/people/agents.js';
import { findProject } from '../../team/people/projects.js';
import { freePlaces } from '../../team/sessions/freed-places.js';
import {
  claimStart,
  findStart,
  giveWay,
  listStarts,
  noteEnd,
  releaseClaim,
} from '../../team/sessions/session-starts.js';
import { startRules } from '../../team/sessions/start-rules.js';
import {
  isClearingUp,
  isLeft,
  isPlaceNeeded,
  keyOfStart,
  obstacleOf,
  type SessionStart,
  type Starting,
  type StartKey,
} from '../../team/sessions/start-state.js';
import { type WantedSession, wantedSessions } from '../../team/sessions/wanted-sessions.js';
import type { Db } from '../../team/store/schema.js';
import type { Team } from '../../team/team.js';
import type { DaemonContext } from '../context.js';
import { launchOf } from './session-launch.js';

/** While sessions run or wait, a killed process is noticed within this time, because its death changes no file. */
const LOOK_AGAIN_MS = 1_000;
const SOON_MS = 250;
/** How long a session takes to be gone after it has recorded its end. */
const CLEARED_UP_MS = 50;
/** Another daemon was faster, or an earlier session has not quite ended. These are not failures. */
const NOBODYS_FAULT = new Set([
  'session_already_active',
  'no_valid_purpose',
  'project_paused',
  'agent_already_running',
]);

export interface SessionStarterParts {
  readonly team: Team;
  readonly context: DaemonContext;
  /** This process as the store identifies it. */
  readonly holder: string;
  /** Tells the sessions of a project that others wait for a place. */
  readonly onCrowd: (change: Change) => void;
  /** Keeps down what was waiting when everything was stopped. */
  readonly keepDown: () => Promise<void>;
}

export class SessionStarter {
  readonly #team: Team;
  readonly #context: DaemonContext;
  readonly #holder: string;
  readonly #onCrowd: (change: Change) => void;
  readonly #keepDown: () => Promise<void>;
  #isClosed = false;
  /** Projects in which work was waiting for a place at the last look. */
  #crowded: ReadonlySet<string> = new Set();

  constructor({ team, context, holder, onCrowd, keepDown }: SessionStarterParts) {
    this.#team = team;
    this.#context = context;
    this.#holder = holder;
    this.#onCrowd = onCrowd;
    this.#keepDown = keepDown;
  }

  start(): void {
    this.#team.addDuty(async () => {
      const napMs = this.#isClosed ? 0 : await this.#look();
      // A daemon that is ending starts nothing more, so its round must not let the others rest.
      return this.#isClosed ? 0 : napMs;
    });
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Whether work is waiting that could begin in the place of this session. */
  async isNeeded(key: StartKey): Promise<boolean> {
    const wanted = await this.#team.look((db) => this.#wanted(db));
    const starts = await this.#team.store.read(listStarts);
    return isPlaceNeeded(key, this.#startable(wanted), starts, this.#now(key));
  }

  /** As `isNeeded`, but only one session gives way for the same work. */
  giveWay(key: StartKey): Promise<boolean> {
    return this.#team.change(async (tx) => giveWay(tx, key, this.#startable(await this.#wanted(tx)), this.#now(key)));
  }

  /** Sessions start on the host that declares their agent. */
  #wanted(db: Db): Promise<WantedSession[]> {
    return wantedSessions(db, this.#team.hostId);
  }

  #startable(wanted: readonly WantedSession[]): readonly WantedSession[] {
    return wanted.filter((session) => !this.#hasTerminal(session));
  }

  /** Returns in how many milliseconds to look again if nothing changes. */
  async #look(): Promise<number> {
    await this.#keepDown();
    const wanted = await this.#team.store.read((db) => this.#wanted(db));
    let starts = await this.#team.store.read(listStarts);
    const { isAlive } = this.#team.rules.sessions;
    if (starts.some((row) => isLeft(row, isAlive))) {
      await this.#settleLeft(starts);
      starts = await this.#team.store.read(listStarts);
    }
    const naps = [await freePlaces(this.#team, starts), ...(await this.#startAll(wanted, starts))];
    if (starts.some((row) => row.state === 'starting' || row.state === 'running')) naps.push(LOOK_AGAIN_MS);
    if (wanted.length > 0 && starts.some((row) => isClearingUp(row, isAlive))) naps.push(CLEARED_UP_MS);
    return Math.min(...naps);
  }

  async #startAll(wanted: readonly WantedSession[], starts: readonly SessionStart[]): Promise<number[]> {
    const crowded = new Set<string>();
    const naps: number[] = [];
    for (const session of wanted) {
      if (this.#hasTerminal(session)) {
        naps.push(LOOK_AGAIN_MS);
        continue;
      }
      const obstacle = obstacleOf(session, starts, this.#now(session));
      if (obstacle === 'limit') crowded.add(session.projectId);
      if (obstacle === 'busy') naps.push(SOON_MS);
      if (obstacle === 'pause') naps.push(this.#pauseOf(session, starts));
      if (obstacle !== null || this.#isClosed) continue;
      const starting = this.#now(session);
      const claimed = await this.#team.change(async (tx) => {
        // The session may have been opened since the look.
        const still = (await this.#wanted(tx)).find((each) => isSame(each, session));
        return still !== undefined && (await claimStart(tx, still, this.#holder, starting));
      });
      if (claimed) void this.#launch(session, starting.now);
      else naps.push(SOON_MS);
    }
    const news = [...crowded].filter((projectId) => !this.#crowded.has(projectId));
    this.#crowded = crowded;
    if (news.length > 0) this.#askForRoom(news, starts);
    return naps;
  }

  /** Finished sessions close sooner if others wait for their places. */
  #askForRoom(projects: readonly string[], starts: readonly SessionStart[]): void {
    for (const projectId of projects) {
      const agentIds = starts.filter((row) => row.project_id === projectId && row.address !== null);
      this.#onCrowd({ topic: 'sessions', projectId, agentIds: agentIds.map((row) => row.agent_id) });
    }
  }

  async #launch(wanted: WantedSession, claimedAt: number): Promise<void> {
    const { projectId, agentId, purpose, why } = wanted;
    const { log, registry } = this.#context;
    log.info('starting a session', { agent: agentId, purpose, why });
    try {
      const [agent, project] = await this.#team.store.read(async (db) => [
        await findAgent(db, agentId),
        await findProject(db, projectId),
      ]);
      if (agent && project) {
        const launch = await launchOf(registry.home, { agent, project, purpose, why });
        // An ending daemon would leave a session that nobody waits for.
        if (this.#isClosed) return;
        await startAgent(launch, registry, { env: this.#environmentOf(projectId) });
      }
      await this.#settle(wanted, claimedAt, null);
    } catch (error) {
      const known = asSynapseError(error);
      log.error('starting a session', { agent: agentId, purpose, reason: known.message });
      await this.#settle(wanted, claimedAt, known).catch((reason: Error) =>
        log.error('start', { reason: reason.message }),
      );
    }
  }

  /** A session that was opened records by itself that it runs and how it ended. */
  async #settle(
    wanted: WantedSession,
    claimedAt: number,
    error: { readonly code: string; readonly message: string } | null,
  ): Promise<void> {
    if (this.#isClosed) return;
    await this.#team.change(async (tx, now) => {
      const row = await findStart(tx, wanted);
      if (row?.state !== 'starting' || row.holder !== this.#holder) return;
      // That session has ended and recorded it, and this is the claim of the next one.
      if (row.changed_at !== claimedAt) return;
      if (error === null || NOBODYS_FAULT.has(error.code)) await releaseClaim(tx, wanted, now + LOOK_AGAIN_MS, now);
      else await noteEnd(tx, wanted, { cause: 'ended', reason: error.message }, this.#now(wanted));
    });
    this.#team.goRoundSoon(SOON_MS);
  }

  /** Their holder was killed. Its session has ended by now, and what it had taken is pending again. */
  async #settleLeft(starts: readonly SessionStart[]): Promise<void> {
    const { isAlive } = this.#team.rules.sessions;
    for (const left of starts.filter((row) => isLeft(row, isAlive))) {
      const key = keyOfStart(left);
      await this.#team.change(async (tx, now) => {
        const row = await findStart(tx, key);
        if (!row || !isLeft(row, isAlive)) return;
        // It was about to be started when everything was stopped.
        const wasStopped = wasStoppedSince(this.#context.home, row.changed_at);
        if (wasStopped) await noteEnd(tx, key, { cause: 'stopped' }, this.#now(key));
        else if (row.state === 'starting') await releaseClaim(tx, key, now, now);
        else await noteEnd(tx, key, { cause: 'ended', reason: textOf('en', 'reason_killed') }, this.#now(key));
      });
    }
  }

  /** Whether a task terminal of the agent runs, which takes the work or is just ending. A chat that logged out is done. */
  #hasTerminal({ projectId, agentId, purpose }: WantedSession): boolean {
    if (purpose !== 'task') return false;
    const live = this.#context.registry.live(agentId);
    if (!live || !isSameProcess(live)) return false;
    return terminalsOf(live).some((terminal) => terminal.purpose === purpose && terminal.project === projectId);
  }

  #pauseOf(wanted: WantedSession, starts: readonly SessionStart[]): number {
    const row = starts.find((each) => isSame(keyOfStart(each), wanted));
    return Math.max(0, (row?.next_try_at ?? 0) - this.#team.clock.now());
  }

  /** The limits are those of the project, not of the daemon that happens to look. */
  #now({ projectId }: Pick<StartKey, 'projectId'>): Starting {
    const { isAlive } = this.#team.rules.sessions;
    return { now: this.#team.clock.now(), rules: startRules(this.#environmentOf(projectId)), isAlive };
  }

  #environmentOf(projectId: string): NodeJS.ProcessEnv {
    return environmentOf(this.#context.home, projectId, this.#context.env);
  }
}

function isSame(a: Pick<WantedSession, 'projectId' | 'agentId' | 'purpose'>, b: typeof a): boolean {
  return a.projectId === b.projectId && a.agentId === b.agentId && a.purpose === b.purpose;
}
