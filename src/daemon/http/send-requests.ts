/** Requests of `synapse send`, `reply` and `tasks wait`. The answer is a stream that stays open while the command waits. */
import { pathToFileURL } from 'node:url';
import { DEFAULT_PRIORITY, textOf } from '../../a2a/decode.js';
import { encodeLoneMessage } from '../../a2a/encode.js';
import { asSynapseError, fail } from '../../errors.js';
import { isRunning } from '../../registry/entry.js';
import { hasReached, type Part, type ReceiptState } from '../../taskstore/message.js';
import type { Task } from '../../taskstore/task.js';
import type { DaemonContext } from '../context.js';
import type { WaitingCommands } from '../mail/incoming/waiting-commands.js';
import { DEFAULT_EXPIRY_MS } from '../mail/lifetimes.js';
import type { Dispatched, Outbox, ReplyRequest, SendRequest } from '../mail/outgoing/outbox.js';
import type { TeamAccess } from '../team/team-access.js';
import { type Exchange, sendJson } from './exchange.js';
import { show, showTask } from './show-task.js';
import { type LineStream, openLines } from './streams.js';
import { waitFor } from './wait-for.js';

/** How a send ended; the command turns this into an exit code. */
type Outcome = 'answered' | 'asked' | 'failed' | 'reached' | 'delivered' | 'queued' | 'open';

const UNTIL = ['delivered', 'typed', 'submitted', 'answered'] as const;
const DEFAULT_WAIT_MS = 300_000;
/** A hundred years, because an instant too far away cannot be written as a date. */
const LONGEST_EXPIRY_MS = 36_525 * DEFAULT_EXPIRY_MS;

interface SendOptions {
  readonly waitMs: number;
  readonly until: ReceiptState | null;
  /** The caller needs only the outcome and the id, not the whole task. */
  readonly brief: boolean;
}

export interface Senders {
  readonly context: DaemonContext;
  readonly outbox: Outbox;
  readonly commands: WaitingCommands;
}

export interface Repliers extends Senders {
  readonly team: TeamAccess;
}

export async function handleSend(senders: Senders, exchange: Exchange): Promise<void> {
  const body = asObject(await exchange.body());
  const request = decodeSend(body);
  const options = decodeOptions(body, request);
  const waitsForAnswer = (request.responseExpected || body.until === 'answered') && options.waitMs > 0;
  const { commands } = senders;
  let joined: number | null = null;
  const sent = await senders.outbox.send(request, ({ task, answerFirst }) => {
    if (!waitsForAnswer || !task || answerFirst !== null) return;
    joined = task.seq;
    commands.join(task.seq);
  });
  const lines = openLines(exchange.response);
  try {
    if (sent.answerFirst !== null) return finish(senders, lines, sent, 'open');
    if (joined === null && options.until === null) {
      const attempt = request.responseExpected && options.waitMs === 0 ? 'open' : await sent.attempt;
      const isHeld = senders.context.store.message(sent.message.seq)?.receipt.state === 'held';
      if (attempt === 'delivered' && options.brief && !isHeld) return lines.end(delivered(senders.context, sent));
      // Waits until the courier's note about it is committed.
      await senders.context.store.write(() => null, { durable: false });
      return finish(senders, lines, sent, attempt);
    }
    lines.send({ event: 'sent', task: currentTask(senders.context, sent) });
    void sent.attempt.then((attempt) => {
      if (attempt === 'queued' && !lines.signal.aborted) {
        lines.send({ event: 'queued', target: sent.target.id, target_down: isDown(senders.context, sent.target.id) });
      }
    });
    tellDialogs(senders.context, lines, sent);
    const decide = () =>
      joined === null ? receiptOutcome(senders.context, sent, options) : answerOutcome(senders.context, joined);
    const outcome = await waitFor(senders.context.events, decide, { limitMs: options.waitMs, signal: lines.signal });
    finish(senders, lines, sent, outcome ?? stillOpen(senders.context, sent));
  } catch (error) {
    lines.end({ event: 'error', ...asSynapseError(error).toBody() });
  } finally {
    if (joined !== null) commands.leave(joined);
  }
}

/** Tells a waiting command when the receiver cannot go on without a person. */
function tellDialogs({ events }: DaemonContext, lines: LineStream, { message, target }: Dispatched): void {
  let told: string | null = null;
  const unsubscribe = events.on('change', (change) => {
    const reason = change.message?.seq === message.seq ? change.message.receipt.reason : null;
    if (reason === null || reason === told || change.message?.receipt.state !== 'submitted') return;
    told = reason;
    lines.send({ event: 'waits', target: target.id, reason });
  });
  lines.signal.addEventListener('abort', unsubscribe);
}

export async function handleReply({ context, outbox, team }: Repliers, exchange: Exchange): Promise<void> {
  const body = asObject(await exchange.body());
  const request: ReplyRequest = {
    to: text(body.to),
    latest: body.latest === true,
    parts: partsOf(body),
    kind: body.ask === true ? 'question' : body.fail === true ? 'failure' : 'answer',
  };
  // Only project agents and people have chat messages to answer.
  if (context.project !== null || team.isPerson) {
    const { replyInChat } = await import('../sessions/chat-reply.js');
    const said = await replyInChat(team, request, textOf(request.parts));
    if (said) return sendJson(exchange.response, 200, said);
  }
  const sent = await outbox.reply(request);
  const attempt = await sent.attempt;
  sendJson(exchange.response, 200, { ...summary(context, sent), outcome: attempt });
}

/** `tasks wait`: waits for the answer to a task that was sent earlier. */
export async function handleWait({ context, commands }: Senders, exchange: Exchange, task: Task): Promise<void> {
  const lines = openLines(exchange.response);
  exchange.response.flushHeaders();
  const limitMs = seconds(exchange.query.get('seconds')) ?? DEFAULT_WAIT_MS;
  commands.join(task.seq);
  try {
    const decide = () => answerOutcome(context, task.seq);
    const outcome = (await waitFor(context.events, decide, { limitMs, signal: lines.signal })) ?? 'open';
    lines.end({ event: 'done', outcome, task: showTask(context, context.store.task(task.seq) ?? task) });
  } finally {
    commands.leave(task.seq);
  }
}

function finish({ context }: Senders, lines: LineStream, sent: Dispatched, outcome: Outcome): void {
  lines.end({ event: 'done', outcome, ...summary(context, sent) });
}

/** The answer that needs no look into the store. */
function delivered(context: DaemonContext, { message, target }: Dispatched): Record<string, unknown> {
  const receipt = { ...message.receipt, state: 'delivered' as const };
  return {
    event: 'done',
    outcome: 'delivered',
    target: target.id,
    task: encodeLoneMessage({ ...message, receipt }, context.self),
  };
}

function summary(context: DaemonContext, sent: Dispatched): Record<string, unknown> {
  const receipt = context.store.message(sent.message.seq)?.receipt;
  return {
    task: currentTask(context, sent),
    target: sent.target.id,
    target_down: isDown(context, sent.target.id),
    late: sent.late || receipt?.reason === 'late',
    task_gone: receipt?.reason === 'task_gone',
    answer_first: sent.answerFirst,
  };
}

function isDown({ registry }: DaemonContext, id: string): boolean {
  const agent = registry.get(id);
  return agent !== null && !isRunning(agent);
}

function currentTask(context: DaemonContext, { task, message }: Dispatched): Record<string, unknown> {
  const current = task && context.store.task(task.seq);
  return show(context, { task: current, message: context.store.message(message.seq) });
}

function answerOutcome(context: DaemonContext, taskSeq: number): Outcome | null {
  const state = context.store.task(taskSeq)?.state;
  if (state === 'completed') return 'answered';
  if (state === 'input-required') return 'asked';
  return state === 'submitted' || state === 'working' ? null : 'failed';
}

function receiptOutcome(context: DaemonContext, sent: Dispatched, { until }: SendOptions): Outcome | null {
  const receipt = context.store.message(sent.message.seq)?.receipt;
  if (!receipt || receipt.state === 'failed' || receipt.state === 'expired') return 'failed';
  return until !== null && hasReached(receipt, until) ? 'reached' : null;
}

function stillOpen(context: DaemonContext, sent: Dispatched): Outcome {
  return context.store.message(sent.message.seq)?.receipt.state === 'queued' ? 'queued' : 'open';
}

function decodeSend(body: Record<string, unknown>): SendRequest {
  const target = text(body.target);
  if (target === null) throw fail('invalid_request', { reason: '"target" is missing.' });
  const priority = body.priority ?? DEFAULT_PRIORITY;
  if (!Number.isInteger(priority) || (priority as number) < 1 || (priority as number) > 5) {
    throw fail('invalid_request', { reason: 'The priority is a whole number from 1 to 5.' });
  }
  return {
    target,
    parts: partsOf(body),
    responseExpected: body.response === true,
    replyTo: text(body.reply_to),
    taskId: text(body.task),
    priority: priority as number,
    expiresMs:
      typeof body.expires_ms === 'number' && body.expires_ms > 0
        ? Math.min(body.expires_ms, LONGEST_EXPIRY_MS)
        : DEFAULT_EXPIRY_MS,
  };
}

function decodeOptions(body: Record<string, unknown>, request: SendRequest): SendOptions {
  const until = (UNTIL as readonly unknown[]).includes(body.until) ? (body.until as ReceiptState) : null;
  if (body.until !== undefined && until === null) {
    throw fail('invalid_request', { reason: `--until takes ${UNTIL.join(', ')}.` });
  }
  if (until === 'answered' && !request.responseExpected && request.taskId === null) {
    throw fail('invalid_request', {
      reason: '--until answered needs --response: nobody answers a message that asks for nothing.',
    });
  }
  const waitMs = typeof body.wait_ms === 'number' && body.wait_ms >= 0 ? body.wait_ms : DEFAULT_WAIT_MS;
  const isPlain = !request.responseExpected && request.replyTo === null && request.taskId === null;
  return { waitMs, until: until === 'answered' ? null : until, brief: body.brief === true && isPlain };
}

function partsOf(body: Record<string, unknown>): Part[] {
  const files = Array.isArray(body.files) ? (body.files as unknown[]).map(String) : [];
  return [
    ...(typeof body.text === 'string' ? [{ type: 'text' as const, text: body.text }] : []),
    ...files.map((path) => ({
      type: 'file' as const,
      file: { name: path.split('/').at(-1), uri: pathToFileURL(path).href },
    })),
  ];
}

function seconds(value: string | null): number | null {
  const number = Number(value);
  return value !== null && Number.isFinite(number) && number >= 0 ? number * 1000 : null;
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function asObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null)
    throw fail('invalid_request', { reason: 'The body must be a JSON object.' });
  return value as Record<string, unknown>;
}
