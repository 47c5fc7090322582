/** Calls an outside agent with the SDK's client. Every outcome is a value; nothing it answers can make a call throw. */
import type { Message, SendMessageRequest, StreamResponse } from '@a2a-js/sdk';
import { type Client, ClientFactory, JsonRpcTransportFactory, RestTransportFactory } from '@a2a-js/sdk/client';
import type { Part } from '../../taskstore/message.js';
import { MESSAGE_ID_KEY } from '../message-id.js';
import type { Card } from './card.js';
import { guardedFetch, type Reach } from './guarded-fetch.js';
import { type RemoteTask, toParts, toRemoteTask, toWireParts, withEvent } from './remote-task.js';
import { asTrouble, CallFailed, type Trouble } from './trouble.js';

export interface Outgoing {
  readonly messageId: string;
  readonly contextId: string;
  /** The task of the agent that the message continues; null if it begins one. */
  readonly taskId: string | null;
  readonly parts: readonly Part[];
}

/** What the task is from now on, until the stream ends. */
export type Updates = AsyncGenerator<RemoteTask, Trouble | null>;

export type SendResult =
  | { readonly type: 'task'; readonly task: RemoteTask; readonly updates: Updates | null }
  | { readonly type: 'message'; readonly parts: readonly Part[] }
  | Trouble;

export type ReadResult = { readonly type: 'task'; readonly task: RemoteTask } | Trouble;

/** Enough to see which messages it has got. */
const HISTORY_LENGTH = 50;
const CALL_LIMIT_MS = 30_000;

export class OutsideAgent {
  private constructor(
    readonly card: Card,
    private readonly client: Client,
  ) {}

  /** Throws nothing: a card whose interface cannot be used was refused before. */
  static async open(card: Card, reach: Reach): Promise<OutsideAgent | Trouble> {
    const fetchImpl = guardedFetch(reach);
    const legacyCompat = { enabled: true };
    const chosen = card.interfaces.find(({ url }) => reach.allows(new URL(url)));
    if (!chosen)
      return asTrouble(
        new CallFailed('broken', 'other_host', { origin: new URL(card.interfaces[0]?.url ?? card.url).origin }),
      );
    const { url, binding: protocolBinding, version: protocolVersion, tenant } = chosen;
    const supportedInterfaces = [{ url, protocolBinding, protocolVersion, tenant }];
    const factory = new ClientFactory({
      transports: [
        new JsonRpcTransportFactory({ fetchImpl, legacyCompat }),
        new RestTransportFactory({ fetchImpl, legacyCompat }),
      ],
    });
    try {
      const client = await factory.createFromAgentCard({ ...(card.raw as object), supportedInterfaces } as never);
      return new OutsideAgent(card, client);
    } catch (error) {
      return asTrouble(error);
    }
  }

  /** Returns as soon as the agent has the message. If it streams, the rest of the stream is in `updates`. */
  async send(outgoing: Outgoing, signal: AbortSignal): Promise<SendResult> {
    if (!this.card.canStream) return this.#sendPlainly(outgoing, signal);
    const result = await this.#sendStreaming(outgoing, signal);
    const isUnable = result.type === 'trouble' && result.code !== null && NO_STREAM.includes(result.code);
    // Some cards promise a stream that there is not.
    return isUnable ? this.#sendPlainly(outgoing, signal) : result;
  }

  async read(taskId: string, signal: AbortSignal): Promise<ReadResult> {
    try {
      const params = { tenant: '', id: taskId, historyLength: HISTORY_LENGTH };
      const task = await this.client.getTask(params, { signal: limitedBy(signal) });
      return { type: 'task', task: toRemoteTask(task, taskId) };
    } catch (error) {
      return asTrouble(error);
    }
  }

  /** The task as it changes. `known` is how it was last seen, because an agent of v0.3 tells only what is new. */
  async *follow(known: RemoteTask, signal: AbortSignal): Updates {
    return yield* updatesOf(this.client.resubscribeTask({ tenant: '', id: known.id }, { signal }), known);
  }

  /** Null if it was canceled, or had ended. */
  async cancel(taskId: string, signal: AbortSignal): Promise<Trouble | null> {
    try {
      await this.client.cancelTask({ tenant: '', id: taskId, metadata: undefined }, { signal: limitedBy(signal) });
      return null;
    } catch (error) {
      return asTrouble(error);
    }
  }

  /** The task that began with this message, by the context that we chose for it. */
  async find(outgoing: Outgoing, signal: AbortSignal): Promise<ReadResult | { readonly type: 'none' }> {
    try {
      const { tasks } = await this.client.listTasks(
        {
          tenant: '',
          contextId: outgoing.contextId,
          status: 0,
          pageToken: '',
          historyLength: HISTORY_LENGTH,
          statusTimestampAfter: undefined,
        },
        { signal: limitedBy(signal) },
      );
      const found = (tasks ?? [])
        .filter(({ contextId }) => contextId === outgoing.contextId)
        .map((task) => toRemoteTask(task, null));
      const task = found.find(({ messageIds }) => messageIds.includes(outgoing.messageId)) ?? found[0];
      // A list leaves out what a task has made.
      return task ? this.read(task.id, signal) : { type: 'none' };
    } catch (error) {
      return asTrouble(error);
    }
  }

  async #sendPlainly(outgoing: Outgoing, signal: AbortSignal): Promise<SendResult> {
    try {
      const result = await this.client.sendMessage(requestOf(outgoing), { signal });
      if ('messageId' in result) return { type: 'message', parts: toParts(result.parts) };
      return { type: 'task', task: toRemoteTask(result, outgoing.taskId), updates: null };
    } catch (error) {
      return asTrouble(error);
    }
  }

  async #sendStreaming(outgoing: Outgoing, signal: AbortSignal): Promise<SendResult> {
    try {
      const events = this.client.sendMessageStream(requestOf(outgoing), { signal });
      const first = await events.next();
      const payload = first.done ? undefined : first.value.payload;
      if (!payload) throw new CallFailed('unclear', 'empty_stream');
      if (payload.$case === 'message') {
        void events.return(undefined).catch(() => {});
        return { type: 'message', parts: toParts(payload.value.parts) };
      }
      const begun = payload.$case === 'task' ? payload.value : bareTask(payload.value);
      const task = withEvent(toRemoteTask(begun, outgoing.taskId), { payload });
      return { type: 'task', task, updates: updatesOf(events, task) };
    } catch (error) {
      return asTrouble(error);
    }
  }
}

const NO_STREAM: readonly string[] = ['UNSUPPORTED_OPERATION', 'METHOD_NOT_FOUND', 'HTTP_404', 'HTTP_405', 'HTTP_501'];

/** Some agents begin a stream with an update, not with the task. */
function bareTask({ taskId, contextId }: { readonly taskId: string; readonly contextId: string }) {
  return { id: taskId, contextId, status: undefined, artifacts: [], history: [], metadata: undefined };
}

async function* updatesOf(events: AsyncGenerator<StreamResponse, void>, first: RemoteTask): Updates {
  let task = first;
  try {
    for await (const event of events) {
      const next = withEvent(task, event);
      if (next === task) continue;
      task = next;
      yield task;
    }
    return null;
  } catch (error) {
    return asTrouble(error);
  }
}

function requestOf({ messageId, contextId, taskId, parts }: Outgoing): SendMessageRequest {
  const message: Message = {
    messageId,
    contextId,
    taskId: taskId ?? '',
    role: ROLE_USER,
    parts: toWireParts(parts),
    metadata: { [MESSAGE_ID_KEY]: messageId },
    extensions: [],
    referenceTaskIds: [],
  };
  const configuration = {
    acceptedOutputModes: [],
    taskPushNotificationConfig: undefined,
    // Otherwise an agent that does not stream answers only when it is done, which may take hours.
    returnImmediately: true,
  };
  return { tenant: '', message, configuration, metadata: undefined };
}

const ROLE_USER: Message['role'] = 1;

function limitedBy(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(CALL_LIMIT_MS)]);
}
