/** Requests of `synapse send`, `reply` and `tasks wait`. The answer is a stream that stays open while the command waits. */
import { textOf } from '../../a2a/decode.js';
import { encodeLoneMessage } from '../../a2a/encode.js';
import { asSynapseError, fail } from '../../errors.js';
import { type AgentStatus, isRunning } from '../../registry/entry.js';
import { EXTERNAL_TYPE, readContact } from '../../registry/externals.js';
import type { Party, Task } from '../../taskstore/task.js';
import type { DaemonContext } from '../context.js';
import { whyUnreachable } from '../hosts/unreachable.js';
import { latestAnswer, type WaitingCommands } from '../mail/incoming/waiting-commands.js';
import type { Outbox } from '../mail/outgoing/outbox.js';
import type { Dispatched } from '../mail/outgoing/sent.js';
import { tellProgress } from '../mail/receipts/progress.js';
import { waitingNews } from '../mail/receipts/waiting-reasons.js';
import type { TeamAccess } from '../team/team-access.js';
import type { Terminals } from '../terminals/terminals.js';
import type { Typists } from '../typing/typists.js';
import { DEFAULT_WAIT_MS, decodeReply, decodeSend } from './decode-send.js';
import { secondsParameter } from './door/fields.js';
import { type Exchange, sendJson } from './exchange.js';
import { answerOutcome, type Outcome, openOutcome, receiptOutcome } from './send-outcome.js';
import { show, showTask } from './show-task.js';
import { type LineStream, openLines } from './streams.js';
import { waitFor } from './wait-for.js';

export interface Senders {
  readonly context: DaemonContext;
  readonly outbox: Outbox;
  readonly commands: WaitingCommands;
  readonly terminals: Pick<Terminals, 'callerIn' | 'purposeOf'>;
}

export interface Repliers extends Senders {
  readonly team: TeamAccess;
  readonly typists: Pick<Typists, 'isRequestOf'>;
}

export async function handleSend(senders: Senders, exchange: Exchange): Promise<void> {
  const { request, options } = decodeSend(await exchange.body(), senders.terminals.callerIn(exchange));
  const { commands, context } = senders;
  let joined: number | null = null;
  const sent = await senders.outbox.send(request, ({ task, answerFirst }) => {
    if (!options.waitsForAnswer || !task || answerFirst !== null) return;
    joined = task.seq;
    commands.join(task.seq);
  });
  const lines = openLines(exchange.response);
  try {
    if (sent.answerFirst !== null) return finish(senders, lines, sent, 'open');
    if (joined === null && options.until === null) {
      const attempt = request.responseExpected && options.waitMs === 0 ? 'open' : await sent.attempt;
      const message = context.store.message(sent.message.seq) ?? sent.message;
      const isHeld = message.receipt.state === 'held';
      if (attempt === 'delivered' && options.brief && !isHeld && !sent.repeated)
        return lines.end(delivered(context, { ...sent, message }));
      // Waits until the courier's note about it is committed. The message is stored, even if the note does not fit.
      await context.store.write(() => null, { durable: false }).catch(() => {});
      return finish(senders, lines, sent, attempt);
    }
    lines.send({ event: 'sent', task: currentTask(context, sent) });
    void sent.attempt.then((attempt) => {
      if (attempt === 'queued' && !lines.signal.aborted) {
        lines.send({ event: 'queued', target: sent.target.id, ...reachOf(context, sent.target) });
      }
    });
    tellNews(context, lines, sent);
    if (options.progress) tellProgress(context, lines, sent.message.seq);
    const receipt = () => context.store.message(sent.message.seq)?.receipt;
    const decide = () =>
      joined === null ? receiptOutcome(receipt(), options.until) : answerOutcome(context.store.task(joined)?.state);
    const outcome = await waitFor(context.events, decide, { limitMs: options.waitMs, signal: lines.signal });
    finish(senders, lines, sent, outcome ?? openOutcome(receipt()));
  } catch (error) {
    lines.end({ event: 'error', ...asSynapseError(error).toBody() });
  } finally {
    if (joined !== null) commands.leave(joined);
  }
}

/** Tells a waiting command when a person has read the message, or the receiver cannot continue without one. */
function tellNews({ events }: DaemonContext, lines: LineStream, { message, target }: Dispatched): void {
  let told: string | null = null;
  const unsubscribe = events.on('change', (change) => {
    if (change.message?.seq !== message.seq) return;
    const { receipt } = change.message;
    const news = waitingNews(receipt);
    if (news === null || receipt.reason === told) return;
    told = receipt.reason;
    lines.send({ ...news, target: target.id });
  });
  lines.signal.addEventListener('abort', unsubscribe);
}

export async function handleReply(services: Repliers, exchange: Exchange): Promise<void> {
  const { context, outbox, team, terminals, typists } = services;
  const session = terminals.callerIn(exchange);
  const request = decodeReply(await exchange.body(), session);
  // Only project agents and people have chat messages to answer.
  if ((context.project !== null || team.isPerson) && !outbox.hasSent(request.messageId)) {
    const { replyInChat } = await import('../sessions/chat-reply.js');
    const isFromChat = session !== null && terminals.purposeOf(session) === 'chat';
    const isOwn = (task: Task) => session === null || typists.isRequestOf(session, task);
    const said = await replyInChat(team, { ...request, isFromChat, isOwn }, textOf(request.parts));
    if (said) return sendJson(exchange.response, 200, said);
  }
  const sent = await outbox.reply(request);
  const attempt = await sent.attempt;
  sendJson(exchange.response, 200, { ...summary(context, sent), outcome: attempt });
}

/** `tasks wait`: waits for the answer to a task that was sent earlier. */
export async function handleWait({ context, commands }: Senders, exchange: Exchange, task: Task): Promise<void> {
  const waitS = secondsParameter(exchange.query, 'seconds');
  const limitMs = waitS === null ? DEFAULT_WAIT_MS : waitS * 1000;
  const lines = openLines(exchange.response);
  exchange.response.flushHeaders();
  commands.join(task.seq);
  const asked = context.store.messagesOf(task.seq).findLast(({ direction }) => direction === 'outgoing');
  if (asked && exchange.query.get('progress') === 'true') tellProgress(context, lines, asked.seq);
  try {
    const decide = () => answerOutcome(context.store.task(task.seq)?.state);
    const outcome = (await waitFor(context.events, decide, { limitMs, signal: lines.signal })) ?? 'open';
    lines.end({
      event: 'done',
      outcome,
      task: showTask(context, context.store.task(task.seq) ?? task),
      ...shown(context, task),
    });
  } finally {
    commands.leave(task.seq);
  }
}

/** A command has printed an answer. `message_id` says which. */
export async function handleAcknowledge(
  { context, commands }: Senders,
  exchange: Exchange,
  task: Task,
): Promise<unknown> {
  const { message_id: id } = ((await exchange.body()) ?? {}) as { message_id?: unknown };
  const message = typeof id === 'string' ? context.store.messagesOf(task.seq).find((each) => each.id === id) : null;
  if (message === undefined) throw fail('task_not_found', { task: id });
  await commands.acknowledge(task.seq, message?.seq);
  return { success: true };
}

/** The answer that the `done` line shows, so that the command can acknowledge it. */
function shown({ store }: DaemonContext, task: Task | null): { readonly answer_id?: string } {
  const answer = task?.direction === 'outgoing' ? latestAnswer(store.messagesOf(task.seq)) : null;
  return answer ? { answer_id: answer.id } : {};
}

function finish({ context }: Senders, lines: LineStream, sent: Dispatched, outcome: Outcome): void {
  lines.end({ event: 'done', outcome, ...summary(context, sent) });
}

/** The receipt may not be noted yet. */
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
    ...reachOf(context, sent.target),
    late: sent.late || receipt?.reason === 'late',
    task_gone: receipt?.reason === 'task_gone',
    answer_first: sent.answerFirst,
    ...(sent.repeated ? { repeated: true } : {}),
    ...shown(context, sent.task),
  };
}

/** Whether the target is down. Why an outside agent does not answer is known, too. */
function reachOf({ registry, home }: DaemonContext, { id, type }: Party): Record<string, unknown> {
  if (type === EXTERNAL_TYPE) {
    const contact = readContact(home, id);
    return { target_down: contact?.isReachable === false, reason: contact?.reason ?? null };
  }
  const agent = registry.get(id);
  if (agent?.remote && !agent.remote.isUp) return { target_down: true, reason: whyUnreachable(agent.remote) };
  if (agent?.remote) return { target_down: NOT_RUNNING.includes(agent.status) };
  return { target_down: agent !== null && !isRunning(agent) };
}

/** As its host says. */
const NOT_RUNNING: readonly AgentStatus[] = ['stopped', 'dead', 'unreachable'];

function currentTask(context: DaemonContext, { task, message }: Dispatched): Record<string, unknown> {
  const current = task && context.store.task(task.seq);
  return show(context, { task: current, message: context.store.message(message.seq) });
}
