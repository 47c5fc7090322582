/** Sends what this agent sends: messages, requests, answers, and the next turn after a question. */
import { checkTextSize, textOf } from '../../../a2a/decode.js';
import { fail } from '../../../errors.js';
import { shortId } from '../../../ids.js';
import { type KnownAgent, NO_STORE_YET } from '../../../registry/entry.js';
import { EXTERNAL_TYPE } from '../../../registry/externals.js';
import { matching } from '../../../registry/resolve-target.js';
import { sentFrom } from '../../../taskstore/addressee.js';
import { type Part, WHEN } from '../../../taskstore/message.js';
import { isOpen, type Party, type Task } from '../../../taskstore/task.js';
import type { DaemonContext } from '../../context.js';
import { embedFiles } from '../external/embed-files.js';
import { findTask } from '../find-task.js';
import { requestToAnswer } from '../incoming/open-requests.js';
import type { Courier } from './courier.js';
import { type FindDeclared, findTarget } from './find-target.js';
import { RepeatedSends } from './repeated-sends.js';
import type { SendLimit } from './send-limit.js';
import type { BeforeDispatch, Dispatched, ReplyRequest, SendRequest, Sent } from './sent.js';
import { type Answer, storeReply } from './store-reply.js';

/** A plain `send` returns after the first try, or after this time. */
const FIRST_ATTEMPT_LIMIT_MS = 5_000;

export interface OutboxParts {
  readonly courier: Courier;
  /** Null for a person, who may write as much as they like. */
  readonly limit: SendLimit | null;
  readonly findDeclared: FindDeclared;
  /** Throws if the project wants a conversation for this. */
  readonly checkTarget: (target: KnownAgent, session: string | null) => Promise<void>;
  /** Whether a request is for this session to answer. */
  readonly isRequestOf: (session: string, task: Task) => boolean;
}

export class Outbox {
  readonly #context: DaemonContext;
  readonly #parts: OutboxParts;
  readonly #repeated: RepeatedSends;

  constructor(context: DaemonContext, parts: OutboxParts) {
    this.#context = context;
    this.#parts = parts;
    this.#repeated = new RepeatedSends(context.store);
  }

  /** The same message id is the same message, so it is safe to repeat a command that got no answer. */
  async send(request: SendRequest, beforeDispatch: BeforeDispatch = () => {}): Promise<Dispatched> {
    checkParts(request.parts);
    const sent = await this.#repeated.once(request.messageId, () => this.#send(request));
    return this.#dispatch({ ...sent, answerFirst: this.#owedTo(sent, request) }, beforeDispatch);
  }

  async reply(request: ReplyRequest): Promise<Dispatched> {
    checkParts(request.parts);
    const { session } = request;
    const isOwn = (task: Task) => session === null || this.#parts.isRequestOf(session, task);
    const sent = await this.#repeated.once(request.messageId, async () =>
      this.#answer(requestToAnswer(this.#context, request, isOwn), request),
    );
    return this.#dispatch(sent);
  }

  /** Whether a message with this id was sent before. */
  hasSent(messageId: string | undefined): boolean {
    return this.#repeated.knows(messageId);
  }

  async #send(request: SendRequest): Promise<Sent> {
    if (request.replyTo !== null) return this.#sendAnswer(request, request.replyTo);
    if (request.taskId !== null) return this.#continue(request, request.taskId);
    const target = await findTarget(this.#context, request.target, this.#parts.findDeclared);
    await this.#parts.checkTarget(target, request.session);
    if (target.kind === 'ai') this.#parts.limit?.check(this.#context.self.id, target.id);
    const { store, clock } = this.#context;
    const now = clock.now();
    const parts = partsFor(target, request.parts);
    const shared = {
      peer: partyOf(target),
      priority: request.priority,
      expiresAt: now + request.expiresMs,
      metadata: { ...boundTo(target), ...sentFrom(request.session), ...(request.when ? { [WHEN]: request.when } : {}) },
    };
    const sent = await store.write((tx) => {
      // An outside agent makes a task of every message, and may answer it although nobody asked for that.
      const task =
        request.responseExpected || target.type === EXTERNAL_TYPE
          ? tx.addTask({
              direction: 'outgoing',
              state: 'submitted',
              responseExpected: request.responseExpected,
              ...shared,
            })
          : null;
      const message = tx.addMessage({
        id: request.messageId,
        direction: 'outgoing',
        kind: request.responseExpected ? 'request' : 'message',
        taskSeq: task?.seq ?? null,
        text: textOf(parts),
        parts,
        receipt: { state: 'queued', reason: null, at: now },
        ...shared,
      });
      return { task, message };
    });
    this.#parts.courier.noteLookedUp(target);
    return { ...sent, target: shared.peer, late: false, answerFirst: null };
  }

  /** `send --reply-to`: the asker is the target if the given word matches it, however many others it matches. */
  async #sendAnswer(request: SendRequest, replyTo: string): Promise<Sent> {
    const task = findTask(this.#context.store, replyTo, 'incoming', { reply_to: replyTo });
    const asker = this.#context.registry.get(task.peer.id);
    const fits = task.peer.id === request.target || (asker !== null && matching(request.target, [asker]).length > 0);
    if (!fits) {
      throw fail('invalid_request', {
        reason: `Request ${shortId(task.id)} is from ${task.peer.id}, not from ${request.target}.`,
      });
    }
    return this.#answer(task, { ...request, kind: 'answer' });
  }

  async #answer(task: Task, answer: Answer): Promise<Sent> {
    const { store, clock, self, registry } = this.#context;
    const asker = registry.get(task.peer.id);
    const parts = asker ? partsFor(asker, answer.parts) : answer.parts;
    const facts = { from: self.id, now: clock.now() };
    return store.write((tx) => storeReply(tx, task, { ...answer, parts }, facts));
  }

  /** `send --task`: the next turn after the agent asked a question. */
  async #continue(request: SendRequest, taskId: string): Promise<Sent> {
    const { store, clock } = this.#context;
    const task = findTask(store, taskId, 'outgoing');
    const target = await findTarget(this.#context, request.target, this.#parts.findDeclared);
    if (target.id !== task.peer.id) {
      throw fail('invalid_request', {
        reason: `Task ${shortId(task.id)} is with ${task.peer.id}, not with ${target.id}.`,
      });
    }
    const now = clock.now();
    const parts = partsFor(target, request.parts);
    const sent = await store.write((tx) => {
      const current = tx.task(task.seq) as Task;
      if (!isOpen(current.state)) throw fail('task_already_closed', { task: shortId(task.id), state: current.state });
      const message = tx.addMessage({
        id: request.messageId,
        direction: 'outgoing',
        kind: 'continuation',
        taskSeq: task.seq,
        peer: partyOf(target),
        text: textOf(parts),
        parts,
        priority: request.priority,
        expiresAt: now + request.expiresMs,
        receipt: { state: 'queued', reason: null, at: now },
        metadata: {
          ...boundTo(target),
          ...sentFrom(request.session),
          ...(request.when ? { [WHEN]: request.when } : {}),
        },
      });
      return { task: tx.updateTask(task.seq, { state: 'working', reply: null }), message };
    });
    return { ...sent, target: task.peer, answerFirst: null, late: false };
  }

  #dispatch(sent: Sent, beforeDispatch: BeforeDispatch = () => {}): Dispatched {
    beforeDispatch(sent);
    const { courier } = this.#parts;
    const { state } = sent.message.receipt;
    if (state !== 'queued') {
      if (!sent.repeated) this.#context.events.emit('change', { task: sent.task, message: sent.message });
      const hasFailed = state === 'failed' || state === 'expired';
      return { ...sent, attempt: Promise.resolve(hasFailed ? 'failed' : 'delivered') };
    }
    const attempt = courier.firstAttempt(sent.message.seq, FIRST_ATTEMPT_LIMIT_MS);
    if (!sent.repeated) this.#context.events.emit('change', { task: sent.task, message: sent.message });
    courier.kick(sent.target.id);
    return { ...sent, attempt };
  }

  /** The open request from the target to us, if there is one, because both would wait for each other. */
  #owedTo({ task, message, target }: Sent, { responseExpected }: SendRequest): string | null {
    if (!responseExpected || message.kind !== 'request' || !task || !isOpen(task.state)) return null;
    const owed = this.#context.store.openRequests(target.id).at(-1);
    return owed ? shortId(owed.id) : null;
  }
}

/** Binds mail to the target's current store. An agent without a store gets it with its first one. */
function boundTo({ storeId }: KnownAgent): Record<string, unknown> {
  return storeId === NO_STORE_YET ? {} : { _store: storeId };
}

export function partyOf(agent: KnownAgent): Party {
  return { id: agent.id, type: agent.type, endpoint: agent.live?.endpoint ?? null };
}

/** An agent that cannot read the files here gets the files themselves, as they are now. */
function partsFor({ type, remote }: Pick<KnownAgent, 'type' | 'remote'>, parts: readonly Part[]): readonly Part[] {
  return type === EXTERNAL_TYPE || remote ? embedFiles(parts) : parts;
}

function checkParts(parts: readonly Part[]): void {
  const text = textOf(parts);
  if (text.trim() === '' && !parts.some((part) => part.type === 'data')) {
    throw fail('invalid_request', { reason: 'The message is empty.' });
  }
  checkTextSize(text);
}
