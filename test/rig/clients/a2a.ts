/** A2A clients of both SDKs and both bindings, and raw requests. */
import { type Message, Role, type StreamResponse, TaskState, taskStateToJSON } from '@a2a-js/sdk';
import {
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client';
import { A2AClient } from 'a2a-sdk-03/client';
import type { Agent } from '../home/agent.js';

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever the server answers.
type Any = any;

interface Sent {
  readonly id?: string;
  readonly taskId?: string;
  readonly contextId?: string;
  readonly now?: boolean;
  readonly metadata?: Record<string, unknown>;
}

/** What the tests need of a client, in one form: states in lower case, parts as they are. */
export interface StandardClient {
  send(text: string, sent?: Sent): Promise<Any>;
  stream(text: string, sent?: Sent): AsyncGenerator<Any>;
  subscribe(id: string): AsyncGenerator<Any>;
  get(id: string): Promise<Any>;
  cancel(id: string): Promise<Any>;
  push(id: string, config: Any): Promise<Any>;
}

export const CLIENTS = ['1.x, JSON-RPC', '1.x, HTTP+JSON', '0.3.x'] as const;
export type ClientName = (typeof CLIENTS)[number];

export function connect(name: ClientName, agent: Agent, bearer: string): Promise<StandardClient> {
  return connectAt(name, `http://localhost:${agent.entry.port}`, bearer);
}

/** An agent at any address; `plainFetch` may trust a certificate of its own. */
export function connectAt(
  name: ClientName,
  base: string,
  bearer: string,
  plainFetch: typeof fetch = fetch,
): Promise<StandardClient> {
  const fetchImpl: typeof fetch = (input, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${bearer}`);
    return plainFetch(input, { ...init, headers });
  };
  return name === '0.3.x' ? legacy(base, fetchImpl) : modern(name, base, fetchImpl);
}

async function modern(name: ClientName, base: string, fetchImpl: typeof fetch): Promise<StandardClient> {
  const transport = name.endsWith('JSON-RPC')
    ? new JsonRpcTransportFactory({ fetchImpl })
    : new RestTransportFactory({ fetchImpl });
  const factory = new ClientFactory({
    transports: [transport],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  });
  // The SDK appends the well-known place of the card to a base that ends with a slash.
  const client = await factory.createFromUrl(`${base}/`);
  const request = (text: string, { now = false, ...sent }: Sent = {}) => ({
    tenant: '',
    message: wireMessage(text, sent),
    configuration: {
      acceptedOutputModes: [],
      taskPushNotificationConfig: undefined,
      returnImmediately: now,
    },
    metadata: undefined,
  });
  const plain = (value: Any): Any =>
    value?.status
      ? { ...value, state: stateName(value.status.state), artifacts: (value.artifacts ?? []).map(plainArtifact) }
      : value;
  return {
    send: async (text, sent) => plain(await client.sendMessage(request(text, sent) as Any)),
    stream: (text, sent) => events(client.sendMessageStream(request(text, sent) as Any)),
    subscribe: (id) => events(client.resubscribeTask({ tenant: '', id })),
    get: async (id) => plain(await client.getTask({ tenant: '', id })),
    cancel: async (id) => plain(await client.cancelTask({ tenant: '', id, metadata: undefined })),
    push: (taskId, config) =>
      client.createTaskPushNotificationConfig({
        tenant: '',
        id: '',
        token: '',
        authentication: undefined,
        taskId,
        ...config,
      }),
  };
}

async function* events(stream: AsyncGenerator<StreamResponse>): AsyncGenerator<Any> {
  for await (const { payload } of stream) {
    if (payload?.$case === 'artifactUpdate') {
      yield { kind: 'artifact', append: payload.value.append, ...plainArtifact(payload.value.artifact) };
    } else if (payload?.$case === 'message') yield { kind: 'message' };
    else yield { kind: payload?.$case === 'task' ? 'task' : 'status', state: stateName(payload?.value.status?.state) };
  }
}

async function legacy(base: string, fetchImpl: typeof fetch): Promise<StandardClient> {
  const client = await A2AClient.fromCardUrl(`${base}/a2a/v0.3/.well-known/agent-card.json`, { fetchImpl });
  const request = (text: string, { id = 'm', now = false, ...sent }: Sent = {}): Any => ({
    message: { kind: 'message', messageId: id, role: 'user', parts: [{ kind: 'text', text }], ...sent },
    configuration: { blocking: !now },
  });
  const plain = (answer: Any): Any => {
    if (answer.error) throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
    const { result } = answer;
    return result?.status ? { ...result, state: result.status.state } : result;
  };
  const each = async function* (stream: AsyncGenerator<Any>): AsyncGenerator<Any> {
    for await (const event of stream) {
      if (event.kind === 'artifact-update')
        yield { kind: 'artifact', append: event.append, parts: event.artifact.parts };
      else yield { kind: event.kind === 'task' ? 'task' : 'status', state: event.status.state };
    }
  };
  return {
    send: async (text, sent) => plain(await client.sendMessage(request(text, sent))),
    stream: (text, sent) => each(client.sendMessageStream(request(text, sent))),
    subscribe: (id) => each(client.resubscribeTask({ id })),
    get: async (id) => plain(await client.getTask({ id })),
    cancel: async (id) => plain(await client.cancelTask({ id })),
    push: async (taskId, { authentication, ...config }) =>
      plain(
        await client.setTaskPushNotificationConfig({
          taskId,
          pushNotificationConfig: {
            ...config,
            authentication: { schemes: [authentication.scheme], credentials: authentication.credentials },
          },
        }),
      ),
  };
}

function wireMessage(text: string, { id = 'm', taskId = '', contextId = '', metadata }: Sent): Message {
  return {
    messageId: id,
    taskId,
    contextId,
    role: Role.ROLE_USER,
    parts: [{ content: { $case: 'text', value: text }, metadata: undefined, filename: '', mediaType: '' }],
    metadata,
    extensions: [],
    referenceTaskIds: [],
  };
}

/** `input-required`, as version 0.3 says it. */
function stateName(state: TaskState = TaskState.TASK_STATE_UNSPECIFIED): string {
  return taskStateToJSON(state).replace('TASK_STATE_', '').toLowerCase().replaceAll('_', '-');
}

function plainArtifact(artifact: Any): Any {
  return { parts: artifact.parts.map(({ content }: Any) => ({ kind: content.$case, [content.$case]: content.value })) };
}
