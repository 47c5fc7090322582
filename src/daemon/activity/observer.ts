/** Watches everything in the home while there are viewers, and tells them all. */
import type { Activity, ActivityEvent, Happening, Snapshot } from '../../a2a/activity.js';
import { toIso } from '../../clock.js';
import type { LineStream } from '../http/streams.js';
import type { TeamAccess } from '../team/team-access.js';
import { ObservedAgents, type ObservedParts } from './agents/observed-agents.js';
import { HistoryRing } from './history-ring.js';
import { Needs } from './needs.js';
import { Notifier } from './notices/notifier.js';
import { readPast, withMeanwhile } from './past.js';
import type { RememberedIds } from './remembered-ids.js';
import { TeamNews } from './team-news.js';

export interface ObserverParts extends Pick<ObservedParts, 'context' | 'terminals'> {
  readonly team: TeamAccess;
  readonly dismissed: RememberedIds;
}

export class Observer {
  readonly #parts: ObserverParts;
  readonly #ring = new HistoryRing();
  readonly #needs: Needs;
  readonly #agents: ObservedAgents;
  readonly #teamNews: TeamNews;
  readonly #viewers = new Set<LineStream>();
  #notifier: Notifier | null = null;

  constructor(parts: ObserverParts) {
    this.#parts = parts;
    const publish = (happening: Happening) => this.#publish(happening);
    this.#needs = new Needs(publish, parts.dismissed);
    this.#agents = new ObservedAgents({ ...parts, needs: this.#needs, publish });
    const publishStep = (happening: Happening, step: string) => this.#publish(happening, step);
    this.#teamNews = new TeamNews({ team: parts.team, needs: this.#needs, publish: publishStep });
  }

  async start(): Promise<void> {
    await Promise.all([this.#agents.start(), this.#teamNews.start()]);
  }

  close(): void {
    this.#agents.close();
    this.#teamNews.close();
    this.#notifier?.close();
    for (const viewer of [...this.#viewers]) viewer.end();
  }

  /** Gives notices from now on. */
  giveNotices(isLookedAt: () => boolean): void {
    if (this.#notifier) return;
    const isOpen = (id: string) => this.#needs.has(id);
    this.#notifier = new Notifier({
      ...{ context: this.#parts.context, isLookedAt, isOpen },
      isUndelivered: (shortId) => this.#needs.all.some((need) => need.what === 'message' && need.short_id === shortId),
    });
    this.#notifier.begin(this.#needs.all);
  }

  /** It was dismissed, so that it does not come back. */
  dismiss(id: string): void {
    this.#needs.drop(id);
  }

  get isWatched(): boolean {
    return this.#viewers.size > 0;
  }

  /** Shows a viewer everything, or only what happened after the place where it stopped. `past` is an instant. */
  async show(
    viewer: LineStream,
    { since, past }: { readonly since: string | null; readonly past: number | null },
  ): Promise<void> {
    const missed = since === null ? null : this.#ring.after(since);
    if (missed) for (const change of missed) sendChange(viewer, change);
    else {
      const before = past === null ? [] : await this.#before(past);
      if (viewer.signal.aborted) return;
      this.#sendSnapshot(viewer, since !== null, before);
    }
    this.#viewers.add(viewer);
  }

  leave(viewer: LineStream): void {
    this.#viewers.delete(viewer);
  }

  /** What happens while the past is read belongs to it: the snapshot is younger. */
  async #before(past: number): Promise<readonly Activity[]> {
    const { cursor } = this.#ring;
    const read = await readPast(this.#parts.context, this.#teamNews, past);
    return withMeanwhile(read, this.#ring.after(cursor) ?? []);
  }

  #sendSnapshot(viewer: LineStream, gap: boolean, past: readonly Activity[]): void {
    const { context } = this.#parts;
    const { cursor } = this.#ring;
    const at = toIso(context.clock.now());
    const { cards: agents } = this.#agents;
    const { all: needs } = this.#needs;
    const snapshot: Snapshot = { cursor, at, person: context.self.id, gap, agents, needs, past };
    send(viewer, cursor, { event: 'snapshot', snapshot });
  }

  #publish(happening: Happening, step: string | null = null): void {
    const change = this.#ring.add(happening, this.#parts.context.clock.now());
    for (const viewer of this.#viewers) sendChange(viewer, change);
    this.#notifier?.take(change, step);
  }
}

function sendChange(viewer: LineStream, change: Activity): void {
  send(viewer, change.cursor, { event: 'change', change });
}

function send(viewer: LineStream, cursor: string, event: ActivityEvent): void {
  viewer.send({ ...event, cursor });
}
