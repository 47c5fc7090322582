/** A daemon's access to its team: opens the team store on first use, and tells other daemons about changes. */
import { hostname } from 'node:os';
import { fail } from '../../errors.js';
import { type Say, sayIn } from '../../i18n.js';
import { environmentOf } from '../../launch/project-environment.js';
import { executionsDir, teamAlarm, teamPlacesDir, teamPruneAlarm } from '../../paths.js';
import { isSameProcess, startTimeOf } from '../../processes.js';
import type { LiveEntry } from '../../registry/entry.js';
import { hostId } from '../../registry/host-id.js';
import { ownName } from '../../registry/hosts/own-name.js';
import { hasTeam, teamPlace } from '../../registry/team-place.js';
import { retentionOf } from '../../storage/retention.js';
import type { Change } from '../../team/change.js';
import { Refusals } from '../../team/people/refusals.js';
import type { Team } from '../../team/team.js';
import type { DaemonContext } from '../context.js';
import { Once } from '../once.js';
import type { SessionStarter } from '../sessions/session-starter.js';
import type { Siblings, Told } from './siblings.js';

export class TeamAccess {
  readonly context: DaemonContext;
  readonly isPerson: boolean;
  /** Sentences in the language of this daemon, for readers of its terminal or its inbox. */
  readonly say: Say;
  readonly refusals: Refusals;
  readonly #team = new Once(() => this.#open());
  #opened: Team | null = null;
  #starter: SessionStarter | null = null;
  #siblings: Siblings | null = null;
  #isClosed = false;

  constructor(context: DaemonContext, isPerson: boolean) {
    this.context = context;
    this.isPerson = isPerson;
    this.refusals = new Refusals(context.clock);
    this.say = sayIn(context.language, 'command');
  }

  /** Loads the query builder, which a daemon without a project does not need. */
  async open(): Promise<Team> {
    if (this.#isClosed) throw fail('agent_not_running', { agent: this.context.self.id });
    return this.#team.get();
  }

  /** Null if this home has no team. Reading must not create one. */
  async ifThere(): Promise<Team | null> {
    return this.#team.isUsed || hasTeam(this.context.home, this.context.env) ? this.open() : null;
  }

  /** Another daemon has changed something that concerns this one, or asks it to handle the consequences. */
  async notice({ commits, changes = [], look = false }: Told): Promise<void> {
    const team = await this.#team.ifUsed();
    if (!team) return;
    team.noticeOurs(commits);
    team.changes.wake(changes);
    if (look) team.goRoundSoon();
  }

  /** How many statements this daemon has run on the team store. */
  get statementCount(): number {
    return this.#opened?.store.statementCount ?? 0;
  }

  /** Starts sessions for waiting work. Set once the team is open. */
  get starter(): SessionStarter | null {
    return this.#starter;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#starter?.close();
    const team = await this.#team.ifUsed();
    await this.#siblings?.close();
    await team?.close();
  }

  async #open(): Promise<Team> {
    // All of it before the store is opened, because a module that cannot be loaded would leave that open.
    const { Team } = await import('../../team/team.js');
    const { fileAlarm } = await import('../../team/alarm.js');
    const { pruneDuty } = await import('../../team/prune.js');
    const { SessionStarter } = await import('../sessions/session-starter.js');
    const { StoppedWork } = await import('../sessions/stopped-work.js');
    const { Siblings, isToldOf } = await import('./siblings.js');
    const { clock, home, log, events, self: agent } = this.context;
    const siblings = new Siblings(this.context);
    this.#siblings = siblings;
    const { settledPlace } = await import('../hosts/settled-place.js');
    const place = await settledPlace(home, this.context.env);
    const team = await Team.open({
      place,
      hostId: hostId(home),
      hostName: ownName(home, this.context.env) ?? hostname(),
      onNews: (commits) => siblings.tell({ commits }),
      placesDir: teamPlacesDir(home),
      logsDir: executionsDir(home),
      clock,
      isAlive: isHolderAlive,
      holder: holderOf(self()),
      alarm: fileAlarm(teamAlarm(home)),
      isOwn: (interest) => isToldOf(interest, agent.id),
      env: this.context.env,
      envOf: (projectId) => environmentOf(home, projectId, this.context.env),
      refusals: this.refusals,
      onCommit: (commit) => siblings.tell({ commits: [commit] }),
      onTrouble: (what, reason) => log.error(what, { reason }),
    });
    if (teamPlace(home, this.context.env) !== place) {
      // The team was moved before it was open.
      await siblings.close();
      await team.close();
      return this.#open();
    }
    this.#opened = team;
    team.changes.subscribe({}, () => events.emit('teamWork'));
    events.emit('teamWork');
    // Somebody who watches this agent's mail may find chat there.
    if (this.isPerson)
      team.changes.watch({ agentId: agent.id }, () => events.emit('change', { task: null, message: null }));
    const onCrowd = (change: Change) => {
      team.changes.wake([change]);
      siblings.tell({ commits: [], changes: [change] });
    };
    const stopped = new StoppedWork(team, home);
    const keepDown = () => stopped.keepDown();
    // Before anybody can give new work here.
    await keepDown().catch((error: Error) => log.error('keeping work down', { reason: error.message }));
    this.#starter = new SessionStarter({ team, context: this.context, holder: team.holder, onCrowd, keepDown });
    this.#starter.start();
    const onTrouble = (reason: string) => this.#isClosed || log.error('pruning', { reason });
    const pruning = { alarm: fileAlarm(teamPruneAlarm(home)), retention: retentionOf(this.context.env), onTrouble };
    team.addDuty(pruneDuty(team, pruning));
    // Repairs may take a while, and nobody needs to wait for them.
    team.start().catch((error: Error) => this.#isClosed || log.error('team', { reason: error.message }));
    return team;
  }
}

/** Identifies a process by its pid and start time. */
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
