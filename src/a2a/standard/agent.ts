/** The agent as the standard sees it: every operation, done with the one store of tasks that the agent has. */
import { AgentCard, type Message, type SendMessageRequest, type StreamResponse, type Task } from '@a2a-js/sdk';
import {
  RequestMalformedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors';
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import { agentCard, extendedCard, reachedAt } from '../card.js';
import { callOf } from './call.js';
import type { Desk, Exchange } from './desk.js';
import { asStandardError } from './errors.js';
import type { PushConfigRequests } from './push/requests.js';
import { clientMessageOf, ownIdOf } from './tasks/client-message.js';
import { follow } from './tasks/follow.js';
import { listTasks } from './tasks/list.js';
import { updatesBetween } from './tasks/updates.js';
import { bareMessageOf, isFinal, isSettled, stateOf, taskOf } from './tasks/view.js';

/** A client that waits longer gets the task as it is then. */
const LONGEST_WAIT_MS = 3_600_000;

type Handler = A2ARequestHandler;

export class StandardAgent implements A2ARequestHandler {
  readonly #desk: Desk;
  readonly #pushes: PushConfigRequests;

  constructor(desk: Desk, pushes: PushConfigRequests) {
    this.#desk = desk;
    this.#pushes = pushes;
  }

  async getAgentCard(): Promise<AgentCard> {
    return AgentCard.fromJSON(agentCard(this.#desk.facts));
  }

  async getAuthenticatedExtendedAgentCard(_params: unknown, context: ServerCallContext): Promise<AgentCard> {
    return AgentCard.fromJSON(extendedCard(reachedAt(this.#desk.facts, callOf(context).publicUrl)));
  }

  async sendMessage(params: SendMessageRequest, context: ServerCallContext): Promise<Message | Task> {
    const taskSeq = await this.#receive(params, context);
    const { historyLength, returnImmediately = false } = params.configuration ?? {};
    const exchange = returnImmediately ? this.#exchange(taskSeq) : await this.#untilSettled(taskSeq, context);
    return bareMessageOf(exchange) ?? taskOf(exchange, { historyLength });
  }

  async *sendMessageStream(
    params: SendMessageRequest,
    context: ServerCallContext,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    const taskSeq = await this.#receive(params, context);
    yield* this.#stream(taskSeq, context, isSettled);
  }

  async *resubscribe(
    { id }: Parameters<Handler['resubscribe']>[0],
    context: ServerCallContext,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    const exchange = this.#find(id, context);
    if (isFinal(stateOf(exchange)))
      throw new UnsupportedOperationError(`Task ${id} is over; there is nothing to follow.`);
    yield* this.#stream(exchange.task.seq, context, isFinal);
  }

  async getTask({ id, historyLength }: Parameters<Handler['getTask']>[0], context: ServerCallContext): Promise<Task> {
    return taskOf(this.#find(id, context), { historyLength });
  }

  async listTasks(params: Parameters<Handler['listTasks']>[0], context: ServerCallContext) {
    return listTasks(this.#desk, callOf(context).caller.id, params);
  }

  async cancelTask({ id }: Parameters<Handler['cancelTask']>[0], context: ServerCallContext): Promise<Task> {
    const { task } = this.#find(id, context);
    try {
      await this.#desk.cancel(task, callOf(context).caller);
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'task_already_closed') throw asStandardError(error);
      throw new TaskNotCancelableError(`Task ${id} is over, so it cannot be canceled.`);
    }
    return taskOf(this.#exchange(task.seq));
  }

  async createTaskPushNotificationConfig(
    params: Parameters<Handler['createTaskPushNotificationConfig']>[0],
    context: ServerCallContext,
  ) {
    return this.#pushes.create(this.#find(params.taskId, context).task, params, callOf(context).version);
  }

  async getTaskPushNotificationConfig(
    { taskId, id }: Parameters<Handler['getTaskPushNotificationConfig']>[0],
    context: ServerCallContext,
  ) {
    return this.#pushes.get(this.#find(taskId, context).task, id);
  }

  async listTaskPushNotificationConfigs(
    { taskId }: Parameters<Handler['listTaskPushNotificationConfigs']>[0],
    context: ServerCallContext,
  ) {
    return { configs: this.#pushes.list(this.#find(taskId, context).task), nextPageToken: '' };
  }

  async deleteTaskPushNotificationConfig(
    { taskId, id }: Parameters<Handler['deleteTaskPushNotificationConfig']>[0],
    context: ServerCallContext,
  ): Promise<void> {
    await this.#pushes.delete(this.#find(taskId, context).task, id);
  }

  /** Stores the message and returns its task. */
  async #receive({ message, configuration }: SendMessageRequest, context: ServerCallContext): Promise<number> {
    if (!message) throw new RequestMalformedError('message is required');
    const { caller, version } = callOf(context);
    const ownId = ownIdOf(message);
    const before = ownId === null ? null : this.#desk.findSent(ownId, caller.id);
    if (before) return before.task.seq;
    const sent = clientMessageOf(message);
    const continued = message.taskId === '' ? null : this.#continued(message, context);
    const push = configuration?.taskPushNotificationConfig;
    if (push) await this.#pushes.check(push);
    let taskSeq: number;
    try {
      taskSeq = await this.#desk.receive({ ...sent, continues: continued?.task.seq ?? null }, caller);
    } catch (error) {
      throw asStandardError(error);
    }
    if (push) await this.#pushes.save(this.#exchange(taskSeq).task, push, version);
    return taskSeq;
  }

  #continued({ taskId, contextId }: Message, context: ServerCallContext): Exchange {
    const exchange = this.#find(taskId, context);
    if (isFinal(stateOf(exchange))) throw new UnsupportedOperationError(`Task ${taskId} is over; send a new message.`);
    if (contextId === '' || contextId === exchange.task.contextId) return exchange;
    throw new RequestMalformedError(
      `Task ${taskId} is in the context ${exchange.task.contextId}, not in ${contextId}.`,
    );
  }

  async #untilSettled(taskSeq: number, context: ServerCallContext): Promise<Exchange> {
    const call = callOf(context);
    const signal = AbortSignal.any([call.signal, AbortSignal.timeout(LONGEST_WAIT_MS)]);
    let last = this.#exchange(taskSeq);
    for await (const exchange of follow(this.#desk, taskSeq, { ...call, signal })) {
      last = exchange;
      if (isSettled(stateOf(exchange))) break;
    }
    return last;
  }

  async *#stream(
    taskSeq: number,
    context: ServerCallContext,
    isEnd: typeof isFinal,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    let told: Task | null = null;
    for await (const exchange of follow(this.#desk, taskSeq, callOf(context))) {
      const bare = told === null ? bareMessageOf(exchange) : null;
      if (bare) return void (yield { payload: { $case: 'message', value: bare } });
      const now = taskOf(exchange);
      if (told === null) yield { payload: { $case: 'task', value: now } };
      else yield* updatesBetween(told, now);
      told = now;
      if (isEnd(now.status?.state)) return;
    }
  }

  #exchange(taskSeq: number): Exchange {
    const exchange = this.#desk.exchange(taskSeq);
    if (!exchange) throw new TaskNotFoundError('The task was deleted.');
    return exchange;
  }

  /** To a caller, the tasks of others do not exist. */
  #find(id: string, context: ServerCallContext): Exchange {
    if (typeof id !== 'string' || id.trim() === '') throw new RequestMalformedError('The id of the task is missing.');
    const exchange = this.#desk.find(id, callOf(context).caller.id);
    if (!exchange) throw new TaskNotFoundError(`Task not found: ${id.slice(0, 200)}`);
    return exchange;
  }
}
