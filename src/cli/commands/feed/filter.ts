/** Filters the events of the feed by agent and by project. */
import type { Activity, AgentCard } from '../../../a2a/activity.js';

export interface Wanted {
  readonly agent?: string | undefined;
  readonly project?: string | undefined;
}

export class FeedFilter {
  readonly #wanted: Wanted;
  /** The cards of all agents, by id: their names, and the projects that they are in. */
  readonly #cards = new Map<string, AgentCard>();

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
  }

  know(cards: readonly AgentCard[]): void {
    for (const card of cards) this.#cards.set(card.id, card);
  }

  isWanted(activity: Activity): boolean {
    if (activity.event === 'agent') this.know([activity.agent]);
    const { agent, project } = this.#wanted;
    const who = agentsOf(activity);
    const isAgent = agent === undefined || who.some((id) => id === agent || this.#cards.get(id)?.name === agent);
    return isAgent && (project === undefined || this.#isIn(project, activity, who));
  }

  /** Mail has no project, but those who write it do. */
  #isIn(project: string, activity: Activity, who: readonly string[]): boolean {
    if ('project' in activity) return activity.project === project;
    return who.some((id) => this.#cards.get(id)?.project === project);
  }
}

/** Everybody that it is about. */
function agentsOf(activity: Activity): readonly string[] {
  switch (activity.event) {
    case 'agent':
      return [activity.agent.id];
    case 'dialog':
    case 'following':
    case 'execution':
      return [activity.agent];
    case 'work':
      return [activity.assignee, activity.by, activity.created_by].filter((id) => id !== null);
    case 'need':
      return activity.what === 'gone' ? [] : [activity.need.agent];
    default:
      return [activity.from, activity.to];
  }
}
