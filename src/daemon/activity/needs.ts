/** The list of what waits for the person. Says what was added, changed or is gone. */
import type { Happening, Need, OpenDialog } from '../../a2a/activity.js';
import { toIso } from '../../clock.js';
import { shortId } from '../../ids.js';
import type { KnownAgent } from '../../registry/entry.js';
import type { ChatMessage } from '../../team/chat/messages.js';
import { beginning, type FullMessage, type OpenTask } from './agents/full-events.js';
import type { RememberedIds } from './remembered-ids.js';

export class Needs {
  readonly #all = new Map<string, Need>();
  readonly #publish: (happening: Happening) => void;
  readonly #dismissed: Pick<RememberedIds, 'has'>;

  constructor(publish: (happening: Happening) => void, dismissed: Pick<RememberedIds, 'has'>) {
    this.#publish = publish;
    this.#dismissed = dismissed;
  }

  /** Oldest first. */
  get all(): readonly Need[] {
    return [...this.#all.values()].sort((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0));
  }

  has(id: string): boolean {
    return this.#all.has(id);
  }

  /** Makes the needs of this kind and of this source exactly these. */
  replace(belongs: (need: Need) => boolean, needs: readonly Need[]): void {
    const ids = new Set(needs.map(({ id }) => id));
    for (const known of [...this.#all.values()]) if (belongs(known) && !ids.has(known.id)) this.drop(known.id);
    for (const need of needs) this.put(need);
  }

  put(need: Need): void {
    if (this.#dismissed.has(need.id)) return;
    const known = this.#all.get(need.id);
    // Since when it is known does not change with another look.
    const kept = known ? { ...need, since: known.since } : need;
    if (known && JSON.stringify(known) === JSON.stringify(kept)) return;
    this.#all.set(need.id, kept);
    this.#publish({ event: 'need', what: known ? 'changed' : 'added', need: kept });
  }

  drop(id: string): void {
    if (this.#all.delete(id)) this.#publish({ event: 'need', what: 'gone', id });
  }
}

/** Failures stay until the person dismisses them. Whatever else waits ends by being dealt with. */
export function canBeDismissed(id: string): boolean {
  return /^(?:message|given-up|dead|held):./.test(id) && id.length <= LONGEST_ID;
}

const LONGEST_ID = 400;

export function dialogNeed({ agent, ...dialog }: OpenDialog, { project, at }: Origin): Need {
  return {
    what: 'dialog',
    id: `dialog:${agent}:${dialog.session}:${dialog.dialog}`,
    agent,
    project,
    since: at,
    ...dialog,
  };
}

interface Origin {
  readonly project: string | null;
  readonly at: string;
}

export function questionNeed({ task, peer, text, at }: OpenTask): Need {
  const id = `question:${task}`;
  return { what: 'question', id, agent: peer, project: null, since: at, text, task, short_id: shortId(task) };
}

export function requestNeed({ task, peer, text, at }: OpenTask): Need {
  const id = `request:${task}`;
  return { what: 'request', id, agent: peer, project: null, since: at, text, task, short_id: shortId(task) };
}

export function messageNeed({ id, exchange, from, to, text, receipt }: FullMessage): Need {
  return {
    ...{ what: 'message', id: `message:${id}`, agent: from, project: null, since: receipt.at, text, to },
    short_id: shortId(exchange),
    state: receipt.state as 'failed' | 'expired' | 'uncertain',
    reason: receipt.reason,
  };
}

/** What agents wrote to the person in the chat of one project, which is read in the order in which it came. */
export function chatNeed(messages: readonly [ChatMessage, ...ChatMessage[]]): Need {
  const [{ id, projectId: project, createdAt }] = messages;
  const said = messages.map((each) => ({ id: each.id, from: each.senderId, text: beginning(each.content).text }));
  return {
    ...{ what: 'chat', id: `chat:${project}:${id}`, agent: messages.at(-1)?.senderId ?? '', project },
    since: toIso(createdAt),
    text: said.map(({ text }) => text).join('\n'),
    messages: said,
  };
}

/** What the registry says about an agent that waits for somebody. */
export function agentNeeds(agent: KnownAgent, now: number): Need[] {
  const { id, project, live } = agent;
  if (agent.status === 'dead') {
    const run = live?.instance ?? agent.storeId;
    return [{ what: 'dead', id: `dead:${id}:${run}`, agent: id, project, since: toIso(now), text: '' }];
  }
  const { longHeld } = live ?? {};
  if (!longHeld) return [];
  const { since, count, reason, screen } = longHeld;
  const text = screen.join('\n');
  return [{ what: 'held', id: `held:${id}:${since}`, agent: id, project, since: toIso(since), text, count, reason }];
}
