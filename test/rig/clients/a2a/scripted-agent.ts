/** An A2A agent made with the SDK's server, which does what the first word of a message says. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AgentCard, type Message, type Part, Role, TaskState } from '@a2a-js/sdk';
import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server';
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  type ExecutionEventBus,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  type RequestContext,
  ServerCallContext,
} from '@a2a-js/sdk/server';
import { answerRest } from './rest-door.js';

export type Speech = 'json-rpc' | 'rest' | 'v0.3';

export interface ScriptedOptions {
  readonly speech?: Speech;
  readonly streaming?: boolean;
  readonly token?: string;
  /** Lists no tasks, as agents do that know no context of ours. */
  readonly hidesTasks?: boolean;
  /** Does something else with a request before the agent sees it; true if it has answered. */
  readonly intercept?: (request: IncomingMessage, body: string, response: ServerResponse) => boolean | Promise<boolean>;
}

export class ScriptedAgent {
  /** The texts of the messages that it was given, in order. */
  readonly heard: string[] = [];
  readonly messages: Message[] = [];
  /** Requests to each path or method. */
  readonly calls: string[] = [];
  readonly options: ScriptedOptions;
  /** Resolves the answers of `wait`. */
  readonly #waiting: (() => void)[] = [];
  readonly #tasks = new InMemoryTaskStore();
  #server: Server | null = null;
  #port = 0;

  constructor(options: ScriptedOptions = {}) {
    this.options = options;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Keeps its tasks, like an agent that was restarted. */
  async start(): Promise<void> {
    const server = createServer((request, response) => void this.#answer(request, response));
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async stop(): Promise<void> {
    this.release();
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  /** Lets everything go on that waits. */
  release(): void {
    for (const go of this.#waiting.splice(0)) go();
  }

  card(): AgentCard {
    const { speech = 'json-rpc', streaming = true } = this.options;
    const protocolBinding = speech === 'rest' ? 'HTTP+JSON' : 'JSONRPC';
    const protocolVersion = speech === 'v0.3' ? '0.3' : '1.0';
    return {
      name: 'Scripted',
      description: 'Does what it is told.',
      version: '1',
      supportedInterfaces: [{ url: `${this.url}/agent`, protocolBinding, protocolVersion, tenant: '' }],
      capabilities: { streaming, extensions: [] },
      provider: undefined,
      securitySchemes: {},
      securityRequirements: [],
      defaultInputModes: ['text/plain'],
      defaultOutputModes: ['text/plain'],
      skills: [],
      signatures: [],
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { pathname } = new URL(request.url ?? '/', this.url);
    if (await this.options.intercept?.(request, body, response)) return;
    if (pathname.endsWith('.json')) return sendJson(response, 200, this.#wireCard());
    const { token } = this.options;
    if (token !== undefined && request.headers.authorization !== `Bearer ${token}`) return sendJson(response, 401, {});
    const handler = new DefaultRequestHandler(this.card(), this.#tasks, this.#executor());
    if (this.options.hidesTasks)
      handler.listTasks = async () => ({ tasks: [], nextPageToken: '', pageSize: 0, totalSize: 0 });
    const requestedVersion = this.options.speech === 'v0.3' ? '0.3' : '1.0';
    const context = new ServerCallContext({ requestedVersion });
    if (this.options.speech === 'rest') {
      this.calls.push(`${request.method} ${pathname}`);
      return answerRest(handler, context, { request, body, response, path: pathname.slice('/agent'.length) });
    }
    this.calls.push(JSON.parse(body).method);
    const Door = this.options.speech === 'v0.3' ? LegacyJsonRpcTransportHandler : JsonRpcTransportHandler;
    const answer = await new Door(handler).handle(body, context);
    if (Symbol.asyncIterator in answer) return sendEvents(response, answer as AsyncGenerator<unknown>);
    sendJson(response, 200, answer);
  }

  /** A card of v0.3 has its address at the top. */
  #wireCard(): unknown {
    const { supportedInterfaces, ...card } = this.card();
    if (this.options.speech !== 'v0.3') return { ...card, supportedInterfaces };
    const { streaming } = this.options;
    const { name, description, version, skills, defaultInputModes, defaultOutputModes } = card;
    const about = { name, description, version, skills, defaultInputModes, defaultOutputModes };
    const url = `${this.url}/agent`;
    return {
      ...about,
      url,
      protocolVersion: '0.3.0',
      preferredTransport: 'JSONRPC',
      capabilities: { streaming: streaming ?? true },
    };
  }

  #executor(): AgentExecutor {
    return {
      execute: (context, bus) => this.#execute(context, bus),
      cancelTask: async (taskId, bus) => {
        bus.publish(AgentEvent.statusUpdate(update({ taskId, contextId: '' }, TaskState.TASK_STATE_CANCELED)));
        bus.finished();
      },
    };
  }

  async #execute({ userMessage, taskId, contextId, task }: RequestContext, bus: ExecutionEventBus): Promise<void> {
    const text = userMessage.parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join('');
    this.heard.push(text);
    this.messages.push(userMessage);
    const ids = { taskId, contextId };
    const [word, ...rest] = text.split(' ');
    if (word === 'talk') {
      bus.publish(AgentEvent.message(said(rest.join(' '), ids)));
      return bus.finished();
    }
    const known = task ?? {
      id: taskId,
      contextId,
      status: undefined,
      artifacts: [],
      history: [userMessage],
      metadata: undefined,
    };
    bus.publish(AgentEvent.task({ ...known, status: status(TaskState.TASK_STATE_WORKING) }));
    if (word === 'wait') await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const end = (state: TaskState, words?: string) =>
      bus.publish(AgentEvent.statusUpdate(update(ids, state, words === undefined ? undefined : said(words, ids))));
    if (word === 'ask') end(TaskState.TASK_STATE_INPUT_REQUIRED, rest.join(' '));
    else if (word === 'fail') end(TaskState.TASK_STATE_FAILED, rest.join(' '));
    else if (word === 'reject') end(TaskState.TASK_STATE_REJECTED, rest.join(' '));
    else {
      for (const [index, parts] of answersTo(word ?? '', text).entries()) {
        const artifact = {
          artifactId: `a${index}`,
          name: '',
          description: '',
          parts,
          metadata: undefined,
          extensions: [],
        };
        bus.publish(
          AgentEvent.artifactUpdate({ ...ids, artifact, append: false, lastChunk: true, metadata: undefined }),
        );
      }
      end(TaskState.TASK_STATE_COMPLETED);
    }
    bus.finished();
  }
}

function answersTo(word: string, text: string): Part[][] {
  if (word === 'quiet') return [];
  if (word !== 'files') return [[part({ $case: 'text', value: `done: ${text}` })]];
  const raw = Buffer.from('all is well\n');
  return [
    [part({ $case: 'text', value: 'two files' })],
    [{ ...part({ $case: 'raw', value: raw }), filename: 'report.txt', mediaType: 'text/plain' }],
    [{ ...part({ $case: 'url', value: 'https://example.com/big.bin' }), filename: 'big.bin' }],
    [part({ $case: 'data', value: { count: 42 } })],
  ];
}

function part(content: Part['content']): Part {
  return { content, metadata: undefined, filename: '', mediaType: '' };
}

function said(text: string, ids: { readonly taskId: string; readonly contextId: string }): Message {
  const parts = [part({ $case: 'text', value: text })];
  const messageId = `said-${text}`;
  return { messageId, ...ids, role: Role.ROLE_AGENT, parts, metadata: undefined, extensions: [], referenceTaskIds: [] };
}

function status(state: TaskState, message?: Message) {
  return { state, message, timestamp: new Date().toISOString() };
}

function update(ids: { readonly taskId: string; readonly contextId: string }, state: TaskState, message?: Message) {
  return { ...ids, status: status(state, message), metadata: undefined };
}

export function sendJson(response: ServerResponse, code: number, value: unknown): void {
  response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

export async function sendEvents(response: ServerResponse, events: AsyncGenerator<unknown>): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for await (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
  response.end();
}
