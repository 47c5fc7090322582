/** JSON-RPC, in versions 1.0 and 0.3. */
import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server';
import { A2A_ERROR_CODE, ContentTypeNotSupportedError, toJsonRpcError } from '@a2a-js/sdk/errors';
import { JsonRpcTransportHandler } from '@a2a-js/sdk/server';
import type { StandardAgent } from '../agent.js';
import { type Call, contextOf, type Version } from '../call.js';
import { asStandardError } from '../errors.js';
import { checkMessage, checkParameters, isObject } from './check-send.js';
import { type HttpCall, isJson, sendAs } from './exchange.js';
import { openEvents, sendEvents, writeEvent } from './sse.js';
import { versionOf } from './version.js';

const TYPE = 'application/json';

type Envelope = Readonly<Record<string, unknown>>;
type RpcError = { readonly code: number; readonly message: string; readonly data?: unknown };

export class JsonRpcDoor {
  readonly #handlers: Readonly<Record<Version, JsonRpcTransportHandler | LegacyJsonRpcTransportHandler>>;
  readonly #report: (error: unknown) => void;

  /** `report` is told of errors that nobody expected. */
  constructor(agent: StandardAgent, report: (error: unknown) => void) {
    this.#handlers = { '1.0': new JsonRpcTransportHandler(agent), '0.3': new LegacyJsonRpcTransportHandler(agent) };
    this.#report = report;
  }

  async answer(http: HttpCall): Promise<void> {
    const { request, response, query } = http;
    if (!isJson(request.headers['content-type'])) {
      const error = new ContentTypeNotSupportedError('Content-Type must be application/json');
      return sendAs(response, 415, TYPE, envelope(null, toJsonRpcError(error)));
    }
    let body: unknown;
    try {
      body = await http.body();
    } catch (error) {
      const { status = 400, message } = error as { status?: number; message: string };
      const code = status === 413 ? A2A_ERROR_CODE.INVALID_REQUEST : A2A_ERROR_CODE.PARSE_ERROR;
      return sendAs(response, status === 413 ? 413 : 200, TYPE, envelope(null, { code, message }));
    }
    const wrong = wrongEnvelope(body);
    if (wrong) return sendAs(response, 200, TYPE, wrong);
    const asked = body as Envelope;
    const id = asked.id ?? null;
    try {
      const version = versionOf(request.headers['a2a-version'], query);
      checkParameters(asked.params);
      if (SENDS.has(String(asked.method))) checkMessage(asked.params, version);
      await this.#run(http, asked, { ...http, version });
    } catch (error) {
      const known = asStandardError(error);
      if (known.cause !== undefined) this.#report(known.cause);
      const failure = envelope(id, toJsonRpcError(known));
      // A client of version 0.3 that follows a task reads nothing but events.
      if (asked.method === 'tasks/resubscribe') {
        openEvents(response);
        writeEvent(response, failure);
        return void response.end();
      }
      sendAs(response, 200, TYPE, failure);
    }
  }

  async #run({ response }: HttpCall, asked: Envelope, call: Call): Promise<void> {
    const context = contextOf(call);
    // Without parameters, the handler of version 0.3 would complain about them before it looks at the method.
    const result = await this.#handlers[call.version].handle({ params: {}, ...asked }, context);
    if (!(Symbol.asyncIterator in result)) return sendAs(response, 200, TYPE, this.#checked(result));
    const stream = result[Symbol.asyncIterator]();
    const first = await stream.next();
    if (first.done) return void response.end();
    await sendEvents(response, first.value, stream, (error) => {
      const known = asStandardError(error);
      this.#report(known.cause ?? known);
      return envelope(asked.id ?? null, toJsonRpcError(known));
    });
  }

  /** The handler answers any error with its message. One that is not of the standard says nothing to outsiders. */
  #checked(answer: { readonly id?: unknown; readonly error?: unknown }): unknown {
    const error = answer.error as RpcError | undefined;
    if (error?.code !== A2A_ERROR_CODE.INTERNAL_ERROR || error.data !== undefined) return answer;
    const cause = new Error(error.message);
    this.#report(cause);
    return envelope(answer.id ?? null, toJsonRpcError(asStandardError(cause)));
  }
}

const SENDS = new Set(['SendMessage', 'SendStreamingMessage', 'message/send', 'message/stream']);

/** The answer to something that is not a request at all; null if it is one. */
function wrongEnvelope(body: unknown): Envelope | null {
  const invalid = (id: unknown, message: string) => envelope(id, { code: A2A_ERROR_CODE.INVALID_REQUEST, message });
  if (!isObject(body)) return invalid(null, 'The request must be a JSON object; batches are not supported.');
  const { id = null } = body;
  const isId = id === null || typeof id === 'string' || Number.isInteger(id);
  if (!isId) return invalid(null, 'id must be a text, a whole number or null.');
  if (body.jsonrpc !== '2.0') return invalid(id, 'jsonrpc must be "2.0".');
  if (typeof body.method !== 'string' || body.method === '') return invalid(id, 'method is missing.');
  if (body.params === undefined || isObject(body.params)) return null;
  return envelope(id, { code: A2A_ERROR_CODE.INVALID_PARAMS, message: 'params must be an object.' });
}

function envelope(id: unknown, error: RpcError): Envelope {
  return { jsonrpc: '2.0', id, error };
}
