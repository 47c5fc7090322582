/** Collects what daemons report about their agents: open requests, open dialogs and the progress of mail. */
import type { Happening, OpenDialog } from '../../../a2a/activity.js';
import { toIso } from '../../../clock.js';
import type { DaemonContext } from '../../context.js';
import { fromHistory, MailNews } from '../mail-news.js';
import { dialogNeed, messageNeed, type Needs, questionNeed, requestNeed } from '../needs.js';
import { openDialog } from './agent-cards.js';
import type { HistoryMessage } from './follow-daemon.js';
import type { FullEvent, FullMessage, OpenTask, OpenThings } from './full-events.js';

export interface HeardParts {
  readonly context: DaemonContext;
  readonly needs: Needs;
  readonly publish: (happening: Happening) => void;
  /** What happened before this instant is no news. */
  readonly since: number;
}

/** What is open at one agent. */
export interface OpenMatters {
  readonly requests: Map<string, OpenTask>;
  /** By session. */
  readonly dialogs: Map<string, OpenDialog>;
}

type ChangeEvent = Extract<FullEvent, { event: 'change' }>;

const TROUBLES = ['failed', 'expired', 'uncertain'];
const WITHDRAWN = 'canceled';

export class HeardEvents {
  readonly #parts: HeardParts;
  readonly #news: MailNews;

  constructor(parts: HeardParts) {
    this.#parts = parts;
    this.#news = new MailNews(parts.since);
  }

  hear(id: string, open: OpenMatters, event: FullEvent): void {
    if (event.event === 'open') this.#hearOpen(id, open, event);
    if (event.event === 'status')
      this.#setDialog(id, open, event.session, event.dialog && openDialog(id, event.session, event.dialog));
    if (event.event === 'change') this.#hearChange(id, open, event);
  }

  /** Mail of which a daemon told while it could not be followed. */
  catchUp(messages: readonly HistoryMessage[]): void {
    for (const message of messages)
      for (const told of this.#news.ofMessage(fromHistory(message))) this.#parts.publish(told);
  }

  /** The agent ended, or is another run by now. */
  forget(id: string, open: OpenMatters): void {
    open.requests.clear();
    for (const session of [...open.dialogs.keys()]) this.#setDialog(id, open, session, null);
  }

  #hearOpen(id: string, open: OpenMatters, { dialogs, requests, questions, troubles }: OpenThings): void {
    const { needs, context } = this.#parts;
    open.requests.clear();
    for (const request of requests) open.requests.set(request.task, request);
    const shown = new Map(dialogs.map(({ session, dialog }) => [session, openDialog(id, session, dialog)]));
    for (const session of new Set([...shown.keys(), ...open.dialogs.keys()]))
      this.#setDialog(id, open, session, shown.get(session) ?? null);
    needs.replace((need) => need.what === 'message' && need.agent === id, troubles.map(messageNeed));
    if (id === context.self.id) {
      needs.replace(({ what }) => what === 'question', questions.map(questionNeed));
      needs.replace(({ what }) => what === 'request', requests.map(requestNeed));
    }
  }

  #hearChange(id: string, open: OpenMatters, { task, message }: ChangeEvent): void {
    const { publish } = this.#parts;
    if (message) for (const told of this.#news.ofMessage(message)) publish(told);
    if (task) for (const told of this.#news.ofTask(task, id)) publish(told);
    if (message?.direction === 'outgoing') this.#weighTrouble(message);
    if (!task) return;
    const isOpen =
      task.direction === 'incoming' && task.response_expected && /^(?:submitted|working)$/.test(task.state);
    const text = message?.direction === 'incoming' ? message.text : null;
    const known = open.requests.get(task.id);
    if (isOpen) {
      const request = {
        task: task.id,
        peer: task.peer,
        text: known?.text ?? text ?? '',
        at: known?.at ?? task.updated_at,
      };
      open.requests.set(task.id, request);
    } else open.requests.delete(task.id);
    if (id === this.#parts.context.self.id) this.#hearOwn(task, { text, request: open.requests.get(task.id) ?? null });
  }

  /** Needs of the person: what agents asked, and what they asked back. */
  #hearOwn(
    task: NonNullable<ChangeEvent['task']>,
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

  #setDialog(id: string, open: OpenMatters, session: string, dialog: OpenDialog | null): void {
    const before = open.dialogs.get(session) ?? null;
    if (JSON.stringify(before) === JSON.stringify(dialog)) return;
    const { needs, publish, context } = this.#parts;
    if (before && before.dialog !== dialog?.dialog) {
      needs.drop(`dialog:${id}:${session}:${before.dialog}`);
      publish({ event: 'dialog', what: 'closed', agent: id, session, dialog: before.dialog });
    }
    if (!dialog) return void open.dialogs.delete(session);
    open.dialogs.set(session, dialog);
    publish({ event: 'dialog', what: 'opened', ...dialog });
    const project = context.registry.get(id)?.project ?? null;
    needs.put(dialogNeed(dialog, { project, at: toIso(context.clock.now()) }));
  }
}
