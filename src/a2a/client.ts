/** Calls other daemons over connections that are kept alive. */
import { Agent, type Dispatcher, errors, Pool } from 'undici';
import { asSynapseError, errorFromBody, type SynapseError } from '../errors.js';
import { decodeHostAddress, type HostAddress, SOCKET_SCHEME } from './address.js';

/** The outcome of a request: an answer of the peer, a refusal, an answer that invites another try, or no answer at all. */
export type Outcome =
  | { readonly type: 'accepted'; readonly body: Record<string, unknown> }
  | { readonly type: 'refused'; readonly error: SynapseError }
  | { readonly type: 'unable'; readonly status: number; readonly code: string | null; readonly reason: string }
  | { readonly type: 'unreachable'; readonly reason: string };

const CONNECT_TIMEOUT_MS = 2_000;
const ANSWER_TIMEOUT_MS = 30_000;
/** A task can contain a text of 1 MiB, which may take six times as much in JSON. */
const MOST_ANSWER_BYTES = 16 * 2 ** 20;

/** The peer was too slow to read the request, or has too much to do. Besides these, every 5xx is worth another try. */
const TRY_AGAIN_STATUSES: readonly number[] = [408, 425, 429];

/** Of another host: it cannot be reached, or its agent is not running. */
const AS_IF_DOWN: readonly string[] = ['host_unreachable', 'agent_unreachable'];

const KEPT_ALIVE = {
  connections: 4,
  pipelining: 1,
  keepAliveTimeout: 30_000,
  headersTimeout: ANSWER_TIMEOUT_MS,
  bodyTimeout: ANSWER_TIMEOUT_MS,
};

export class PeerClient {
  readonly #agent = new Agent({ ...KEPT_ALIVE, connect: { timeout: CONNECT_TIMEOUT_MS } });
  readonly #sockets = new Map<string, Pool>();

  post(endpoint: string, path: string, body: unknown, key: string | null): Promise<Outcome> {
    const host = decodeHostAddress(endpoint);
    if (host) return this.#overHost(host, { method: 'POST', path, body }, key);
    return this.#request(endpoint, { path, method: 'POST', body: JSON.stringify(body) }, key);
  }

  get(endpoint: string, path: string, key: string, limitMs: number): Promise<Outcome> {
    const host = decodeHostAddress(endpoint);
    if (host) return this.#overHost(host, { method: 'GET', path }, key, limitMs);
    return this.#request(endpoint, { path, method: 'GET', headersTimeout: limitMs, bodyTimeout: limitMs }, key);
  }

  /** Gives a daemon of this machine a request, and gets the answer as it is. */
  async pass(
    socket: string,
    {
      method,
      path,
      headers,
      body,
    }: Pick<Dispatcher.RequestOptions, 'method' | 'path' | 'headers'> & { body: Buffer | null },
  ): Promise<{ readonly status: number; readonly body: Buffer }> {
    const response = await this.#pool(socket).request({ method, path, headers: headers ?? null, body });
    return { status: response.statusCode, body: Buffer.from(await response.body.arrayBuffer()) };
  }

  /** The daemon that keeps the link passes the request on. Without a link it is as if nobody were there. */
  async #overHost(
    { socket, to, store }: HostAddress,
    call: { readonly method: string; readonly path: string; readonly body?: unknown },
    key: string | null,
    limitMs = ANSWER_TIMEOUT_MS,
  ): Promise<Outcome> {
    const limits = { headersTimeout: limitMs, bodyTimeout: limitMs };
    const body = JSON.stringify({ to, store, ...call });
    const options = { path: '/hosts/call', method: 'POST', body, ...limits } as const;
    const outcome = await this.#request(`${SOCKET_SCHEME}${socket}`, options, key);
    return outcome.type === 'unable' && outcome.code !== null && AS_IF_DOWN.includes(outcome.code)
      ? { type: 'unreachable', reason: outcome.reason }
      : outcome;
  }

  async #request(
    endpoint: string,
    options: Omit<Dispatcher.RequestOptions, 'origin'>,
    key: string | null,
  ): Promise<Outcome> {
    try {
      const headers = { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) };
      const response = await this.#send(endpoint, { ...options, headers });
      const answer = await readAnswer(response.body);
      const { statusCode: status } = response;
      if (status < 300) return { type: 'accepted', body: answer };
      const error = errorFromBody(answer, `the peer answered ${status}`);
      return status >= 500 || TRY_AGAIN_STATUSES.includes(status)
        ? { type: 'unable', status, code: error.code, reason: error.message }
        : { type: 'refused', error };
    } catch (error) {
      return { type: 'unreachable', reason: reasonOf(error) };
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#agent, ...this.#sockets.values()].map((each) => each.destroy()));
  }

  #send(endpoint: string, options: Omit<Dispatcher.RequestOptions, 'origin'>): Promise<Dispatcher.ResponseData> {
    if (endpoint.startsWith(SOCKET_SCHEME)) return this.#pool(endpoint.slice(SOCKET_SCHEME.length)).request(options);
    const url = new URL(endpoint);
    // "localhost" may mean ::1 first. A daemon listens on both, but naming one address saves a failed attempt.
    if (url.hostname === 'localhost') url.hostname = '127.0.0.1';
    return this.#agent.request({ ...options, origin: url.origin });
  }

  #pool(socketPath: string): Pool {
    let pool = this.#sockets.get(socketPath);
    if (!pool) {
      pool = new Pool('http://localhost', { ...KEPT_ALIVE, connect: { timeout: CONNECT_TIMEOUT_MS, socketPath } });
      this.#sockets.set(socketPath, pool);
    }
    return pool;
  }
}

/** A program that is not a daemon may answer with anything. Then only the status counts. */
async function readAnswer(body: AsyncIterable<Buffer>): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MOST_ANSWER_BYTES) return {};
    chunks.push(chunk);
  }
  try {
    const answer: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.ConnectTimeoutError) return 'it does not accept connections';
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'nothing listens there';
  return asSynapseError(error).message;
}
