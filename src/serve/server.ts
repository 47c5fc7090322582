/** The server for outside clients: over TLS, with the limits of a daemon, and with every check before an agent is asked. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { systemClock } from '../clock.js';
import { type ConnectionLimits, Connections } from '../daemon/http/door/connections.js';
import { skipRest } from '../daemon/http/door/read-body.js';
import { languageAsked, sendJson } from '../daemon/http/exchange.js';
import { asSynapseError, fail } from '../errors.js';
import { type Certificate, TLS_OPTIONS } from './certificate.js';
import { type Endpoint, endpointAt, urlOfAgent } from './endpoints.js';
import { Gate, type Holder, type Refusal } from './gate.js';
import { Handshakes } from './handshakes.js';
import { listOf } from './list.js';
import { ServedMcp } from './mcp.js';
import { OpenAnswers } from './open-answers.js';
import { passOn } from './pass-on.js';
import { ServedAgents } from './served-agents.js';

export interface ServeOptions {
  readonly home: string;
  /** The ids of the agents to serve; null for every agent that is no person. */
  readonly agents: readonly string[] | null;
  /** Requests of one token in a minute. */
  readonly perMinute: number;
  readonly limits: ConnectionLimits;
  /** Null for plain HTTP, which only loopback has. */
  readonly certificate: Certificate | null;
}

/** What is known once the server listens. */
export interface PublicAddress {
  /** Where clients reach it, without a slash at the end. */
  readonly url: string;
  /** The names by which it may be called. */
  readonly hosts: ReadonlySet<string>;
}

export interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const KEEP_ALIVE_MS = 5_000;
const HEADER_BYTES = 16 * 1024;

export class OutsideServer {
  readonly server: Server;
  readonly agents: ServedAgents;
  readonly #gate: Gate;
  readonly #answers: OpenAnswers;
  readonly #mcp: ServedMcp;
  readonly #connections: Connections;
  readonly #sockets = new Set<Socket>();
  #public: PublicAddress = { url: '', hosts: new Set() };

  constructor({ home, agents, perMinute, limits, certificate }: ServeOptions) {
    this.agents = new ServedAgents(home, agents);
    this.#gate = new Gate(home, perMinute, systemClock);
    this.#answers = new OpenAnswers(home);
    this.#mcp = new ServedMcp(home, this.agents);
    this.#connections = new Connections(limits);
    this.server = this.#makeServer(certificate, limits);
  }

  /** Called when it listens. */
  opened(opened: PublicAddress): void {
    this.#public = opened;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    await this.#mcp.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #makeServer(certificate: Certificate | null, { headersMs, bodyMs, strangers }: ConnectionLimits): Server {
    const options = {
      headersTimeout: headersMs,
      requestTimeout: headersMs + bodyMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: HEADER_BYTES,
    };
    const answer = (request: IncomingMessage, response: ServerResponse) => {
      // Its end came a moment before the rest of its headers.
      if (request.socket.writableEnded) return void request.socket.destroy();
      this.#connections.begin(request, response);
      void this.#answer({ request, response });
    };
    const server = certificate
      ? createTlsServer(
          { ...options, ...TLS_OPTIONS, cert: certificate.cert, key: certificate.key, handshakeTimeout: headersMs },
          answer,
        )
      : createServer(options, answer);
    const handshakes = certificate ? new Handshakes(strangers) : null;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      if (handshakes) handshakes.begin(socket);
      else this.#connections.add(socket);
    });
    server.on('secureConnection', (socket: Socket) => {
      handshakes?.finish(socket);
      this.#connections.add(socket);
    });
    // Whoever does not speak TLS gets no answer.
    server.on('tlsClientError', (_error: Error, socket: Socket) => void socket.destroy());
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
      const reason = 'The request could not be read as HTTP.';
      this.#connections.hangUp(socket, isLate ? fail('request_timeout') : fail('invalid_request', { reason }));
    });
    return server;
  }

  async #answer(asked: Asked): Promise<void> {
    try {
      this.#checkHost(asked.request);
      const url = asked.request.url ?? '';
      const mark = url.indexOf('?');
      const endpoint = endpointAt(asked.request.method ?? '', mark < 0 ? url : url.slice(0, mark));
      await this.#answerAt(endpoint, asked, mark < 0 ? '' : url.slice(mark));
    } catch (error) {
      await refuse(asked, { error: asSynapseError(error), retryAfterS: null });
    }
  }

  async #answerAt(endpoint: Endpoint, asked: Asked, query: string): Promise<void> {
    const { request, response } = asked;
    const isOpen = endpoint.type === 'a2a' && endpoint.isOpen;
    const from = request.socket.remoteAddress ?? '';
    const holder = isOpen ? null : this.#gate.holder(from, request.headers.authorization);
    const refusal = isOpen ? this.#gate.stranger(from) : holder && 'error' in holder ? holder : null;
    if (refusal) return refuse(asked, refusal);
    if (holder) this.#admit(asked, holder as Holder);
    if (endpoint.type === 'list')
      return sendJson(response, 200, listOf(this.agents, holder as Holder, this.#public.url));
    if (endpoint.type === 'mcp') {
      if (endpoint.agent !== null) this.#find(endpoint.agent, holder as Holder, request);
      return this.#mcp.answer(asked, holder as Holder, endpoint.agent);
    }
    const agent = this.#find(endpoint.agent ?? this.agents.theOnlyOne() ?? '', holder as Holder | null, request);
    if (!agent.running) throw fail('served_agent_down', { agent: agent.id });
    const publicUrl = urlOfAgent(this.#public.url, agent.id);
    const token = (holder as Holder | null)?.token ?? null;
    await passOn({ request, response, agent: agent.running, path: `${endpoint.path}${query}`, token, publicUrl });
  }

  #admit({ request, response }: Asked, { token, name }: Holder): void {
    this.#connections.trust(request.socket);
    if (!this.#answers.add(token, response)) throw fail('too_many_requests', { caller: `ext:${name}`, seconds: 1 });
  }

  #find(id: string, holder: Holder | null, { url }: IncomingMessage) {
    const found = this.agents.find(id, holder);
    if (!found) throw fail('not_found', { path: url?.slice(0, 200) });
    return found;
  }

  /** A web page must not reach this with a name of its own, nor with the token of somebody else. */
  #checkHost({ headers }: IncomingMessage): void {
    const { url, hosts } = this.#public;
    const host = headers.host ?? '';
    if (!hosts.has(host.replace(/:\d+$/, '').toLowerCase()))
      throw fail('foreign_host', { host: host || 'no host', url });
    if (headers.origin !== undefined) throw fail('foreign_host', { host: headers.origin, url });
  }
}

async function refuse({ request, response }: Asked, { error, retryAfterS }: Refusal): Promise<void> {
  if (!request.complete) await skipRest(request);
  if (response.headersSent) return void response.destroy();
  // The rest of a body that nobody reads would be taken for the next request.
  if (!request.complete) response.setHeader('connection', 'close');
  if (error.status === 401) response.setHeader('www-authenticate', 'Bearer');
  if (error.status === 429) response.setHeader('retry-after', String(retryAfterS ?? 1));
  sendJson(response, error.status, error.in(languageAsked(request) ?? 'en').toBody());
  if (!request.complete) request.resume();
}
