/** The agent as the server of the standard knows it: its inbox, its tasks, and what changes. */
import type { AgentFacts } from '../../a2a/card.js';
import { CLIENT_NOTE } from '../../a2a/client-note.js';
import { DEFAULT_PRIORITY, type Envelope } from '../../a2a/decode.js';
import type { ClientMessage, Desk, Exchange, PushStore, StandardCaller } from '../../a2a/standard/main.js';
import { newId } from '../../random-ids.js';
import type { Message } from '../../taskstore/message.js';
import type { Task } from '../../taskstore/task.js';
import type { DaemonContext } from '../context.js';
import { isStillKnown } from '../http/callers.js';
import type { Cancel } from '../mail/cancel.js';
import type { Inbox } from '../mail/incoming/inbox.js';
import { READ_HERE } from '../mail/read-here.js';
import { waitingNews } from '../mail/receipts/waiting-reasons.js';
import { filesDir, writeFiles } from './received-files.js';

export interface DeskParts {
  readonly context: DaemonContext;
  readonly inbox: Pick<Inbox, 'receive'>;
  readonly cancel: Pick<Cancel, 'run'>;
  readonly facts: () => AgentFacts;
  readonly pushes: PushStore;
  /** Throws if the project wants a conversation for this. */
  readonly checkRule: (envelope: Envelope, callerId: string) => Promise<void>;
}

export class DaemonDesk implements Desk {
  readonly #parts: DeskParts;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  get facts(): AgentFacts {
    return this.#parts.facts();
  }

  get log(): DaemonContext['log'] {
    return this.#parts.context.log;
  }

  get pushes(): PushStore {
    return this.#parts.pushes;
  }

  now(): number {
    return this.#parts.context.clock.now();
  }

  async receive(sent: ClientMessage, caller: StandardCaller): Promise<number> {
    const { inbox, context } = this.#parts;
    const text = writeFiles(filesDir(context.home, context.self.id), sent.parts);
    const envelope = envelopeOf(sent, text);
    if (sent.continues === null) await this.#parts.checkRule(envelope, caller.id);
    const { task } = await inbox.receive(envelope, caller);
    return task.seq;
  }

  async cancel(task: Task, caller: StandardCaller): Promise<void> {
    await this.#parts.cancel.run({ task, message: null }, caller);
  }

  find(taskId: string, callerId: string): Exchange | null {
    return this.#ifOf(this.#parts.context.store.taskById(taskId.toLowerCase()), callerId);
  }

  findSent(messageId: string, callerId: string): Exchange | null {
    const { store } = this.#parts.context;
    const taskSeq = store.incomingByMessageId(callerId, messageId)?.taskSeq ?? null;
    return taskSeq === null ? null : this.#ifOf(store.task(taskSeq), callerId);
  }

  exchange(taskSeq: number): Exchange | null {
    const task = this.#parts.context.store.task(taskSeq);
    return task && this.#exchangeOf(task);
  }

  isKnown(callerId: string): boolean {
    return isStillKnown(this.#parts.context, callerId);
  }

  page(...asked: Parameters<Desk['page']>): Exchange[] {
    return this.#parts.context.store.callerTasks.page(...asked).map((task) => this.#exchangeOf(task));
  }

  count(...asked: Parameters<Desk['count']>): number {
    return this.#parts.context.store.callerTasks.count(...asked);
  }

  onChange(listener: (taskSeq: number) => void): () => void {
    return this.#parts.context.events.on('change', ({ task, message }) => {
      const seq = task?.seq ?? message?.taskSeq ?? null;
      if (seq !== null) listener(seq);
    });
  }

  #ifOf(task: Task | null, callerId: string): Exchange | null {
    if (task?.direction !== 'incoming' || task.peer.id !== callerId) return null;
    return this.#exchangeOf(task);
  }

  #exchangeOf(task: Task): Exchange {
    const messages = this.#parts.context.store.messagesOf(task.seq);
    return { task, messages, dialog: dialogOf(this.#parts.context.self.id, messages) };
  }
}

/** The program has the message, and waits for a person at its terminal. */
function dialogOf(agentId: string, messages: readonly Message[]): string | null {
  const last = messages.findLast(({ direction, kind }) => direction === 'incoming' && kind !== 'message');
  const news = last?.receipt.state === 'submitted' ? waitingNews(last.receipt) : null;
  return news?.event === 'waits' ? `${agentId} ${news.reason}` : null;
}

/** Client and agent know the task by one id, so it is the sender's id as well. The client reads its answer here. */
function envelopeOf({ parts, messageId, contextId, continues, note }: ClientMessage, text: string): Envelope {
  return {
    text,
    parts,
    messageId,
    contextId,
    continues,
    note: { [CLIENT_NOTE]: note },
    senderId: null,
    senderType: null,
    senderEndpoint: null,
    senderStore: null,
    senderTaskId: newId(),
    responseExpected: true,
    priority: DEFAULT_PRIORITY,
    inReplyTo: null,
    answerKind: 'answer',
    doubt: null,
    expiresAt: null,
    metadata: { [READ_HERE]: true },
  };
}
