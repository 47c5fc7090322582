/** Follows the team store for as long as somebody watches: chat, conversations, delegations, work and executions. */
import type { Happening } from '../../a2a/activity.js';
import { ANYTHING, type Change, type Topic } from '../../team/change.js';
import type { Team } from '../../team/team.js';
import type { TeamAccess } from '../team/team-access.js';
import { chatNeed, type Needs } from './needs.js';
import { approvalNeed, givenUpNeed, type Keyed, teamHappenings } from './team-happenings.js';

interface Parts {
  readonly team: TeamAccess;
  readonly needs: Needs;
  readonly publish: (happening: Happening, step: string) => void;
}

/** Changes that are close together are read once. */
const GATHER_MS = 30;
/** Somebody may create the first project. */
const LOOK_FOR_TEAM_MS = 1_000;
/** A step is dated before it is committed. */
const OVERLAP_MS = 15_000;
/** More are shown when these are read. */
const MOST_UNREAD = 20;
const MOST_REMEMBERED = 20_000;

export class TeamNews {
  readonly #parts: Parts;
  /** The steps that were told, or happened before anybody watched. */
  readonly #told = new Set<string>();
  /** The number of the last message that is known, by project. */
  #messages = new Map<string, number>();
  /** What has changed since the last look. */
  readonly #topics = new Set<Topic>();
  #readAt = 0;
  #stopWatching: () => void = () => {};
  #timer: NodeJS.Timeout | null = null;
  #reading: Promise<void> = Promise.resolve();
  #gathering: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const team = await this.#ifThere();
    if (this.#isClosed) return;
    if (team) await this.#watch(team);
    else this.#timer = setInterval(() => void this.#lookForTeam(), LOOK_FOR_TEAM_MS).unref();
  }

  close(): void {
    this.#isClosed = true;
    this.#stopWatching();
    if (this.#timer) clearInterval(this.#timer);
    if (this.#gathering) clearTimeout(this.#gathering);
  }

  /** What happened since then, oldest first. */
  async past(since: number): Promise<readonly Keyed[]> {
    const team = await this.#ifThere();
    if (!team) return [];
    const { latest } = await import('../../team/latest.js');
    const found = await team.look((db) =>
      latest(db, { since, seen: null, topics: new Set(ANYTHING.map(({ topic }) => topic)) }),
    );
    return teamHappenings(found).filter(({ at }) => at >= since);
  }

  /** Whatever is wrong with the team store, mail can be watched. */
  async #ifThere(): Promise<Team | null> {
    const { team } = this.#parts;
    try {
      return await team.ifThere();
    } catch (error) {
      team.context.log.error('cannot watch the team', { reason: (error as Error).message });
      return null;
    }
  }

  async #lookForTeam(): Promise<void> {
    const team = await this.#ifThere();
    if (!team || this.#isClosed || !this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
    await this.#watch(team, { isNew: true });
  }

  async #watch(team: Team, { isNew = false } = {}): Promise<void> {
    this.#stopWatching = team.changes.watch({}, (changes) => this.#soon(team, changes), { closely: true });
    for (const { topic } of ANYTHING) this.#topics.add(topic);
    if (isNew) return this.#read(team);
    const { lastMessages } = await import('../../team/latest.js');
    this.#messages = await team.store.read(lastMessages);
    await this.#read(team, { isSilent: true });
  }

  #soon(team: Team, changes: readonly Change[]): void {
    for (const { topic } of changes) this.#topics.add(topic);
    if (this.#gathering || this.#isClosed) return;
    this.#gathering = setTimeout(() => {
      this.#gathering = null;
      // One look at a time: whatever happens during one is seen by the next.
      this.#reading = this.#reading.then(() => this.#read(team));
    }, GATHER_MS).unref();
  }

  async #read(team: Team, { isSilent = false } = {}): Promise<void> {
    if (this.#isClosed) return;
    const topics = new Set(this.#topics);
    this.#topics.clear();
    try {
      const { latest } = await import('../../team/latest.js');
      const now = team.clock.now();
      const since = (this.#readAt || now) - OVERLAP_MS;
      const found = await team.store.read((db) => latest(db, { since, seen: this.#messages, topics }));
      this.#readAt = now;
      for (const { projectId, seq } of found.messages) this.#messages.set(projectId, seq);
      for (const keyed of teamHappenings(found)) this.#tell(keyed, isSilent);
      if (topics.has('work') || topics.has('sessions')) await this.#readNeeds(team, now);
      if (topics.has('chat')) await this.#readUnread(team);
    } catch (error) {
      for (const topic of topics) this.#topics.add(topic);
      const reason = (error as Error).message;
      if (!this.#isClosed) this.#parts.team.context.log.error('cannot read the team', { reason });
    }
  }

  async #readNeeds(team: Team, now: number): Promise<void> {
    const { waitingForApproval } = await import('../../team/latest.js');
    const { listStarts } = await import('../../team/sessions/session-starts.js');
    const [approvals, starts] = await team.store.read(async (db) => [
      await waitingForApproval(db),
      await listStarts(db),
    ]);
    const givenUp = starts.filter(({ state }) => state === 'given_up').map((start) => givenUpNeed(start, now));
    if (this.#isClosed) return;
    this.#parts.needs.replace(({ what }) => what === 'approval', approvals.map(approvalNeed));
    this.#parts.needs.replace(({ what }) => what === 'given_up', givenUp);
  }

  async #readUnread(team: Team): Promise<void> {
    const { pendingMessages } = await import('../../team/chat/handing-out.js');
    const { projectsOf } = await import('../../team/people/agents.js');
    const agentId = this.#parts.team.context.self.id;
    const found = await team.store.read(async (db) => {
      const projects = await projectsOf(db, agentId);
      return Promise.all(projects.map((projectId) => pendingMessages(db, { projectId, agentId }, MOST_UNREAD)));
    });
    if (this.#isClosed) return;
    const unread = found.flatMap(([first, ...more]) => (first ? [chatNeed([first, ...more])] : []));
    this.#parts.needs.replace(({ what }) => what === 'chat', unread);
  }

  #tell({ key, happening }: Keyed, isSilent: boolean): void {
    if (this.#told.has(key)) return;
    this.#told.add(key);
    if (this.#told.size > MOST_REMEMBERED) this.#forgetOldest();
    if (!isSilent) this.#parts.publish(happening, key);
  }

  #forgetOldest(): void {
    for (const key of [...this.#told].slice(0, MOST_REMEMBERED / 2)) this.#told.delete(key);
  }
}
