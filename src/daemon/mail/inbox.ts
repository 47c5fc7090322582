/** What arrives for this agent: messages, answers to its own requests, and receipts of what it sent. */
import { type AnswerKind, checkTextSize, type Envelope } from '../../a2a/decode.js';
import { fail, isErrorCode, SynapseError } from '../../errors.js';
import { shortId } from '../../ids.js';
import { hasReached, isSettled, type Message, type ReceiptState } from '../../taskstore/message.js';
import type { Tx } from '../../taskstore/store.js';
import { advance, isOpen, type Party, type Task, type TaskEvent } from '../../taskstore/task.js';
import type { DaemonContext } from '../context.js';
import { type Caller, OUTSIDE_PREFIX } from '../http/callers.js';
import type { Ticket, Typist } from '../typing/typist.js';
import type { Courier } from './courier.js';
import { findTask } from './find-task.js';
import { DEFAULT_EXPIRY_MS } from './outbox.js';
import type { Waiters } from './waiters.js';

export interface Received {
  readonly task: Task;
  readonly message: Message;
  /** An answer to a closed task: it became an ordinary message. */
  readonly late: boolean;
}

/** What a receiving daemon reports about a message it was given. */
export interface ReceiptReport {
  readonly messageId: string;
  readonly state: ReceiptState;
  readonly reason: string | null;
  /** What the receiver's terminal showed when the message failed. */
  readonly screen: string | null;
}

const EVENT_OF: Record<AnswerKind, TaskEvent['type']> = { answer: 'answered', question: 'asked', failure: 'failed' };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

interface Stored {
  readonly task: Task;
  readonly message: Message;
  /** False for a retry of what is here already. */
  readonly fresh: boolean;
}

export class Inbox {
  readonly #context: DaemonContext;
  readonly #typist: Typist;
  readonly #waiters: Waiters;
  readonly #courier: Courier;
  #isClosed = false;

  constructor(context: DaemonContext, parts: { typist: Typist; waiters: Waiters; courier: Courier }) {
    this.#context = context;
    this.#typist = parts.typist;
    this.#waiters = parts.waiters;
    this.#courier = parts.courier;
  }

  /** Durable when it returns. The same message id from the same sender is the same task, so a retry is safe. */
  async receive(envelope: Envelope, caller: Caller): Promise<Received> {
    return this.#take(envelope, this.#sender(envelope, caller));
  }

  /** What the other session of this agent has to tell it: all that an agent ever gets from itself. */
  async receiveOwn(envelope: Envelope): Promise<Received> {
    return this.#take(envelope, { id: this.#context.member, type: 'agent', endpoint: null });
  }

  async #take(envelope: Envelope, peer: Party): Promise<Received> {
    checkContent(envelope);
    const ticket = {};
    const { task, message, fresh } = await this.#stored(envelope, peer, ticket);
    if (!fresh) return { task, message, late: false };
    const arrived = asItArrived(message);
    this.#context.events.publish({ task, message: arrived });
    // The sender has its answer first; typing is the longer part.
    setImmediate(() => this.#typist.take(message, ticket));
    return { task, message: arrived, late: false };
  }

  /** An answer completes this agent's own task, whoever else has a task of that name. */
  async receiveAnswer(replyTo: string, envelope: Envelope, caller: Caller): Promise<Received> {
    const peer = this.#sender(envelope, caller);
    checkContent(envelope);
    const known = findTask(this.#context.store, replyTo, 'outgoing');
    if (known.peer.id !== peer.id) {
      throw fail('not_task_target', {
        task: shortId(known.id),
        target: known.peer.id,
        caller: peer.id,
        asker: this.#context.self.id,
      });
    }
    const { store, events } = this.#context;
    const received = await store.write((tx) => this.#storeAnswer(tx, known.seq, envelope, peer));
    if (received.fresh) {
      // A waiting command takes the answer; where nobody waits it is typed, or lies in a person's inbox.
      const isTaken = this.#waiters.offer(received);
      events.publish(received);
      if (!isTaken) this.#typist.wake();
    }
    return received;
  }

  async #stored(envelope: Envelope, peer: Party, ticket: Ticket): Promise<Stored> {
    try {
      const stored = await this.#context.store.write((tx) => this.#store(tx, envelope, peer, ticket));
      if (!stored.fresh) this.#typist.release(ticket);
      return stored;
    } catch (error) {
      this.#typist.release(ticket);
      throw error;
    }
  }

  /** From now on senders keep what they have: this daemon ends. */
  close(): void {
    this.#isClosed = true;
  }

  #mustBeOpen(): void {
    if (this.#isClosed) throw fail('agent_unreachable', { target: this.#context.self.id, task: '' });
  }

  async receiveReceipts(reports: readonly ReceiptReport[], caller: Caller): Promise<void> {
    for (const report of reports) {
      const message = this.#context.store.messageById(report.messageId);
      if (message?.direction !== 'outgoing' || message.peer.id !== caller.id) continue;
      await this.#noteReceipt(message, report);
    }
  }

  async #noteReceipt(message: Message, { state, reason, screen }: ReceiptReport): Promise<void> {
    if (state === 'failed' || state === 'expired') {
      if (isSettled(message.receipt)) return;
      const code = state === 'expired' ? 'expired' : isErrorCode(reason) ? reason : 'agent_gone';
      const details = { target: message.peer.id, screen: screen === null ? '' : ` Its screen:\n${screen}` };
      return this.#courier.failMessage(message, new SynapseError(code, details), state);
    }
    const changed = await this.#context.store.write(
      (tx) => {
        const current = tx.message(message.seq);
        // Of a message that has arrived there may still be news: its receiver waits for a person, say.
        const isNews = current?.receipt.state === 'submitted' && state === 'submitted';
        if (!current || (isSettled(current.receipt) && !isNews)) return null;
        // A report can overtake the answer to the request it is about: who reports on a message has it.
        if (current.receipt.state === 'queued') tx.setReceipt(message.seq, 'delivered');
        const backward = hasReached(current.receipt, state) && current.receipt.state !== state && state !== 'held';
        return backward ? null : tx.setReceipt(message.seq, state, reason);
      },
      { durable: false },
    );
    if (changed) {
      const task = changed.taskSeq === null ? null : this.#context.store.task(changed.taskSeq);
      this.#context.events.publish({ task, message: changed });
    }
  }

  #store(tx: Tx, envelope: Envelope, peer: Party, ticket: Ticket): Stored {
    this.#mustBeOpen();
    const { messageId, senderTaskId } = envelope;
    const again = messageId === null ? null : tx.incomingByMessageId(peer.id, messageId);
    if (again) return { task: tx.task(again.taskSeq as number) as Task, message: again, fresh: false };
    const earlier = senderTaskId === null ? null : tx.incomingBySenderTask(peer.id, senderTaskId);
    const task = earlier ? this.#goOn(tx, earlier) : this.#newTask(tx, envelope, peer);
    const kind = earlier ? 'continuation' : task.responseExpected ? 'request' : 'message';
    return {
      task,
      message: this.#typist.claim(tx, this.#addMessage(tx, { task, kind, envelope, peer }), ticket),
      fresh: true,
    };
  }

  #goOn(tx: Tx, task: Task): Task {
    if (!isOpen(task.state)) {
      throw fail('task_already_closed', { task: shortId(task.senderTaskId ?? task.id), state: task.state });
    }
    return tx.updateTask(task.seq, { state: 'working', reply: null });
  }

  #newTask(tx: Tx, envelope: Envelope, peer: Party): Task {
    const { messageId } = envelope;
    return tx.addTask({
      // Both sides then know a plain message by one id, whether it was queued or delivered when it was shown.
      id: messageId !== null && UUID.test(messageId) ? messageId : undefined,
      direction: 'incoming',
      state: 'working',
      responseExpected: envelope.responseExpected,
      peer,
      senderTaskId: envelope.senderTaskId,
      contextId: envelope.contextId ?? undefined,
      priority: envelope.priority,
      expiresAt: envelope.expiresAt ?? this.#context.clock.now() + DEFAULT_EXPIRY_MS,
      metadata: metadataOf(envelope),
    });
  }

  #storeAnswer(tx: Tx, taskSeq: number, envelope: Envelope, peer: Party): Received & { fresh: boolean } {
    this.#mustBeOpen();
    const task = tx.task(taskSeq) as Task;
    const again = envelope.messageId === null ? null : tx.incomingByMessageId(peer.id, envelope.messageId);
    if (again) return { task, message: again, late: again.kind === 'message', fresh: false };
    const state = advance(task.state, { type: EVENT_OF[envelope.answerKind] });
    if (state === null) {
      const message = this.#addMessage(tx, { task, kind: 'message', envelope, peer });
      return { task, message, late: true, fresh: true };
    }
    const message = this.#addMessage(tx, { task, kind: envelope.answerKind, envelope, peer });
    for (const sent of tx.messagesOf(taskSeq)) {
      if (sent.direction === 'outgoing' && !isSettledByAnswer(sent)) tx.setReceipt(sent.seq, 'answered');
    }
    const reply = { text: envelope.text, parts: envelope.parts, from: peer.id, at: this.#context.clock.now() };
    const error = envelope.answerKind === 'failure' ? { code: 'failed', message: envelope.text } : null;
    return { task: tx.updateTask(taskSeq, { state, reply, error }), message, late: false, fresh: true };
  }

  #addMessage(tx: Tx, from: { task: Task; kind: Message['kind']; envelope: Envelope; peer: Party }): Message {
    const { task, kind, envelope, peer } = from;
    const now = this.#context.clock.now();
    const waited = task.direction === 'outgoing' && kind !== 'message' && this.#waiters.expect(task.seq);
    const { state, reason } = waited ? WAITED_FOR : this.#typist.firstReceipt();
    return tx.addMessage({
      id: envelope.messageId ?? undefined,
      direction: 'incoming',
      kind,
      taskSeq: task.seq,
      peer,
      displayId: task.direction === 'outgoing' ? task.id : (task.senderTaskId ?? task.id),
      text: envelope.text,
      parts: envelope.parts,
      priority: envelope.priority,
      // What a person or a waiting command is to read does not go stale in the inbox.
      expiresAt: this.#typist.canExpire && task.direction === 'incoming' ? task.expiresAt : NEVER_AT,
      receipt: { state, reason, at: now },
      metadata: {},
    });
  }

  /** The credential decides who sends; what the message says of its sender must agree with it. */
  #sender(envelope: Envelope, caller: Caller): Party {
    if (envelope.senderId !== null && envelope.senderId !== caller.id) {
      throw fail('sender_mismatch', { caller: caller.id, sender: envelope.senderId });
    }
    if (caller.id === this.#context.self.id) throw fail('cannot_message_self', { agent: caller.id });
    const outside = caller.id.startsWith(OUTSIDE_PREFIX);
    const endpoint = outside ? httpUrl(envelope.senderEndpoint) : envelope.senderEndpoint;
    return { id: caller.id, type: envelope.senderType ?? (outside ? 'ext' : 'agent'), endpoint };
  }
}

/** The latest instant a date can name. */
export const NEVER_AT = 8.64e15;
const WAITED_FOR = { state: 'held', reason: 'a command waits for it' } as const;

/** Almost always as it came: a copy for each message is felt when there are thousands in a second. */
function metadataOf({ metadata, inReplyTo, senderStore }: Envelope): Record<string, unknown> {
  if (inReplyTo === null && senderStore === null) return metadata;
  return {
    ...metadata,
    ...(inReplyTo === null ? {} : { in_reply_to: inReplyTo }),
    ...(senderStore === null ? {} : { _store: senderStore }),
  };
}

/** The intent to type may be stored with the message; first of all it has arrived. */
function asItArrived(message: Message): Message {
  const [receipt = message.receipt] = message.receipts;
  if (receipt === message.receipt) return message;
  return { ...message, receipt, receipts: [receipt] };
}

function isSettledByAnswer(message: Message): boolean {
  return ['answered', 'failed', 'expired'].includes(message.receipt.state);
}

function checkContent(envelope: Envelope): void {
  if (envelope.text.trim() === '' && !envelope.parts.some((part) => part.type === 'data')) {
    throw fail('invalid_request', { reason: 'The message is empty.' });
  }
  checkTextSize(envelope.text);
}

function httpUrl(text: string | null): string | null {
  if (text === null) return null;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw fail('invalid_request', { reason: '"metadata.sender.sender_endpoint" must be an http or https address.' });
  }
  return text;
}
