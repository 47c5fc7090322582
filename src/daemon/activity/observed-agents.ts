/** Follows every agent of the home: its entry in the registry, and the events of its daemon. */
import { setTimeout as pause } from 'node:timers/promises';
import type { AgentCard, Happening, OpenDialog } from '../../a2a/activity.js';
import { toIso } from '../../clock.js';
import { isRunning, type KnownAgent } from '../../registry/entry.js';
import type { DaemonContext } from '../context.js';
import type { Terminals } from '../terminals/terminals.js';
import { agentCard, openDialog } from './agent-cards.js';
import { sinceThen, whatHappened } from './card-changes.js';
import { FollowDaemon, type HistoryMessage } from './follow-daemon.js';
import { type FullEvent, type FullMessage, followFully, type OpenTask, type OpenThings } from './full-events.js';
import { fromHistory, MailNews } from './mail-news.js';
import { agentNeeds, dialogNeed, messageNeed, type Needs, questionNeed, requestNeed } from './needs.js';
import { OutsideCards } from './outside-cards.js';

export interface ObservedParts {
  readonly context: DaemonContext;
  readonly terminals: Terminals;
  readonly needs: Needs;
  readonly publish: (happening: Happening) => void;
}

/** What is known about one agent. */
interface Observed {
  card: AgentCard | null;
  /** The run of the agent that is followed. */
  instance: string | null;
  following: { readonly isOpen: boolean; stop(): void } | null;
  /** Whether viewers were told that it cannot be followed. */
  isLost: boolean;
  losing: NodeJS.Timeout | null;
  readonly requests: Map<string, OpenTask>;
  /** By session. */
  readonly dialogs: Map<string, OpenDialog>;
}

/** An entry is written several times in a row. */
const GATHER_MS = 15;
/** How long the first look waits for daemons that do not answer. */
const FIRST_LOOK_MS = 1_000;
const LOOK_AGAIN_MS = 10;
const LOST_MS = 500;
const TROUBLES = ['failed', 'expired', 'uncertain'];
const WITHDRAWN = 'canceled';

export class ObservedAgents {
  readonly #parts: ObservedParts;
  readonly #news: MailNews;
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
    this.#news = new MailNews(this.#since);
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
      onMissed: (messages) => this.#catchUp(messages),
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
    observed.requests.clear();
    for (const session of [...observed.dialogs.keys()]) this.#setDialog(id, session, null);
  }

  #hear(id: string, event: FullEvent): void {
    const observed = this.#agents.get(id);
    if (!observed) return;
    if (event.event === 'open') this.#hearOpen(id, observed, event);
    if (event.event === 'status') {
      this.#setDialog(id, event.session, event.dialog && openDialog(id, event.session, event.dialog));
      this.look(id);
    }
    if (event.event === 'change') this.#hearChange(id, observed, event);
  }

  #hearOpen(id: string, observed: Observed, { dialogs, requests, questions, troubles }: OpenThings): void {
    const { needs, context } = this.#parts;
    observed.requests.clear();
    for (const request of requests) observed.requests.set(request.task, request);
    const open = new Map(dialogs.map(({ session, dialog }) => [session, openDialog(id, session, dialog)]));
    for (const session of new Set([...open.keys(), ...observed.dialogs.keys()]))
      this.#setDialog(id, session, open.get(session) ?? null);
    needs.replace((need) => need.what === 'message' && need.agent === id, troubles.map(messageNeed));
    if (id === context.self.id) {
      needs.replace(({ what }) => what === 'question', questions.map(questionNeed));
      needs.replace(({ what }) => what === 'request', requests.map(requestNeed));
    }
    this.look(id);
  }

  #hearChange(id: string, observed: Observed, { task, message }: Extract<FullEvent, { event: 'change' }>): void {
    const { publish } = this.#parts;
    if (message) for (const told of this.#news.ofMessage(message)) publish(told);
    if (task) for (const told of this.#news.ofTask(task, id)) publish(told);
    if (message?.direction === 'outgoing') this.#weighTrouble(message);
    if (!task) return;
    const isOpen =
      task.direction === 'incoming' && task.response_expected && /^(?:submitted|working)$/.test(task.state);
    const text = message?.direction === 'incoming' ? message.text : null;
    const known = observed.requests.get(task.id);
    if (isOpen) {
      const request = {
        task: task.id,
        peer: task.peer,
        text: known?.text ?? text ?? '',
        at: known?.at ?? task.updated_at,
      };
      observed.requests.set(task.id, request);
    } else observed.requests.delete(task.id);
    if (id === this.#parts.context.self.id)
      this.#hearOwn(task, { text, request: observed.requests.get(task.id) ?? null });
    this.look(id);
  }

  /** Needs of the person: what agents asked, and what they asked back. */
  #hearOwn(
    task: NonNullable<Extract<FullEvent, { event: 'change' }>['task']>,
    { text, request }: { readonly text: string | null; readonly request: OpenTask | null },
  ): void {
    const { needs } = this.#parts;
    if (request) needs.put(requestNeed(request));
    else needs.drop(`request:${task.id}`);
    if (task.direction !== 'outgoing' || task.state !== 'input-required') needs.drop(`question:${task.id}`);
    else if (text !== null) needs.put(questionNeed({ task: task.id, peer: task.peer, text, at: task.updated_at }));
  }

  #weighTrouble(message: FullMessage): void {
    const { state, reason } = message.receipt;
    if (TROUBLES.includes(state) && reason !== WITHDRAWN) this.#parts.needs.put(messageNeed(message));
    else this.#parts.needs.drop(`message:${message.id}`);
  }

  #setDialog(id: string, session: string, dialog: OpenDialog | null): void {
    const observed = this.#agents.get(id);
    const before = observed?.dialogs.get(session) ?? null;
    if (!observed || JSON.stringify(before) === JSON.stringify(dialog)) return;
    const { needs, publish, context } = this.#parts;
    if (before && before.dialog !== dialog?.dialog) {
      needs.drop(`dialog:${id}:${session}:${before.dialog}`);
      publish({ event: 'dialog', what: 'closed', agent: id, session, dialog: before.dialog });
    }
    if (!dialog) return void observed.dialogs.delete(session);
    observed.dialogs.set(session, dialog);
    publish({ event: 'dialog', what: 'opened', ...dialog });
    const project = context.registry.get(id)?.project ?? null;
    needs.put(dialogNeed(dialog, { project, at: toIso(context.clock.now()) }));
  }

  #catchUp(messages: readonly HistoryMessage[]): void {
    for (const message of messages)
      for (const told of this.#news.ofMessage(fromHistory(message))) this.#parts.publish(told);
  }
}
