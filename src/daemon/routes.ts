/** Everything a daemon answers, as one table. */

import { agentCard } from '../a2a/card.js';
import { decodeEnvelope } from '../a2a/decode.js';
import { encodeMessage, encodeReceipt, encodeTask } from '../a2a/encode.js';
import { fail } from '../errors.js';
import { newId, shortId } from '../ids.js';
import { resolveTarget } from '../registry/resolve.js';
import { RECEIPT_STATES } from '../taskstore/message.js';
import type { Found } from '../taskstore/store.js';
import { TASK_STATES, type Task, type TaskState } from '../taskstore/task.js';
import type { Cancel } from './cancel.js';
import type { Control } from './control.js';
import type { Courier } from './courier.js';
import { handOver } from './hand-over.js';
import type { Inbox, ReceiptReport } from './inbox.js';
import type { Office } from './office.js';
import { openTargets } from './open-targets.js';
import { DEFAULT_EXPIRY_MS, partyOf } from './outbox.js';
import { refreshReceipt } from './refresh.js';
import { handleReply, handleSend, handleWait, type Senders } from './send-requests.js';
import type { Exchange, Route } from './server.js';
import { encodeChange, openEvents } from './streams.js';
import { findOne, show, showTask } from './views.js';
import { waitFor } from './wait.js';

export interface Services extends Senders {
  readonly inbox: Inbox;
  readonly cancel: Cancel;
  readonly control: Control;
  readonly courier: Courier;
}

const PAGE = 50;
const LARGEST_PAGE = 500;
const LONGEST_WAIT_S = 3_600;

export function makeRoutes(services: Services): Route[] {
  const { office, control, waiters } = services;
  const { store } = office;
  return [
    { method: 'POST', path: /^\/tasks\/send$/, access: 'known', handle: (exchange) => receive(services, exchange) },
    {
      method: 'POST',
      path: /^\/tasks\/receipts$/,
      access: 'known',
      handle: (exchange) => receiveReceipts(services, exchange),
    },
    { method: 'POST', path: /^\/tasks\/create$/, access: 'self', handle: (exchange) => createTask(services, exchange) },
    { method: 'GET', path: /^\/tasks$/, access: 'known', handle: (exchange) => listTasks(office, exchange) },
    { method: 'GET', path: /^\/tasks\/([^/]+)$/, access: 'known', handle: (exchange) => readTask(services, exchange) },
    {
      method: 'POST',
      path: /^\/tasks\/([^/]+)\/cancel$/,
      access: 'known',
      handle: (exchange) => cancel(services, exchange),
    },
    {
      method: 'GET',
      path: /^\/tasks\/([^/]+)\/events$/,
      access: 'known',
      handle: (exchange) => taskEvents(office, exchange),
    },
    {
      method: 'GET',
      path: /^\/tasks\/([^/]+)\/answer$/,
      access: 'self',
      handle: (exchange) => handleWait(services, exchange, ownTask(office, exchange)),
    },
    {
      method: 'POST',
      path: /^\/tasks\/([^/]+)\/ack$/,
      access: 'self',
      handle: async (exchange) => {
        await waiters.acknowledge(ownTask(office, exchange).seq);
        return { success: true };
      },
    },
    { method: 'GET', path: /^\/events$/, access: 'self', handle: (exchange) => allEvents(office, exchange) },
    { method: 'POST', path: /^\/send$/, access: 'self', handle: (exchange) => handleSend(services, exchange) },
    { method: 'POST', path: /^\/reply$/, access: 'self', handle: (exchange) => handleReply(services, exchange) },
    {
      method: 'GET',
      path: /^\/targets$/,
      access: 'self',
      handle: () => ({ targets: openTargets(office, store.openRequests()) }),
    },
    { method: 'GET', path: /^\/inbox$/, access: 'self', handle: (exchange) => readInbox(office, exchange) },
    { method: 'POST', path: /^\/inbox\/read$/, access: 'self', handle: (exchange) => markRead(services, exchange) },
    { method: 'GET', path: /^\/history$/, access: 'self', handle: (exchange) => history(office, exchange) },
    { method: 'GET', path: /^\/status$/, access: 'known', handle: () => control.status() },
    { method: 'GET', path: /^\/screen$/, access: 'self', handle: () => control.screen() },
    { method: 'GET', path: /^\/output$/, access: 'self', handle: (exchange) => control.output(exchange) },
    { method: 'POST', path: /^\/control\/(\w+)$/, access: 'self', handle: (exchange) => control.run(exchange) },
    { method: 'GET', path: /^\/tools$/, access: 'known', handle: () => ({ tools: [] }) },
    {
      method: 'POST',
      path: /^\/tools\/([^/]+)$/,
      access: 'known',
      handle: ({ params }) => {
        throw fail('tool_not_registered', { tool: params[0] });
      },
    },
    { method: 'GET', path: /^\/healthz$/, access: 'open', handle: () => ({ status: 'ok', agent: office.self.id }) },
    {
      method: 'GET',
      path: /^\/\.well-known\/agent(?:-card)?\.json$/,
      access: 'open',
      handle: () => agentCard(office.self, control.entry),
    },
  ];
}

async function receive({ office, inbox }: Services, { query, caller, body }: Exchange): Promise<unknown> {
  const envelope = decodeEnvelope(await body());
  const replyTo = query.get('reply_to');
  if (replyTo === null) {
    const { task, message } = await inbox.receive(envelope, caller);
    return { task: encodeTask(task, { first: message, last: message }, office.self) };
  }
  const { task, late } = await inbox.receiveAnswer(replyTo, envelope, caller);
  return { task: showTask(office, task), ...(late ? { late: true } : {}) };
}

async function receiveReceipts({ inbox }: Services, { caller, body }: Exchange): Promise<unknown> {
  const { receipts } = (await body()) as { receipts?: unknown };
  if (!Array.isArray(receipts)) throw fail('invalid_request', { reason: '"receipts" must be a list.' });
  await inbox.receiveReceipts(receipts.map(decodeReport), caller);
  return { success: true };
}

function decodeReport(value: unknown): ReceiptReport {
  const { message_id, state, reason } = (value ?? {}) as Record<string, unknown>;
  const known = RECEIPT_STATES.find((each) => each === state);
  if (typeof message_id !== 'string' || known === undefined) {
    throw fail('invalid_request', { reason: 'A receipt has a message_id and a known state.' });
  }
  return { messageId: message_id, state: known, reason: typeof reason === 'string' ? reason.slice(0, 200) : null };
}

/** A sender-owned task without sending: the caller delivers the message by its own means. */
async function createTask({ office }: Services, { body }: Exchange): Promise<unknown> {
  const { target, context_id } = ((await body()) ?? {}) as Record<string, unknown>;
  if (typeof target !== 'string') throw fail('invalid_request', { reason: '"target" is missing.' });
  const { store, registry, self, project, clock, events } = office;
  const agent = resolveTarget(target, registry.list(), { self: self.id, project });
  const task = await store.write((tx) =>
    tx.addTask({
      direction: 'outgoing',
      state: 'submitted',
      responseExpected: true,
      peer: partyOf(agent),
      contextId: typeof context_id === 'string' ? context_id : newId(),
      priority: 3,
      expiresAt: clock.now() + DEFAULT_EXPIRY_MS,
      metadata: { _store: agent.storeId },
    }),
  );
  events.publish({ task, message: null });
  return { task: showTask(office, task) };
}

function listTasks(office: Office, { query, caller }: Exchange): unknown {
  const limit = pageSize(query);
  const state = query.get('state');
  if (state !== null && !TASK_STATES.includes(state as TaskState)) {
    throw fail('invalid_request', { reason: `"state" is one of ${TASK_STATES.join(', ')}.` });
  }
  const direction = query.get('direction');
  const before = Number(query.get('cursor') ?? 0);
  const tasks = office.store.listTasks({
    limit: limit + 1,
    ...(state === null ? {} : { state: state as TaskState }),
    ...(direction === 'outgoing' || direction === 'incoming' ? { direction } : {}),
    ...(query.get('open') === 'true' ? { openOnly: true } : {}),
    ...(before > 0 ? { before } : {}),
    ...(caller.kind === 'self' ? {} : { peerId: caller.id }),
  });
  const page = tasks.slice(0, limit);
  const last = page.at(-1);
  return {
    tasks: page.map((task) => showTask(office, task)),
    next: tasks.length > limit && last ? String(last.seq) : null,
  };
}

async function readTask(services: Services, { params, query, caller, response }: Exchange): Promise<unknown> {
  const { office } = services;
  const found = findOne(office, params[0] as string, caller);
  if (caller.kind === 'self') await refreshReceipts(services, found);
  const waitS = Math.min(Math.max(Number(query.get('wait') ?? 0) || 0, 0), LONGEST_WAIT_S);
  if (waitS > 0 && found.task) {
    const { seq } = found.task;
    const ended = new AbortController();
    response.on('close', () => ended.abort());
    const decide = () => (isSettledState(office.store.task(seq)) ? true : null);
    await waitFor(office.events, decide, { limitMs: waitS * 1000, signal: ended.signal });
  }
  return { task: show(office, findOne(office, params[0] as string, caller)), messages: messagesOf(office, found.task) };
}

async function refreshReceipts(services: Services, { task, message }: Found): Promise<void> {
  const messages = task ? services.office.store.messagesOf(task.seq) : message ? [message] : [];
  for (const each of messages) await refreshReceipt(services.office, services, each);
}

/** The whole exchange, oldest first: what `show` prints. */
function messagesOf(office: Office, task: Task | null): unknown[] {
  return task ? office.store.messagesOf(task.seq).map((message) => encodeMessage(message, office.self)) : [];
}

function isSettledState(task: Task | null): boolean {
  return task === null || (task.state !== 'submitted' && task.state !== 'working');
}

async function cancel({ office, cancel: canceling }: Services, { params, caller }: Exchange): Promise<unknown> {
  const id = params[0] as string;
  await canceling.run(findOne(office, id, caller), caller);
  return { task: show(office, findOne(office, id, caller)) };
}

function taskEvents(office: Office, { params, caller, response }: Exchange): undefined {
  const { task, message } = findOne(office, params[0] as string, caller);
  const stream = openEvents(response);
  const mine = (change: { task: Task | null; message: { seq: number } | null }) =>
    task ? change.task?.seq === task.seq : change.message?.seq === message?.seq;
  const unsubscribe = office.events.subscribe((change) => {
    if (!mine(change)) return;
    stream.send(encodeChange(change));
    if (task && isSettledState(office.store.task(task.seq))) stream.end();
  });
  stream.signal.addEventListener('abort', unsubscribe);
  stream.send({ event: 'task', task: show(office, findOne(office, params[0] as string, caller)) });
  if (task && isSettledState(office.store.task(task.seq))) stream.end();
}

function allEvents(office: Office, { response }: Exchange): undefined {
  const stream = openEvents(response);
  stream.signal.addEventListener(
    'abort',
    office.events.subscribe((change) => stream.send(encodeChange(change))),
  );
}

function readInbox(office: Office, { query }: Exchange): unknown {
  const limit = pageSize(query);
  const after = Number(query.get('after') ?? 0);
  const messages = office.store.unread(limit, after);
  return {
    messages: messages.map((message) => ({ seq: message.seq, ...encodeMessage(message, office.self) })),
    remaining: Math.max(0, office.store.queueLength() - messages.length),
  };
}

/** Reading hands a message out: it is not typed any more, and its sender sees that it was read. */
async function markRead({ office, control }: Services, { body }: Exchange): Promise<unknown> {
  const { seqs } = ((await body()) ?? {}) as { seqs?: unknown };
  if (!Array.isArray(seqs)) throw fail('invalid_request', { reason: '"seqs" must be a list of numbers.' });
  const read = await office.store.write((tx) =>
    seqs
      .map((seq) => tx.message(Number(seq)))
      .filter((message) => message?.direction === 'incoming' && ['delivered', 'held'].includes(message.receipt.state))
      .map((message) => handOver(tx, (message as { seq: number }).seq, 'read')),
  );
  for (const message of read) {
    control.report(message);
    office.events.publish({ task: message.taskSeq === null ? null : office.store.task(message.taskSeq), message });
  }
  return { read: read.map((message) => shortId(message.id)), receipt: read[0] ? encodeReceipt(read[0].receipt) : null };
}

function history(office: Office, { query }: Exchange): unknown {
  const pattern = query.get('grep');
  const matches = pattern === null ? null : compile(pattern);
  const peer = query.get('with');
  const since = Number(query.get('since') ?? 0);
  const messages = office.store.history({
    limit: pageSize(query),
    ...(peer === null ? {} : { peerId: peer }),
    ...(since > 0 ? { sinceAt: since } : {}),
    ...(matches === null ? {} : { matches: ({ text }) => matches.test(text) }),
  });
  return { messages: messages.reverse().map((message) => encodeMessage(message, office.self)) };
}

function compile(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'i');
  } catch (error) {
    throw fail('invalid_request', { reason: `--grep: ${(error as Error).message}.` });
  }
}

function ownTask(office: Office, { params, caller }: Exchange): Task {
  const { task } = findOne(office, params[0] as string, caller);
  if (!task) throw fail('task_not_found', { task: params[0] });
  return task;
}

function pageSize(query: URLSearchParams): number {
  const limit = Number(query.get('limit') ?? PAGE);
  return Number.isInteger(limit) && limit > 0 ? Math.min(limit, LARGEST_PAGE) : PAGE;
}
