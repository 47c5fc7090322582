/** Everything the stream has told: who is there, who needs the person, and what has happened lately. */
import { batch, computed, type Signal, signal } from '@preact/signals';
import type { Activity, ActivityEvent, AgentCard, Need } from '../../a2a/activity.js';

/** The latest of them, oldest first. */
const MOST_HAPPENINGS = 1_000;

export const agents = signal<ReadonlyMap<string, AgentCard>>(new Map());
export const needs = signal<readonly Need[]>([]);
export const happenings = signal<readonly Activity[]>([]);
/** Count the changes of what is said in the team, of its work, and of mail, so that a view that shows them asks again. */
export const talkChanges = signal(0);
export const workChanges = signal(0);
export const mailChanges = signal(0);
/** Counts how often the stream began anew. */
export const connections = signal(0);
/** Whether the stream has told what there is. */
export const isKnown = signal(false);
export const cursor = signal<string | null>(null);

/** Something was done on this page, so that what it shows is asked for again at once. */
export function noteOwnChange(): void {
  noteAllChanges();
}

function noteAllChanges(): void {
  for (const changes of [talkChanges, workChanges, mailChanges]) changes.value += 1;
}

/** worker-2 comes before worker-10. */
const BY_NAME = new Intl.Collator('en', { numeric: true });

export const agentList = computed(() => [...agents.value.values()].sort((a, b) => BY_NAME.compare(a.id, b.id)));
/** The programs, the ones that need somebody or work first. */
export const programs = computed(() =>
  agentList.value.filter(({ kind }) => kind !== 'human').sort((a, b) => rank(a) - rank(b)),
);

const RANKS = ['waiting', 'dead', 'busy', 'starting', 'ready', 'paused', 'unreachable', 'stopped'];

/** Of those in the same state, the ones that have something to do come first. */
function rank({ status, doing }: AgentCard): number {
  const found = RANKS.indexOf(status);
  return (found < 0 ? RANKS.length : found) + (doing === null ? 0.5 : 0);
}

let waiting: ActivityEvent[] = [];

/** Takes events one by one and shows them together, once per frame. */
export function takeEvent(event: ActivityEvent): void {
  waiting.push(event);
  if (waiting.length > 1) return;
  // A hidden page draws no frames, but must not collect everything until it is shown.
  if (document.hidden) setTimeout(showWaiting, 250);
  else requestAnimationFrame(showWaiting);
}

function showWaiting(): void {
  const events = waiting;
  waiting = [];
  batch(() => {
    const next = new Map(agents.value);
    const lately: Activity[] = [];
    for (const event of events) {
      if (event.event === 'snapshot') {
        const { snapshot } = event;
        next.clear();
        for (const agent of snapshot.agents) next.set(agent.id, agent);
        needs.value = snapshot.needs;
        cursor.value = snapshot.cursor;
        isKnown.value = true;
        connections.value += 1;
        // Things of the past have no place in the stream, but every line needs a name of its own.
        if (snapshot.past.length > 0) happenings.value = snapshot.past.map(named);
        noteAllChanges();
      } else {
        cursor.value = event.change.cursor;
        takeChange(event.change, next);
        lately.push(event.change);
      }
    }
    agents.value = next;
    if (lately.length > 0) happenings.value = [...happenings.value, ...lately].slice(-MOST_HAPPENINGS);
  });
}

function takeChange(change: Activity, known: Map<string, AgentCard>): void {
  if (change.event === 'agent') {
    if (change.what === 'gone') known.delete(change.agent.id);
    else known.set(change.agent.id, change.agent);
  } else if (change.event === 'need') takeNeed(change);
  else {
    const changes = changesOf(change.event);
    if (changes) changes.value += 1;
  }
}

function changesOf(event: Activity['event']): Signal<number> | null {
  if (event === 'message' || event === 'receipt' || event === 'task') return mailChanges;
  if (event === 'chat' || event === 'conversation' || event === 'delegation') return talkChanges;
  return event === 'work' || event === 'execution' ? workChanges : null;
}

function takeNeed(change: Extract<Activity, { event: 'need' }>): void {
  if (change.what === 'gone') needs.value = needs.value.filter(({ id }) => id !== change.id);
  else if (change.what === 'added')
    needs.value = [...needs.value.filter(({ id }) => id !== change.need.id), change.need];
  else needs.value = needs.value.map((need) => (need.id === change.need.id ? change.need : need));
}

function named(activity: Activity, index: number): Activity {
  return { ...activity, cursor: `past-${index}-${activity.at}` };
}
