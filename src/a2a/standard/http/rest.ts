/** HTTP+JSON of version 1.0, below `/a2a/rest`. */
import {
  AgentCard,
  ListTaskPushNotificationConfigsResponse,
  ListTasksRequest,
  Message,
  SendMessageRequest,
  StreamResponse,
  Task,
  TaskPushNotificationConfig,
} from '@a2a-js/sdk';
import {
  ContentTypeNotSupportedError,
  RequestMalformedError,
  restStatusFor,
  toRestErrorBody,
  VersionNotSupportedError,
} from '@a2a-js/sdk/errors';
import type { ServerCallContext } from '@a2a-js/sdk/server';
import type { StandardAgent } from '../agent.js';
import { contextOf } from '../call.js';
import { asStandardError } from '../errors.js';
import { checkMessage, checkParameters, isObject } from './check-send.js';
import { A2A_TYPE, type HttpCall, isJson, sendAs } from './exchange.js';
import { sendEvents } from './sse.js';
import { versionOf } from './version.js';

interface Asked {
  readonly http: HttpCall;
  readonly context: ServerCallContext;
  /** What the groups of the path have found, decoded. */
  readonly words: readonly string[];
}

type Stream = AsyncGenerator<StreamResponse, void, undefined>;

interface Operation {
  readonly method: string;
  readonly path: RegExp;
  /** JSON, or a stream of events. */
  readonly run: (asked: Asked) => Promise<unknown> | Stream;
}

export class RestDoor {
  readonly #operations: readonly Operation[];
  readonly #report: (error: unknown) => void;

  constructor(agent: StandardAgent, report: (error: unknown) => void) {
    this.#operations = operationsOf(agent);
    this.#report = report;
  }

  /** `path` is what follows `/a2a/rest`. */
  async answer(http: HttpCall, path: string): Promise<void> {
    const { request, response } = http;
    const type = request.headers.accept?.includes(A2A_TYPE) ? A2A_TYPE : 'application/json';
    try {
      const version = versionOf(request.headers['a2a-version'], http.query);
      if (version !== '1.0') throw new VersionNotSupportedError('HTTP+JSON needs the header A2A-Version: 1.0');
      const context = contextOf({ ...http, version });
      const result = this.#run(path, { http, context });
      if (!(Symbol.asyncIterator in result)) return sendAs(response, 200, type, await result);
      const stream = encoded(result);
      const first = await stream.next();
      if (first.done) return void response.end();
      await sendEvents(response, first.value, stream, (error) => {
        const known = this.#known(error);
        return toRestErrorBody(known, restStatusFor(known));
      });
    } catch (error) {
      const known = this.#known(error);
      const status = known instanceof ContentTypeNotSupportedError ? 415 : restStatusFor(known);
      sendAs(response, status, type, toRestErrorBody(known, status));
    }
  }

  #run(path: string, asked: Omit<Asked, 'words'>): Promise<unknown> | Stream {
    const { method } = asked.http.request;
    for (const operation of this.#operations) {
      const found = operation.method === method ? operation.path.exec(path) : null;
      if (found) return operation.run({ ...asked, words: found.slice(1).map(decode) });
    }
    throw new RequestMalformedError(`There is no operation ${method} ${path}`);
  }

  #known(error: unknown): Error {
    const known = asStandardError(error);
    if (known.cause !== undefined) this.#report(known.cause);
    return known;
  }
}

const TASK = '/tasks/([^/:]+)';
const CONFIGS = `${TASK}/pushNotificationConfigs`;

function operationsOf(agent: StandardAgent): Operation[] {
  const at = (method: string, path: string, run: Operation['run']): Operation => ({
    method,
    path: new RegExp(`^${path}$`),
    run,
  });
  const subscribe = ({ context, words: [id = ''] }: Asked) => agent.resubscribe({ tenant: '', id }, context);
  const send = async ({ http, context }: Asked) => {
    const result = await agent.sendMessage(await sentIn(http), context);
    return 'messageId' in result ? { message: Message.toJSON(result) } : { task: Task.toJSON(result) };
  };
  return [
    at('POST', '/message:send', send),
    at('POST', '/message:stream', async function* ({ http, context }) {
      yield* agent.sendMessageStream(await sentIn(http), context);
    }),
    at('GET', '/tasks', async ({ http, context }) => listed(agent, http.query, context)),
    at('GET', TASK, async ({ http, context, words: [id = ''] }) => {
      const asked = Object.fromEntries(http.query);
      checkParameters(asked);
      const historyLength = asked.historyLength === undefined ? undefined : Number(asked.historyLength);
      return Task.toJSON(await agent.getTask({ tenant: '', id, historyLength }, context));
    }),
    at('POST', `${TASK}:cancel`, async ({ context, words: [id = ''] }) =>
      Task.toJSON(await agent.cancelTask({ tenant: '', id, metadata: undefined }, context)),
    ),
    at('GET', `${TASK}:subscribe`, subscribe),
    at('POST', `${TASK}:subscribe`, subscribe),
    at('POST', CONFIGS, async ({ http, context, words: [taskId = ''] }) => {
      const body = await objectIn(http);
      checkParameters(body);
      const config = TaskPushNotificationConfig.fromJSON({ ...body, taskId });
      return TaskPushNotificationConfig.toJSON(await agent.createTaskPushNotificationConfig(config, context));
    }),
    at('GET', CONFIGS, async ({ context, words: [taskId = ''] }) => {
      const asked = { tenant: '', taskId, pageSize: 0, pageToken: '' };
      const found = await agent.listTaskPushNotificationConfigs(asked, context);
      return { configs: [], ...(ListTaskPushNotificationConfigsResponse.toJSON(found) as object) };
    }),
    at('GET', `${CONFIGS}/([^/]+)`, async ({ context, words: [taskId = '', id = ''] }) =>
      TaskPushNotificationConfig.toJSON(await agent.getTaskPushNotificationConfig({ tenant: '', taskId, id }, context)),
    ),
    at('DELETE', `${CONFIGS}/([^/]+)`, async ({ context, words: [taskId = '', id = ''] }) => {
      await agent.deleteTaskPushNotificationConfig({ tenant: '', taskId, id }, context);
      return {};
    }),
    at('GET', '/extendedAgentCard', async ({ context }) =>
      AgentCard.toJSON(await agent.getAuthenticatedExtendedAgentCard({}, context)),
    ),
  ];
}

async function sentIn(http: HttpCall): Promise<SendMessageRequest> {
  const body = await objectIn(http);
  checkParameters(body);
  checkMessage(body, '1.0');
  return SendMessageRequest.fromJSON(body);
}

async function objectIn({ request, body }: HttpCall): Promise<Readonly<Record<string, unknown>>> {
  if (!isJson(request.headers['content-type'])) {
    throw new ContentTypeNotSupportedError(`Content-Type must be ${A2A_TYPE} or application/json`);
  }
  const value = await body();
  if (!isObject(value)) throw new RequestMalformedError('The body must be a JSON object.');
  return value;
}

async function listed(agent: StandardAgent, query: URLSearchParams, context: ServerCallContext): Promise<unknown> {
  const asked = Object.fromEntries(query);
  checkParameters(asked);
  // The decoder would take any text for true.
  const includeArtifacts = asked.includeArtifacts === 'true';
  const found = await agent.listTasks(ListTasksRequest.fromJSON({ ...asked, includeArtifacts }), context);
  const { tasks, ...rest } = found;
  return { tasks: tasks.map((task) => Task.toJSON(task)), ...rest };
}

async function* encoded(stream: Stream): AsyncGenerator<unknown, void, undefined> {
  for await (const event of stream) yield StreamResponse.toJSON(event);
}

function decode(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    throw new RequestMalformedError('The path is not valid.');
  }
}
