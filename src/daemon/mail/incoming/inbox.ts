/** Receives what arrives for this agent: messages from other agents and its team, and answers to its requests. */

import { checkTextSize, DEFAULT_PRIORITY, type Envelope } from '../../../a2a/decode.js';
import type { Wish } from '../../../channels/delivery.js';
import { fail } from '../../../errors.js';
import { shortId } from '../../../ids.js';
import { type Addressee, askerOf } from '../../../taskstore/addressee.js';
import { type Message, WHEN } from '../../../taskstore/message.js';
import type { Party, Task } from '../../../taskstore/task.js';
import type { DaemonContext } from '../../context.js';
import { type Caller, OUTSIDE_PREFIX } from '../../http/callers.js';
import type { Reserved, Typists } from '../../typing/typists.js';
import { findTask } from '../find-task.js';
import {
  type Arrival,
  type OutsideAnswer,
  type Stored,
  storeAnswer,
  storeMessage,
  storeOutsideAnswer,
} from './store-incoming.js';
import type { WaitingCommands } from './waiting-commands.js';

export interface Received {
  readonly task: Task;
  readonly message: Message;
  /** Whether this is an answer to a closed task, which became an ordinary message. */
  readonly late: boolean;
}

/** A message from the team. It names its sender, because there is no caller. */
export type TeamEnvelope = Envelope & { readonly senderId: string };

/** The inbox of one session, as its team sees it. */
export interface TeamInbox {
  receiveFromTeam(envelope: TeamEnvelope): Promise<Received>;
}

const ANY_SESSION: Addressee = {};

export class Inbox {
  readonly #context: DaemonContext;
  readonly #typists: Typists;
  readonly #commands: WaitingCommands;
  #isClosed = false;

  constructor(context: DaemonContext, parts: { readonly typists: Typists; readonly commands: WaitingCommands }) {
    this.#context = context;
    this.#typists = parts.typists;
    this.#commands = parts.commands;
  }

  /** Durable when it returns. The same message id from the same sender is the same task, so a retry is safe. */
  async receive(envelope: Envelope, caller: Caller): Promise<Received> {
    return this.#take(envelope, senderOf(envelope, caller, this.#context.self.id), ANY_SESSION);
  }

  /** Receives what the team has for one kind of session: chat, notices, and messages from the agent's other session. */
  async receiveFromTeam(envelope: TeamEnvelope, kind: string): Promise<Received> {
    return this.#take(envelope, { id: envelope.senderId, type: 'agent', endpoint: null }, { only: kind });
  }

  /** Receives an answer, which completes a task of this agent. Only the agent that was asked may answer. */
  async receiveAnswer(replyTo: string, envelope: Envelope, caller: Caller): Promise<Received> {
    const { store, events, self } = this.#context;
    const peer = senderOf(envelope, caller, self.id);
    checkContent(envelope);
    this.#mustBeOpen();
    const known = findTask(store, replyTo, 'outgoing');
    if (known.peer.id !== peer.id) {
      const facts = { task: shortId(known.id), target: known.peer.id, caller: peer.id, asker: self.id };
      throw fail('not_task_target', facts);
    }
    const arrival = this.#arrivalOf(envelope, peer, askerOf(known));
    const answered = { taskSeq: known.seq, isWaitedFor: this.#commands.waitsFor(known.seq) };
    const received = await store.write((tx) => storeAnswer(tx, arrival, answered));
    if (received.isFresh) {
      // A waiting command takes the answer. Without one it is typed, or stays in a person's inbox.
      const isTaken = this.#commands.offer(received.message);
      events.emit('change', received);
      if (!isTaken) this.#typists.wake();
    }
    return received;
  }

  /** Receives what an outside agent has made of a task of this agent. Does nothing if the task is closed. */
  async receiveFromOutside(task: Task, answer: OutsideAnswer): Promise<void> {
    const { store, events } = this.#context;
    this.#mustBeOpen();
    const arrival = this.#arrivalOf(envelopeOf(answer), task.peer, askerOf(task));
    const answered = { taskSeq: task.seq, isWaitedFor: this.#commands.waitsFor(task.seq), answer };
    const received = await store.write((tx) => storeOutsideAnswer(tx, arrival, answered));
    if (!received) return;
    const isTaken = received.message !== null && this.#commands.offer(received.message);
    events.emit('change', received);
    if (!isTaken) this.#typists.wake();
  }

  /** This daemon is ending. From now on senders keep their messages. */
  close(): void {
    this.#isClosed = true;
  }

  async #take(envelope: Envelope, peer: Party, addressee: Addressee): Promise<Received> {
    checkContent(envelope);
    this.#mustBeOpen();
    const reserved = this.#typists.reserve(addressee, wishOf(envelope));
    const arrival = { ...this.#arrivalOf(envelope, peer, addressee), reader: reserved?.reader, via: reserved?.via };
    const { task, message, isFresh } = await this.#store(arrival, reserved);
    if (!isFresh) return { task, message, late: false };
    const arrived = asItArrived(message);
    this.#context.events.emit('change', { task, message: arrived });
    // The sender gets its answer first, because typing takes longer.
    setImmediate(() => this.#typists.take(message, reserved));
    return { task, message: arrived, late: false };
  }

  async #store(arrival: Arrival, reserved: Reserved | null): Promise<Stored> {
    try {
      const stored = await this.#context.store.write((tx) => storeMessage(tx, arrival, reserved !== null));
      if (!stored.isFresh) this.#typists.release(reserved);
      return stored;
    } catch (error) {
      this.#typists.release(reserved);
      throw error;
    }
  }

  #arrivalOf(envelope: Envelope, peer: Party, addressee: Addressee): Arrival {
    const { canExpire } = this.#typists;
    const firstReceipt = this.#typists.firstReceipt(addressee, wishOf(envelope));
    return { envelope, peer, addressee, canExpire, firstReceipt, now: this.#context.clock.now() };
  }

  #mustBeOpen(): void {
    if (this.#isClosed) throw fail('agent_unreachable', { target: this.#context.self.id, task: '' });
  }
}

/** The credential decides who sends; what the message says of its sender must agree with it. */
export function senderOf(envelope: Envelope, caller: Caller, selfId: string): Party {
  if (envelope.senderId !== null && envelope.senderId !== caller.id) {
    throw fail('sender_mismatch', { caller: caller.id, sender: envelope.senderId });
  }
  if (caller.id === selfId) throw fail('cannot_message_self', { agent: caller.id });
  const isOutside = caller.id.startsWith(OUTSIDE_PREFIX);
  const endpoint = isOutside ? httpUrl(envelope.senderEndpoint) : envelope.senderEndpoint;
  return { id: caller.id, type: envelope.senderType ?? (isOutside ? 'ext' : 'agent'), endpoint };
}

/** An outside agent answers a task, so nothing else is known about its message. */
function envelopeOf({ text, parts, kind }: OutsideAnswer): Envelope {
  return {
    ...{ text, parts, answerKind: kind, priority: DEFAULT_PRIORITY, responseExpected: false, metadata: {} },
    ...{ senderId: null, senderType: null, senderEndpoint: null, senderStore: null, senderTaskId: null },
    ...{ messageId: null, inReplyTo: null, contextId: null, doubt: null, expiresAt: null },
  };
}

/** What decides how soon the program may get it. */
function wishOf({ priority, when }: Envelope): Wish {
  return { priority, metadata: when ? { [WHEN]: when } : {} };
}

/** The message as it arrived, even if the intent to type was stored with it. */
function asItArrived(message: Message): Message {
  const [receipt = message.receipt] = message.receipts;
  if (receipt === message.receipt) return message;
  return { ...message, receipt, receipts: [receipt] };
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
