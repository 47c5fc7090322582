/** Requests about tasks: to take one in, read, list, follow or cancel it. */
import { decodeEnvelope, type Envelope, LONGEST_REASON } from '../../a2a/decode.js';
import { encodeMessage, encodeTask } from '../../a2a/encode.js';
import { fail } from '../../errors.js';
import { MAX_FOREIGN_ID_LENGTH } from '../../ids.js';
import { isChannelName } from '../../profiles/profile.js';
import { resolveTarget } from '../../registry/resolve-target.js';
import { RECEIPT_STATES } from '../../taskstore/message.js';
import type { Found } from '../../taskstore/store.js';
import { TASK_STATES, type Task, type TaskState } from '../../taskstore/task.js';
import type { DaemonContext } from '../context.js';
import { translated } from '../hosts/on-behalf.js';
import { DEFAULT_EXPIRY_MS } from '../mail/lifetimes.js';
import { partyOf } from '../mail/outgoing/outbox.js';
import { noteReports, type ReceiptReport } from '../mail/receipts/receipt-notes.js';
import { refreshReceipt } from '../mail/receipts/receipt-refresh.js';
import { isStillKnown } from './callers.js';
import { countParameter, fieldsOf, flagParameter, secondsParameter, textField, wrong } from './door/fields.js';
import type { ById, Exchange } from './exchange.js';
import { pageSize } from './page-size.js';
import type { Services } from './routes.js';
import { findOne, show, showTask } from './show-task.js';
import { encodeChange, openEvents } from './streams.js';
import { waitFor } from './wait-for.js';

const LONGEST_WAIT_S = 3_600;
const LONGEST_SCREEN = 20_000;

export async function receive(services: Services, { query, caller, body }: Exchange): Promise<unknown> {
  const { context, inbox } = services;
  const envelope = translated(decodeEnvelope(await body()), caller, context);
  const replyTo = query.get('reply_to');
  if (replyTo === null) {
    await checkRule(services, envelope, caller.id);
    const { task, message } = await inbox.receive(envelope, caller);
    return { task: encodeTask(task, { first: message, last: message }, context.self) };
  }
  const { task, late } = await inbox.receiveAnswer(replyTo, envelope, caller);
  return { task: showTask(context, task), ...(late ? { late: true } : {}) };
}

/** An answer, or the next turn of an exchange that was begun, needs no conversation. */
export async function checkRule(
  { context, team }: Pick<Services, 'context' | 'team'>,
  envelope: Envelope,
  senderId: string,
): Promise<void> {
  if (context.project === null) return;
  const { inReplyTo, senderTaskId } = envelope;
  const isBegun = senderTaskId !== null && context.store.incomingBySenderTask(senderId, senderTaskId) !== null;
  if (inReplyTo !== null || isBegun) return;
  await (await import('../mail/conversation-rule.js')).checkReceiving(team, senderId);
}

export async function receiveReceipts({ context }: Services, { caller, body }: Exchange): Promise<unknown> {
  const { receipts } = fieldsOf(await body());
  if (!Array.isArray(receipts)) throw fail('invalid_request', { reason: '"receipts" must be a list.' });
  await noteReports(context, receipts.map(decodeReport), caller);
  return { success: true };
}

function decodeReport(value: unknown): ReceiptReport {
  const { message_id, task_id, state, reason, via, doubt, screen } = (value ?? {}) as Record<string, unknown>;
  const known = RECEIPT_STATES.find((each) => each === state);
  if (typeof message_id !== 'string' || known === undefined) {
    throw fail('invalid_request', { reason: 'Every receipt needs a message_id and a known state.' });
  }
  return {
    messageId: message_id,
    taskId: typeof task_id === 'string' ? task_id : null,
    state: known,
    reason: typeof reason === 'string' ? reason.slice(0, LONGEST_REASON) : null,
    via: typeof via === 'string' && isChannelName(via) ? via : null,
    doubt: typeof doubt === 'string' ? doubt.slice(0, LONGEST_REASON) : null,
    screen: typeof screen === 'string' ? screen.slice(0, LONGEST_SCREEN) : null,
  };
}

/** Makes a task without sending a message; the caller delivers that by its own means. */
export async function createTask({ context }: Services, { body }: Exchange): Promise<unknown> {
  const fields = fieldsOf(await body());
  const target = textField(fields, 'target');
  const contextId = textField(fields, 'context_id');
  if (contextId !== null && contextId.length > MAX_FOREIGN_ID_LENGTH) {
    throw wrong('context_id', `at most ${MAX_FOREIGN_ID_LENGTH} characters long`);
  }
  if (target === null) throw fail('invalid_request', { reason: '"target" is missing.' });
  const { store, registry, self, project, clock, events } = context;
  const agent = resolveTarget(target, registry.list(), { self: self.id, project });
  const task = await store.write((tx) =>
    tx.addTask({
      direction: 'outgoing',
      state: 'submitted',
      responseExpected: true,
      peer: partyOf(agent),
      contextId: contextId ?? undefined,
      priority: 3,
      expiresAt: clock.now() + DEFAULT_EXPIRY_MS,
      metadata: { _store: agent.storeId },
    }),
  );
  events.emit('change', { task, message: null });
  return { task: showTask(context, task) };
}

export function listTasks(context: DaemonContext, { query, caller }: Exchange): unknown {
  const limit = pageSize(query);
  const state = query.get('state');
  if (state !== null && !TASK_STATES.includes(state as TaskState)) {
    throw fail('invalid_request', { reason: `"state" must be one of ${TASK_STATES.join(', ')}.` });
  }
  const direction = query.get('direction');
  if (direction !== null && direction !== 'outgoing' && direction !== 'incoming') {
    throw wrong('direction', 'outgoing or incoming');
  }
  const before = countParameter(query, 'cursor') ?? 0;
  const tasks = context.store.listTasks({
    limit: limit + 1,
    ...(state === null ? {} : { state: state as TaskState }),
    ...(direction === null ? {} : { direction }),
    ...(flagParameter(query, 'open') ? { openOnly: true } : {}),
    ...(before > 0 ? { before } : {}),
    ...(caller.kind === 'self' ? {} : { peerId: caller.id }),
  });
  const page = tasks.slice(0, limit);
  const last = page.at(-1);
  return {
    tasks: page.map((task) => showTask(context, task)),
    next: tasks.length > limit && last ? String(last.seq) : null,
  };
}

export async function readTask(
  services: Services,
  { params, query, caller, response }: Exchange<ById>,
): Promise<unknown> {
  const { context } = services;
  const found = findOne(context, params.id, caller);
  if (caller.kind === 'self') await refreshReceipts(services, found);
  const waitS = Math.min(secondsParameter(query, 'wait') ?? 0, LONGEST_WAIT_S);
  if (waitS > 0 && found.task) {
    const { seq } = found.task;
    const ended = new AbortController();
    response.on('close', () => ended.abort());
    const decide = () => (isSettledState(context.store.task(seq)) ? true : null);
    await waitFor(context.events, decide, { limitMs: waitS * 1000, signal: ended.signal });
    if (!isStillKnown(context, caller.id)) throw fail('authentication_required');
  }
  return {
    task: show(context, findOne(context, params.id, caller)),
    messages: messagesOf(context, found.task),
  };
}

async function refreshReceipts(services: Services, { task, message }: Found): Promise<void> {
  const messages = task ? services.context.store.messagesOf(task.seq) : message ? [message] : [];
  for (const each of messages) await refreshReceipt(services.context, services.peers, each);
}

/** The whole exchange, oldest first, which `synapse show` prints. */
function messagesOf(context: DaemonContext, task: Task | null): unknown[] {
  return task ? context.store.messagesOf(task.seq).map((message) => encodeMessage(message, context.self)) : [];
}

function isSettledState(task: Task | null): boolean {
  return task === null || (task.state !== 'submitted' && task.state !== 'working');
}

export async function cancel(
  { context, cancel: canceling }: Services,
  { params, caller }: Exchange<ById>,
): Promise<unknown> {
  const { id } = params;
  const withdrawn = await canceling.run(findOne(context, id, caller), caller);
  return { task: show(context, findOne(context, id, caller)), withdrawn };
}

export function taskEvents(context: DaemonContext, { params, caller, response }: Exchange<ById>): undefined {
  const { task, message } = findOne(context, params.id, caller);
  const stream = openEvents(response);
  const mine = (change: { task: Task | null; message: { seq: number } | null }) =>
    task ? change.task?.seq === task.seq : change.message?.seq === message?.seq;
  const unsubscribe = context.events.on('change', (change) => {
    if (!mine(change)) return;
    if (!isStillKnown(context, caller.id)) return stream.end();
    stream.send(encodeChange(change));
    if (task && isSettledState(context.store.task(task.seq))) stream.end();
  });
  stream.signal.addEventListener('abort', unsubscribe);
  stream.send({ event: 'task', task: show(context, findOne(context, params.id, caller)) });
  if (task && isSettledState(context.store.task(task.seq))) stream.end();
}

/** The agent itself sees everything; others see only what they sent or were sent. */
export async function allEvents(services: Services, { response, caller, query }: Exchange): Promise<undefined> {
  const { context } = services;
  const isSelf = caller.kind === 'self';
  if (flagParameter(query, 'full')) {
    if (!isSelf) throw fail('forbidden', { caller: caller.id, agent: context.self.id });
    const { followFully } = await import('../activity/agents/full-events.js');
    const full = openEvents(response);
    const stop = followFully(services, (event) => full.send({ ...event }));
    full.signal.addEventListener('abort', stop);
    return;
  }
  const stream = openEvents(response);
  const unsubscribe = [
    context.events.on('change', (change) => {
      if (!isSelf && (change.task ?? change.message)?.peer.id !== caller.id) return;
      if (isStillKnown(context, caller.id)) stream.send(encodeChange(change));
      else stream.end();
    }),
  ];
  if (isSelf) {
    unsubscribe.push(
      context.events.on('status', (change) => stream.send({ event: 'status', ...change })),
      context.events.on('teamWork', () => stream.send({ event: 'team' })),
    );
  }
  stream.signal.addEventListener('abort', () => {
    for (const each of unsubscribe) each();
  });
}

export function ownTask(context: DaemonContext, { params, caller }: Exchange<ById>): Task {
  const { task } = findOne(context, params.id, caller);
  if (!task)
    throw fail('invalid_request', {
      reason: `${params.id} was sent without --response, so there is no reply to wait for.`,
    });
  return task;
}
