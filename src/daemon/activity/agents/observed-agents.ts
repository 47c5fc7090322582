/** Follows every agent of the home: its entry in the registry, and the events of its daemon. */
import { setTimeout as pause } from 'node:timers/promises';
import type { AgentCard, Happening } from '../../../a2a/activity.js';
import { isRunning, type KnownAgent } from '../../../registry/entry.js';
import type { DaemonContext } from '../../context.js';
import type { Terminals } from '../../terminals/terminals.js';
import { agentNeeds, type Needs } from '../needs.js';
import { agentCard } from './agent-cards.js';
import { sinceThen, whatHappened } from './card-changes.js';
import { FollowDaemon } from './follow-daemon.js';
import { type FullEvent, followFully } from './full-events.js';
import { HeardEvents, type OpenMatters } from './heard-events.js';
import { OutsideCards } from './outside-cards.js';

export interface ObservedParts {
  readonly context: DaemonContext;
  readonly terminals: Terminals;
  readonly needs: Needs;
  readonly publish: (happening: Happening) => void;
}

/** What is known about one agent. */
interface Observed extends OpenMatters {
  card: AgentCard | null;
  /** The run of the agent that is followed. */
  instance: string | null;
  following: { readonly isOpen: boolean; stop(): void } | null;
  /** Whether viewers were told that it cannot be followed. */
  isLost: boolean;
  losing: NodeJS.Timeout | null;
}

/** An entry is written several times in a row. */
const GATHER_MS = 15;
/** How long the first look waits for daemons that do not answer. */
const FIRST_LOOK_MS = 1_000;
const LOOK_AGAIN_MS = 10;
const LOST_MS = 500;

export class ObservedAgents {
  readonly #parts: ObservedParts;
  readonly #heard: HeardEvents;
  readonly #outside: OutsideCards;
  readonly #agents = new Map<string, Observed>();
  readonly #changed = new Set<string>();
  readonly #since: number;
  #gathering: NodeJS.Timeout | null = null;
  #isStarted = false;
  #stopListening: () => void = () => {};

  constructor(parts: ObservedParts) {
    this.#parts = parts;
    this.#since = parts.context.clock.now();
    this.#heard = new HeardEvents({ ...parts, since: this.#since });
    this.#outside = new OutsideCards(parts.context.home);
  }

  get cards(): readonly AgentCard[] {
    const cards = [...this.#agents.values()].flatMap(({ card }) => card ?? []);
    return cards.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Resolves when every daemon that answers has said what is open. */
  async start(): Promise<void> {
    const { context } = this.#parts;
    this.#stopListening = context.events.on('liveEntry', ({ id }) => this.look(id));
    for (const id of this.#outside.start((name) => this.look(name))) this.#refresh(id);
    for (const { id } of context.registry.list()) this.#refresh(id);
    const isComplete = () => [...this.#agents.values()].every(({ following }) => following?.isOpen ?? true);
    for (let waited = 0; waited < FIRST_LOOK_MS && !isComplete(); waited += LOOK_AGAIN_MS) await pause(LOOK_AGAIN_MS);
    this.#gather();
    this.#isStarted = true;
  }

  close(): void {
    this.#stopListening();
    this.#outside.close();
    if (this.#gathering) clearTimeout(this.#gathering);
    for (const { following, losing } of this.#agents.values()) {
      following?.stop();
      if (losing) clearTimeout(losing);
    }
    this.#agents.clear();
  }

  /** Looks at an agent soon. */
  look(id: string): void {
    this.#changed.add(id);
    this.#gathering ??= setTimeout(() => this.#gather(), GATHER_MS).unref();
  }

  #gather(): void {
    if (this.#gathering) clearTimeout(this.#gathering);
    this.#gathering = null;
    const ids = [...this.#changed];
    this.#changed.clear();
    for (const id of ids) this.#refresh(id);
  }

  #refresh(id: string): void {
    const agent = this.#parts.context.registry.get(id) ?? this.#outside.get(id);
    const observed = this.#agents.get(id) ?? this.#newAgent(id);
    if (!agent) {
      this.#forget(id, observed);
      return;
    }
    this.#follow(agent, observed);
    const now = this.#parts.context.clock.now();
    const before = observed.card;
    const isFollowed = observed.following?.isOpen ?? false;
    observed.card = sinceThen(before, agentCard(agent, { isFollowed, requests: [...observed.requests.values()] }));
    this.#parts.needs.replace(
      (need) => need.agent === id && (need.what === 'dead' || need.what === 'held'),
      [...agentNeeds(agent, now)],
    );
    if (this.#isStarted && JSON.stringify(before) !== JSON.stringify(observed.card))
      this.#parts.publish({ event: 'agent', what: whatHappened(before, observed.card), agent: observed.card });
  }

  #newAgent(id: string): Observed {
    const made: Observed = {
      ...{ card: null, instance: null, following: null, isLost: false, losing: null },
      ...{ requests: new Map(), dialogs: new Map() },
    };
    this.#agents.set(id, made);
    return made;
  }

  #forget(id: string, observed: Observed): void {
    this.#leave(id, observed);
    this.#agents.delete(id);
    this.#parts.needs.replace((need) => need.agent === id && need.what === 'dead', []);
    const { card } = observed;
    if (card)
      this.#parts.publish({ event: 'agent', what: 'gone', agent: { ...card, status: 'stopped', followed: false } });
  }

  #follow(agent: KnownAgent, observed: Observed): void {
    const { id } = agent;
    const instance = isRunning(agent) ? agent.live.instance : null;
    if (instance === observed.instance) return;
    this.#leave(id, observed);
    observed.instance = instance;
    if (!isRunning(agent)) return;
    const { context, terminals } = this.#parts;
    const onEvent = (event: FullEvent) => this.#hear(id, event);
    if (id === context.self.id) {
      observed.following = { isOpen: true, stop: followFully({ context, terminals }, onEvent) };
      return;
    }
    observed.following = new FollowDaemon({
      ...{ home: context.home, daemon: agent.live, onEvent },
      since: this.#isStarted ? this.#since : null,
      isThere: () => this.#isRunning(id, agent.live.instance),
      onMissed: (messages) => this.#heard.catchUp(messages),
      onLost: (reason) => this.#lost(id, reason),
      onBack: () => this.#back(id),
    });
  }

  #isRunning(id: string, instance: string): boolean {
    const agent = this.#parts.context.registry.get(id);
    return agent !== null && isRunning(agent) && agent.live.instance === instance;
  }

  /** It ended, or it cannot be followed now. A process that is killed closes its connections before it is gone. */
  #lost(id: string, reason: string): void {
    const observed = this.#agents.get(id);
    if (!observed) return;
    const { following, instance } = observed;
    if (observed.losing) clearTimeout(observed.losing);
    observed.losing = setTimeout(() => {
      const isSame = this.#agents.get(id) === observed && observed.following === following;
      if (!isSame || following?.isOpen || observed.isLost || !this.#isRunning(id, instance ?? '')) return;
      observed.isLost = true;
      this.#parts.publish({ event: 'following', what: 'lost', agent: id, reason });
    }, LOST_MS).unref();
    this.look(id);
  }

  #back(id: string): void {
    const observed = this.#agents.get(id);
    if (!observed?.isLost) return;
    observed.isLost = false;
    this.#parts.publish({ event: 'following', what: 'back', agent: id, reason: null });
  }

  #leave(id: string, observed: Observed): void {
    observed.following?.stop();
    observed.following = null;
    if (observed.losing) clearTimeout(observed.losing);
    observed.isLost = false;
    this.#heard.forget(id, observed);
  }

  #hear(id: string, event: FullEvent): void {
    const observed = this.#agents.get(id);
    if (!observed) return;
    this.#heard.hear(id, observed, event);
    if (event.event !== 'change' || event.task) this.look(id);
  }
}
